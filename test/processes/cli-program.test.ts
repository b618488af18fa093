import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test, vi } from "vitest";
import { root, runCli, useProcesses } from "../support/process.ts";

const { newPath, startServer } = useProcesses();
const caches = mkdtempSync(join(tmpdir(), "messaging-cache-"));
afterAll(() => rmSync(caches, { recursive: true }));

test("after its first start a server is reached without any setting, until it stops", async () => {
  const env = { MESSAGING_CONFIG_DIR: newPath() };
  const server = await startServer({ ...env, DATA_DIR: newPath(), PORT: "0" }, ["cli/main.ts", "serve"]);
  expect(server.stdout).toMatch(/^ {2}Profile {3}local, with this key, in \S+$/m);
  const [, line = ""] = /npx messaging (send .+)$/m.exec(server.stdout) ?? [];
  const argv = [...line.matchAll(/"([^"]*)"|\S+/g)].map(([word, quoted]) => quoted ?? word);

  const sent = await runCli(env, ...argv);

  expect(sent).toMatchObject({ code: 0, stderr: "" });
  const { threadId } = JSON.parse(sent.stdout);
  const messages = async () => JSON.parse((await runCli(env, "threads", "messages", threadId)).stdout).messages;
  await vi.waitFor(async () => expect(await messages()).toMatchObject([{ status: "delivered" }]), { timeout: 10_000 });
  expect(await server.stop()).toEqual({ code: 0, signal: null });
  expect(await runCli(env, "threads", "list", "--no-retry")).toMatchObject({ code: 8, stdout: "" });
});

test("the help is there within twice the time of a Node that loads the same framework and does nothing", () => {
  const bare = ["--input-type=module", "-e", `${enableCache} await import("commander");`];
  const times = { bare: Infinity, help: Infinity };
  const isQuick = () => times.help < 2 * times.bare;
  // What else runs here makes each slower at times; the least of a few is what they take.
  for (let round = 0; round < 7 || (round < 30 && !isQuick()); round += 1) {
    times.bare = Math.min(times.bare, measure(bare));
    times.help = Math.min(times.help, measure(["cli/main.ts", "--help"]));
  }
  expect(isQuick(), `${times.help} ms beside ${times.bare} ms`).toBe(true);
});

const enableCache = 'import { enableCompileCache } from "node:module"; enableCompileCache();';

/** How many milliseconds a Node takes from its start to its end. */
function measure(argv: string[]): number {
  const started = performance.now();
  const { status } = spawnSync(process.execPath, argv, {
    cwd: root,
    env: { ...process.env, NODE_COMPILE_CACHE: caches },
  });
  expect(status).toBe(0);
  return performance.now() - started;
}

test("the help loads neither the server nor what only some commands need", () => {
  const { stdout } = spawnSync(process.execPath, ["--import", traceLoads, "cli/main.ts", "--help"], {
    cwd: root,
    encoding: "utf8",
  });
  const [, loaded = ""] = stdout.split("loaded: ");
  expect(loaded).toContain("commander");
  expect(loaded).not.toMatch(
    /\/server\/|mikro-orm|openapi-fetch|jq-web|libphonenumber|clack|string-width|csv-stringify|csv-parse|write-file-atomic/,
  );
});

/** A module that writes the addresses of all modules at the end. */
const traceLoads = `data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from "node:module";
  const urls = [];
  registerHooks({ load: (url, context, next) => { urls.push(url); return next(url, context); } });
  process.on("exit", () => console.log("loaded: " + urls.join(" ")));
`)}`;

test("its output may be cut off by who reads it", () => {
  const script = `"${process.execPath}" cli/main.ts commands -o json | head -c 20; "${process.execPath}" cli/main.ts --version`;
  const { status, stdout, stderr } = spawnSync("sh", ["-c", script], { cwd: root, encoding: "utf8" });
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  expect(stdout).toMatch(/^\[\n[\s\S]+\d+\.\d+\.\d+\n$/);
});
