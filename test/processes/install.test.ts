import { spawnSync } from "node:child_process";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { root } from "../support/process.ts";

const directory = mkdtempSync(join(tmpdir(), "messaging-install-"));
afterAll(() => rmSync(directory, { recursive: true }));

interface LockedPackage {
  dev?: boolean;
  os?: string | string[];
  cpu?: string | string[];
  libc?: string | string[];
}

test("`npm start` installs at most 275 packages", () => {
  const lock: { packages: Record<string, LockedPackage> } = JSON.parse(
    readFileSync(join(root, "package-lock.json"), "utf8"),
  );
  const fits = (values: string | string[] | undefined, own: string) => values === undefined || values.includes(own);
  const installed = Object.entries(lock.packages).filter(
    ([path, { dev, os, cpu, libc }]) =>
      path !== "" && !dev && fits(os, "linux") && fits(cpu, "x64") && fits(libc, "glibc"),
  );
  expect(installed.length).toBeGreaterThan(100);
  expect(installed.length).toBeLessThanOrEqual(275);
});

/** A checkout whose npm notes its arguments, and lists what it would have installed. */
function makeCheckout(name: string) {
  const path = join(directory, name);
  const file = (each: string) => join(path, each);
  mkdirSync(file(".ci"), { recursive: true });
  mkdirSync(file("bin"));
  copyFileSync(join(root, ".ci", "install"), file(".ci/install"));
  writeFileSync(file("package-lock.json"), "{}");
  const npm = `#!/bin/sh
echo "$*" >> npm.log
[ "$1" = ci ] && rm -rf node_modules
mkdir -p node_modules
[ -e interrupted ] && exit 137
case "$*" in *--omit=dev*) echo '{}' ;; *) echo '{"dev": true}' ;; esac > node_modules/.package-lock.json`;
  writeFileSync(file("bin/npm"), npm, { mode: 0o755 });
  const log = () => (existsSync(file("npm.log")) ? readFileSync(file("npm.log"), "utf8").trim().split("\n") : []);
  return {
    file,
    /** Runs the installation, and returns what npm was told. */
    install(...argv: string[]) {
      const before = log().length;
      const env = { PATH: `${file("bin")}:/usr/bin:/bin` };
      const { status, stderr } = spawnSync("sh", [file(".ci/install"), ...argv], { env, encoding: "utf8" });
      return { status, stderr, npm: log().slice(before) };
    },
    changeLock() {
      const soon = Date.now() / 1_000 + 60;
      utimesSync(file("package-lock.json"), soon, soon);
    },
    installedLater() {
      const later = Date.now() / 1_000 + 120;
      utimesSync(file("node_modules/.package-lock.json"), later, later);
    },
  };
}

const production = "ci --omit=dev --ignore-scripts";
const all = "ci --include=dev --ignore-scripts";
const added = "install --no-save --include=dev --ignore-scripts";

test("a start installs the packages of the server and says so, and a test adds the rest", () => {
  const checkout = makeCheckout("start-first");
  expect(checkout.install()).toEqual({
    status: 0,
    stderr: expect.stringMatching(/^Installing .+\n$/),
    npm: [production],
  });
  checkout.installedLater();
  expect(checkout.install()).toEqual({ status: 0, stderr: "", npm: [] });
  expect(checkout.install("all")).toMatchObject({ npm: [added], stderr: expect.stringMatching(/^Installing /) });
  checkout.installedLater();
  for (const argv of [["all"], []]) expect(checkout.install(...argv)).toEqual({ status: 0, stderr: "", npm: [] });
});

test("a start after a test never removes the packages of the test, even if the lock file has changed", () => {
  const checkout = makeCheckout("test-first");
  expect(checkout.install("all").npm).toEqual([all]);
  checkout.changeLock();
  expect(checkout.install().npm).toEqual([all]);
});

test("a start after a change of the lock file installs the packages of the server again", () => {
  const checkout = makeCheckout("changed");
  checkout.install();
  checkout.changeLock();
  expect(checkout.install().npm).toEqual([production]);
});

test("an interrupted installation starts over", () => {
  const checkout = makeCheckout("interrupted");
  writeFileSync(checkout.file("interrupted"), "");
  expect(checkout.install()).toMatchObject({ status: 137, npm: [production] });
  rmSync(checkout.file("interrupted"));
  expect(checkout.install().npm).toEqual([production]);
  checkout.installedLater();

  writeFileSync(checkout.file("interrupted"), "");
  expect(checkout.install("all")).toMatchObject({ status: 137, npm: [added] });
  rmSync(checkout.file("interrupted"));
  // The added packages may lack files now, and those of the server are whole.
  expect(checkout.install().npm).toEqual([]);
  expect(checkout.install("all").npm).toEqual([all]);
});
