/**
 * Runs the tests of `deploy/` with the real programs that it configures:
 *
 *     npm run prove:deploy [-- --require-tools] [-- paths of tests]
 *
 * Programs that this machine lacks are named as absent, and their tests do not run, or fail with `--require-tools`.
 */
import { spawn } from "node:child_process";
import { join } from "node:path";
import { isInstalled } from "../support/is-installed.ts";
import { canStartManager } from "./user-manager.ts";

/** The programs that each file needs. */
const needed: Record<string, string[]> = {
  "caddy.test.ts": ["caddy"],
  "dump.test.ts": ["pg_dump"],
  "nginx.test.ts": ["nginx", "openssl"],
  "package.test.ts": ["npm", "nginx", "openssl"],
  "prometheus.test.ts": ["prometheus", "promtool"],
  "systemd.test.ts": ["systemd-analyze"],
};

const given = process.argv.slice(2);
const isRequired = given.includes("--require-tools");
const paths = given.filter((each) => each !== "--require-tools");

const absent = new Set(
  Object.values(needed).flatMap((programs) => programs.filter((program) => !isInstalled(program))),
);
for (const program of absent) console.log(`absent: ${program}`);
if (!canStartManager()) console.log("absent: user manager");
const files = Object.entries(needed).flatMap(([file, programs]) =>
  programs.some((program) => absent.has(program)) ? [] : [join("test/deploy", file)],
);
const chosen = paths.length > 0 ? files.filter((file) => paths.some((path) => file.includes(path))) : files;
// A container may have no systemd.
if (isRequired && [...absent].some((program) => program !== "systemd-analyze")) process.exitCode = 1;
else if (chosen.length > 0) {
  spawn("vitest", ["run", "--config", "test/vitest.config.ts", "--project", "deploy", ...chosen], {
    stdio: "inherit",
  }).once("exit", (code) => {
    process.exitCode = code ?? 1;
  });
}
