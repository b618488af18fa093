import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { LockedPackage } from "../../deploy/package/shrinkwrap.ts";
import { createClient } from "../support/client.ts";
import { uniquePhone } from "../support/factories.ts";
import { runCli } from "../support/process.ts";
import { describeEvening } from "./evening.ts";
import { type Installed, installPackage, modulesOf } from "./installed.ts";
import { newDirectory } from "./program.ts";
import { describeUnits } from "./units.ts";

const key = "the-first-key-of-the-package";

let installed: Installed;
const directory = newDirectory(afterAll);
// npm fetches some 270 packages, which may take minutes.
beforeAll(() => {
  installed = installPackage(directory);
}, 600_000);
afterAll(() => installed?.end());

test("the package installs at most 275 packages, with a Node of its own", async () => {
  const [, count] = /added (\d+) packages/.exec(installed.report)!;
  expect(Number(count)).toBeLessThanOrEqual(275);
  expect((await installed.run("node", ["--version"])).stdout).toMatch(/^v20\./);
  const [node] = JSON.parse((await installed.run("messaging", ["doctor", "-o", "json"])).stdout);
  expect(node).toMatchObject({ check: "node", status: "ok" });
});

test("every module of the package loads", async () => {
  const modules = modulesOf(installed);
  expect(modules.length).toBeGreaterThan(500);
  const program = `for (const module of ${JSON.stringify(modules)}) await import(module);`;
  const node = join(installed.folder, "node_modules", ".bin", "node");

  const { status, stdout, stderr } = await installed.run(node, ["--input-type=module", "--eval", program]);

  expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: "", stderr: "" });
});

test("the package names every package that it installs, in its bill of materials and with its license", () => {
  const read = (name: string) => readFileSync(join(installed.folder, name), "utf8");
  const { packages } = JSON.parse(read("npm-shrinkwrap.json")) as { packages: Record<string, LockedPackage> };
  const names = Object.entries(packages)
    .filter(([folder]) => folder !== "")
    .map(([folder, { name = folder.split("node_modules/").at(-1), version, license }]) => ({ name, version, license }));
  const bill = JSON.parse(read("dist/bom.json")) as { bomFormat: string; components: LockedPackage[] };
  const licenses = read("dist/licenses.txt");
  const namesOf = (all: { name?: string; version: string }[]) =>
    new Set(all.map(({ name, version }) => `${name} ${version}`));

  expect(bill.bomFormat).toBe("CycloneDX");
  expect(namesOf(bill.components)).toEqual(namesOf(names));
  for (const { name, version, license } of names) {
    expect(license, name).toEqual(expect.any(String));
    expect(licenses).toContain(`\n${name} ${version}: ${license}\n`);
  }
  // The licenses of Node and of a library, as they are in their packages.
  expect(licenses).toContain("Node.js is licensed for use as follows");
  expect(licenses).toMatch(/^koa 3\.\d+\.\d+: MIT\n=+\n\n\(The MIT License\)$/m);
});

test("the package has the commands of the checkout", async () => {
  const { status, stdout } = await installed.run("messaging", ["commands", "-o", "json"]);
  expect({ status, stdout }).toEqual({ status: 0, stdout: (await runCli({}, "commands", "-o", "json")).stdout });
});

test("a server of the package sends a text, shows its pages, and keeps its data in the user's directories", async () => {
  const { home, folder, run } = installed;
  await run("sh", ["-c", `mkdir -p ~/.config/messaging && echo BOOTSTRAP_API_KEY=${key} > ~/.config/messaging/.env`]);
  const server = await installed.serve();
  const client = createClient(server.url, key);
  const messaging = async (...argv: string[]) => {
    const { status, stdout, stderr } = await run("messaging", argv);
    return { status, stderr, result: JSON.parse(stdout) };
  };

  const sent = await messaging("send", uniquePhone(), "hello");

  expect(sent).toMatchObject({ status: 0, stderr: "" });
  expect((await client.getMessage({ path: { id: sent.result.textId } })).body).toBe("hello");
  for (const path of [
    "docs",
    "docs.js",
    "phone",
    "page.js",
    "page.css",
    "page.svg",
    "openapi.yaml",
    "openapi-3.0.json",
  ])
    expect((await fetch(`${server.url}/${path}`)).status, path).toBe(200);
  expect((await messaging("teams", "list")).result).toMatchObject([{ name: "default" }]);
  expect((await messaging("db", "backup", "backups")).result.file).toContain(join(home, "backups"));
  expect(server.output()).toContain(`embedded PostgreSQL in ${join(home, ".local", "share", "messaging")}\n`);
  expect(server.output()).toContain(' messaging send +12025550123 "Hello from the terminal"\n');
  expect(existsSync(join(home, ".local", "share", "messaging", "data"))).toBe(true);
  for (const name of [".data", "server", "test", "node_modules/typescript"])
    expect(existsSync(join(folder, name)), name).toBe(false);
  expect(await server.stop()).toBe(0);
});

describeEvening(() => installed);

describeUnits(() => installed);
