import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";

const bin = mkdtempSync(join(tmpdir(), "messaging-ci-"));
afterAll(() => rmSync(bin, { recursive: true }));

const ci = join(import.meta.dirname, "..", "..", ".ci");

/** Puts a program before those of the machine. */
const fake = (name: string, script: string) =>
  writeFileSync(join(bin, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });

/** Runs `.ci/run` without root, with an npm that does nothing, but fails with 3 at a script. */
function runCi(failing = "none") {
  fake("id", "echo 1000");
  fake("npm", `case "$*" in *${failing}*) exit 3;; esac`);
  const env = { ...process.env, PATH: `${bin}:${process.env.PATH}` };
  const { status, stdout } = spawnSync("bash", [".ci/run"], { cwd: join(ci, ".."), env });
  return { status, lines: stdout.toString().trimEnd().split("\n") };
}

const parts = [
  ...["programs", "packages", "generated files match the contract", "contract lint"],
  ...[
    "contract compatibility",
    "types",
    "lint and format",
    "tests",
    "load",
    "processes",
    "deploy",
    "page",
    "experiments",
  ],
  "SDKs",
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

const lines = readFileSync(join(ci, "packages"), "utf8").split("\n");
const programs = lines.filter((line) => /^\w/.test(line)).map((line) => line.split(/ +/));

/** Runs `.ci/install-programs` on a machine that has none of the programs, as a user, with an apt-get. */
function install(user: number, aptGet?: string) {
  const only = mkdtempSync(join(bin, "only-"));
  for (const name of ["bash", "cat", "dirname", "mktemp", "rm", "timeout"]) {
    symlinkSync(spawnSync("which", [name], { encoding: "utf8" }).stdout.trim(), join(only, name));
  }
  writeFileSync(join(only, "id"), `#!/bin/bash\necho ${user}\n`, { mode: 0o755 });
  if (aptGet) writeFileSync(join(only, "apt-get"), `#!/bin/bash\n${aptGet}\n`, { mode: 0o755 });
  const { status, stdout } = spawnSync(join(only, "bash"), [join(ci, "install-programs")], { env: { PATH: only } });
  return { status, lines: stdout.toString().trimEnd().split("\n") };
}

test("missing programs are installed by one call of apt-get, after an update", () => {
  const asked = join(bin, "asked");

  const { status, lines } = install(0, `echo "$*" >> ${asked}`);

  expect({ status, lines }).toEqual({ status: 0, lines: programs.map(([name]) => `installed: ${name}`) });
  const packages = programs.flatMap(([, ...needed]) => needed).join(" ");
  expect(readFileSync(asked, "utf8")).toBe(`update -q\ninstall -qy --no-install-recommends ${packages}\n`);
});

test.each([
  ["another user", 1000, "exit 0"],
  ["root without apt-get", 0, undefined],
])("for %s, missing programs are reported", (_, user, aptGet) => {
  const { status, lines } = install(user, aptGet);

  expect({ status, lines }).toEqual({ status: 0, lines: programs.map(([name]) => `absent: ${name}`) });
});

test("programs that cannot be installed fail the checks, with the words of apt-get", () => {
  expect(install(0, "echo Unable to fetch; exit 100")).toEqual({ status: 1, lines: ["Unable to fetch"] });
});
