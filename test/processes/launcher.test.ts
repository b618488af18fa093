import { spawnSync } from "node:child_process";
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import packageJson from "../../package.json" with { type: "json" };
import { root } from "../support/process.ts";

const directory = mkdtempSync(join(tmpdir(), "messaging launcher-"));
afterAll(() => rmSync(directory, { recursive: true }));

/** The programs that a shell needs, without Node. */
const programs = "/usr/bin:/bin";

/** A directory with a program `node` that cannot run anything of this project, as an older Node. */
function makeOldNode(): string {
  const path = join(directory, "old-node");
  mkdirSync(path, { recursive: true });
  writeFileSync(join(path, "node"), "#!/bin/sh\necho old Node >&2\nexit 1\n", { mode: 0o755 });
  return path;
}

function run(file: string, argv: string[], { PATH = programs, cwd = directory } = {}) {
  const { status, stdout, stderr } = spawnSync(file, argv, { env: { PATH }, cwd, encoding: "utf8" });
  return { status, stdout, stderr };
}

const version = { status: 0, stdout: `${packageJson.version}\n`, stderr: "" };

test("the linked command runs with the Node of the packages, whatever Node is on the PATH", () => {
  const PATH = `${makeOldNode()}:${programs}`;
  const launcher = join(root, packageJson.bin.messaging);
  // As `npm link` does it: a link to a file of a linked package.
  const links = join(directory, "bin");
  mkdirSync(links);
  symlinkSync(root, join(directory, "package"));
  symlinkSync(`../package/${packageJson.bin.messaging}`, join(links, "messaging"));
  symlinkSync(join(links, "messaging"), join(directory, "second link"));

  expect(run(launcher, ["--version"], { PATH })).toEqual(version);
  expect(run(join(links, "messaging"), ["--version"], { PATH })).toEqual(version);
  expect(run("messaging", ["--version"], { PATH: `${links}:${PATH}` })).toEqual(version);
  expect(run("./second link", ["--version"], { PATH })).toEqual(version);
  expect(run("sh", ["messaging", "--version"], { PATH, cwd: join(root, "cli") })).toEqual(version);
});

test("the launcher passes its arguments on, replaces itself, and has the exit code of the command", () => {
  const launcher = join(root, packageJson.bin.messaging);
  const { stdout } = run(launcher, ["segments", "two  words *", "--jq", ".characters"]);
  expect(stdout).toBe("12\n");
  expect(run(launcher, ["--nonsense"])).toMatchObject({ status: 2, stdout: "" });
  expect(run("sh", ["-c", `exec '${launcher}' api GET / --dry-run --url 'no address'`])).toMatchObject({ status: 2 });
});

/** A checkout without packages. */
function makeCheckout(): string {
  const checkout = join(directory, "checkout");
  mkdirSync(join(checkout, "cli"), { recursive: true });
  for (const name of ["messaging", "messaging.js"]) copyFileSync(join(root, "cli", name), join(checkout, "cli", name));
  chmodSync(join(checkout, "cli", "messaging"), 0o755);
  writeFileSync(join(checkout, "package.json"), '{"type":"module"}');
  writeFileSync(join(checkout, "cli", "main.ts"), 'import "commander";');
  return checkout;
}

test("without packages, the command says in one sentence what it needs", () => {
  const launcher = join(makeCheckout(), "cli", "messaging");
  const nodes = join(directory, "nodes");
  mkdirSync(nodes);
  symlinkSync(process.execPath, join(nodes, "node"));
  const tools = join(directory, "tools");
  mkdirSync(tools);
  for (const tool of ["sh", "dirname"]) symlinkSync(join("/usr/bin", tool), join(tools, tool));

  const refusal = (needs: RegExp) => ({ status: 1, stdout: "", stderr: expect.stringMatching(needs) });
  const oneLine = (text: string) => new RegExp(`^messaging needs ${text}.*npm ci --omit=dev --ignore-scripts.*\n$`);
  expect(run(launcher, ["--help"], { PATH: `${nodes}:${programs}` })).toEqual(refusal(oneLine("its packages")));
  expect(run(launcher, ["--help"], { PATH: tools })).toEqual(refusal(oneLine("Node 24")));
});

test.each(["18.0.0", "20.20.2", "22.23.1"])("Node %s is told in one sentence which Node it needs", (older) => {
  // These versions lack exports of node:module, whose import by name would be a syntax error.
  const asOlder = `data:text/javascript,${encodeURIComponent(`
    import { registerHooks } from "node:module";
    Object.defineProperty(process, "versions", { value: { ...process.versions, node: "${older}" } });
    registerHooks({ resolve: (name, context, next) =>
      name === "node:module" ? { url: "data:text/javascript,", shortCircuit: true } : next(name, context) });
  `)}`;

  expect(run(process.execPath, ["--import", asOlder, join(root, "cli", "messaging.js"), "--help"])).toEqual({
    status: 1,
    stdout: "",
    stderr: `messaging needs Node 24 or later, and this is ${older}: npm installs one as an optional package, for cli/messaging.\n`,
  });
  expect(packageJson.engines.node).toBe(">=24");
});
