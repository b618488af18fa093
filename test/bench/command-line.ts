/** Measures one call of the command line, from its start to its end. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import type { Measure } from "./measures.ts";
import { root } from "./programs.ts";

/** Runs a program once. The figure is its duration in milliseconds. */
const runOnce =
  (file: string, argv: string[]): Measure =>
  async () => {
    const env = { ...process.env, MESSAGING_API_KEY: "a-key", MESSAGING_CONFIG_DIR: "/nonexistent" };
    const began = performance.now();
    const child = spawn(file, argv, { cwd: root, env, stdio: ["ignore", "ignore", "inherit"] });
    const [code] = await once(child, "close");
    if (code !== 0) throw new Error(`${file} ${argv.join(" ")} ended with ${code}`);
    return { figure: performance.now() - began };
  };

/** A call through the launcher, as users make it. */
export const callCommand = (...argv: string[]): Measure => runOnce("cli/messaging", argv);

/** The Node of the checkout, with the library that reads the command line and nothing else. */
export const importCommander = runOnce("node_modules/.bin/node", ["--input-type=module", "-e", 'import "commander";']);
