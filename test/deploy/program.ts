/** The programs that deploy/ configures, run on loopback with files of their own. */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { root } from "../support/process.ts";

/** The text of a file of deploy/. */
export const readDeploy = (file: string): string => readFileSync(join(root, "deploy", file), "utf8");

/** Replaces texts, each of which must occur. */
export function edit(text: string, replacements: [from: string, to: string][]): string {
  for (const [from] of replacements) if (!text.includes(from)) throw new Error(`The file has no ${from}`);
  return replacements.reduce((edited, [from, to]) => edited.replaceAll(from, to), text);
}

/** A new directory, which is removed after the tests. */
export function newDirectory(onEnd: (work: () => void) => void = onTestFinished): string {
  const directory = mkdtempSync(join(tmpdir(), "messaging-deploy-"));
  onEnd(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

/** A port of loopback that is free now. */
export async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Runs a program to its end. */
export function check(file: string, argv: string[], env: Record<string, string> = {}) {
  const { status, stdout, stderr } = spawnSync(file, argv, { encoding: "utf8", env: { ...process.env, ...env } });
  return { status, output: `${stdout}${stderr}` };
}

/** A program that runs until it is stopped. */
export interface Running {
  /** What it has written. */
  output(): string;
  stop(): Promise<void>;
}

export function run(file: string, argv: string[], env: Record<string, string> = {}): Running {
  const child = spawn(file, argv, { env: { ...process.env, ...env }, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
  }
  const ended = once(child, "close");
  return {
    output: () => output,
    async stop() {
      child.kill("SIGTERM");
      await ended;
    },
  };
}
