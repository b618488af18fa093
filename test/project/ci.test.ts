import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";

const bin = mkdtempSync(join(tmpdir(), "messaging-ci-"));
afterAll(() => rmSync(bin, { recursive: true }));

/** Runs `.ci/run` with an npm that does nothing, but fails with 3 at a script. */
function runCi(failing = "none") {
  writeFileSync(join(bin, "npm"), `#!/bin/sh\ncase "$*" in *${failing}*) exit 3;; esac\n`, { mode: 0o755 });
  const env = { ...process.env, PATH: `${bin}:${process.env.PATH}` };
  const { status, stdout } = spawnSync("bash", [".ci/run"], { cwd: join(import.meta.dirname, "..", ".."), env });
  return { status, lines: stdout.toString().trimEnd().split("\n") };
}

const parts = [
  ...["packages", "generated files match the contract", "contract lint"],
  ...["contract compatibility", "types", "lint and format", "tests", "experiments", "SDKs"],
];
const time = (title: string) => expect.stringMatching(new RegExp(`^ +\\d+ s  ${title}$`));

test("the last lines of the checks show the duration of each part", () => {
  const { status, lines } = runCi();

  expect(status).toBe(0);
  expect(lines.slice(-parts.length - 2)).toEqual(["== time", ...parts.map(time), time("total")]);
});

test("a failing part ends the checks with its status, and the durations are still shown", () => {
  const { status, lines } = runCi("typecheck");

  expect(status).toBe(3);
  const until = parts.slice(0, parts.indexOf("types"));
  expect(lines.slice(-until.length - 3)).toEqual(["== time", ...until.map(time), time("types: failed"), time("total")]);
});
