import { existsSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { createClient } from "../support/client.ts";
import { uniquePhone } from "../support/factories.ts";
import { runCli } from "../support/process.ts";
import { type Installed, installPackage, modulesOf } from "./installed.ts";

const key = "the-first-key-of-the-package";

let installed: Installed;
beforeAll(() => {
  installed = installPackage();
});

test("the package installs at most 275 packages, with a Node of its own", () => {
  const [, count] = /added (\d+) packages/.exec(installed.report)!;
  expect(Number(count)).toBeLessThanOrEqual(275);
  expect(installed.run("node", ["--version"]).stdout).toMatch(/^v20\./);
  const [node] = JSON.parse(installed.run("messaging", ["doctor", "-o", "json"]).stdout);
  expect(node).toMatchObject({ check: "node", status: "ok" });
});

test("every module of the package loads", () => {
  const modules = modulesOf(installed);
  expect(modules.length).toBeGreaterThan(500);
  const program = `for (const module of ${JSON.stringify(modules)}) await import(module);`;
  const node = join(installed.folder, "node_modules", ".bin", "node");

  const { status, stdout, stderr } = installed.run(node, ["--input-type=module", "--eval", program]);

  expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: "", stderr: "" });
});

test("the package has the commands of the checkout", async () => {
  const { status, stdout } = installed.run("messaging", ["commands", "-o", "json"]);
  expect({ status, stdout }).toEqual({ status: 0, stdout: (await runCli({}, "commands", "-o", "json")).stdout });
});

test("a server of the package sends a text, shows its pages, and keeps its data in the user's directories", async () => {
  const { home, folder, run } = installed;
  run("sh", ["-c", `mkdir -p ~/.config/messaging && echo BOOTSTRAP_API_KEY=${key} > ~/.config/messaging/.env`]);
  const server = await installed.serve();
  const client = createClient(server.url, key);
  const messaging = (...argv: string[]) => {
    const { status, stdout, stderr } = run("messaging", argv);
    return { status, stderr, result: JSON.parse(stdout) };
  };

  const sent = messaging("send", uniquePhone(), "hello");

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
  expect(messaging("teams", "list").result).toMatchObject([{ name: "default" }]);
  expect(messaging("db", "backup", "backups").result.file).toContain(join(home, "backups"));
  expect(server.output()).toContain(`embedded PostgreSQL in ${join(home, ".local", "share", "messaging")}\n`);
  expect(server.output()).toContain(' messaging send +12025550123 "Hello from the terminal"\n');
  expect(existsSync(join(home, ".local", "share", "messaging", "data"))).toBe(true);
  for (const name of [".data", "server", "test", "node_modules/typescript"])
    expect(existsSync(join(folder, name)), name).toBe(false);
  expect(await server.stop()).toBe(0);
});
