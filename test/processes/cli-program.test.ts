import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test, vi } from "vitest";
import { root, runCli, useProcesses } from "../support/process.ts";

const { newPath, startServer } = useProcesses();
const caches = mkdtempSync(join(tmpdir(), "messaging-cache-"));
afterAll(() => rmSync(caches, { recursive: true }));

test("after its first start, a server can be used without any setting, until it stops", async () => {
  const env = { MESSAGING_CONFIG_DIR: newPath() };
  const server = await startServer({ ...env, DATA_DIR: newPath(), PORT: "0" }, ["cli/main.ts", "serve"]);
  expect(server.stdout).toMatch(/^ {2}Profile {3}local, with this key, in \S+$/m);
  const [, line = ""] = /cli\/messaging (send .+)$/m.exec(server.stdout) ?? [];
  const argv = [...line.matchAll(/"([^"]*)"|\S+/g)].map(([word, quoted]) => quoted ?? word);

  const sent = await runCli(env, ...argv);

  expect(sent).toMatchObject({ code: 0, stderr: "" });
  const { threadId } = JSON.parse(sent.stdout);
  const messages = async () => JSON.parse((await runCli(env, "threads", "messages", threadId)).stdout).messages;
  await vi.waitFor(async () => expect(await messages()).toMatchObject([{ status: "delivered" }]), { timeout: 10_000 });
  expect(await server.stop()).toEqual({ code: 0, signal: null });
  expect(await runCli(env, "threads", "list", "--no-retry")).toMatchObject({ code: 8, stdout: "" });
});

test("the help loads few files, and neither the server, nor a compiler, nor libraries of single commands", () => {
  // NODE_COMPILE_CACHE would extend the compile cache to the first file, which is not cached in normal use.
  const env = { ...process.env, NODE_COMPILE_CACHE: undefined, TMPDIR: caches };
  const help = () =>
    spawnSync(process.execPath, ["--import", traceLoads, "cli/messaging.js", "--help"], {
      cwd: root,
      encoding: "utf8",
      env,
    }).stdout;
  const loadedBy = (stdout: string) => stdout.split("loaded: ")[1]!.split(" ");
  // The first run fills the compile cache.
  help();
  const loaded = loadedBy(help());

  const own = loaded.filter((url) => url.startsWith("file:") && !url.includes("/node_modules/"));
  expect(own.length).toBeLessThanOrEqual(maxOwnFiles);
  const packages = loaded.flatMap((url) => /\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)?.[1] ?? []);
  expect(new Set(packages)).toEqual(new Set(["commander"]));
  expect(loaded.filter((name) => /\/server\/|amaro/.test(name))).toEqual([]);
});

/**
 * The definitions of the commands, one file for each group, such as contacts and consents, and their shared files. Six are the
 * tables of operations by area, which cost 2 ms of the 180 that the help takes.
 */
const maxOwnFiles = 50;

/** A module that writes the URLs of all loaded modules and the names of Node's own modules at the exit. */
const traceLoads = `data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from "node:module";
  const urls = [];
  registerHooks({ load: (url, context, next) => { urls.push(url); return next(url, context); } });
  process.on("exit", () => console.log("loaded: " + [...urls, ...process.moduleLoadList.map((name) => name.replaceAll(" ", ":"))].join(" ")));
`)}`;

test("a reader may close the output early", () => {
  const script = `"${process.execPath}" cli/main.ts commands -o json | head -c 20; "${process.execPath}" cli/main.ts --version`;
  const { status, stdout, stderr } = spawnSync("sh", ["-c", script], { cwd: root, encoding: "utf8" });
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  expect(stdout).toMatch(/^\[\n[\s\S]+\d+\.\d+\.\d+\n$/);
});
