/**
 * Runs the tests of the page in a real browser:
 *
 *     npm run prove:page [-- --require-tools] [-- paths of tests]
 *
 * Where no Chromium is found, they are named as absent and do not run, or fail with `--require-tools`.
 */
import { spawn } from "node:child_process";
import { findChromium } from "./support/find-chromium.ts";

const given = process.argv.slice(2);
const isRequired = given.includes("--require-tools");

if (findChromium() === undefined) {
  console.log("absent: chromium");
  process.exitCode = isRequired ? 1 : 0;
} else {
  const paths = given.filter((each) => each !== "--require-tools");
  const args = ["run", "--config", "test/vitest.config.ts", "--project", "page", ...paths];
  spawn("vitest", args, { stdio: "inherit" }).once("exit", (code) => {
    process.exitCode = code ?? 1;
  });
}
