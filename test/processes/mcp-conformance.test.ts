import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Database } from "../../server/db/database.ts";
import { type Baseline, newEra, oldEra } from "../support/conformance-baseline.ts";
import { createDatabase } from "../support/database.ts";
import { buildKey, buildTeam } from "../support/factories.ts";
import { type KeyProxy, startKeyProxy } from "../support/key-proxy.ts";
import { root, runProgram, type ServerProcess, settingsFor, useProcesses } from "../support/process.ts";

const { startServer, newPath } = useProcesses();

let database: Database;
let server: ServerProcess;
let proxy: KeyProxy;
beforeAll(async () => {
  database = await createDatabase();
  const em = database.orm.em.fork();
  const key = await buildKey(em, await buildTeam(em));
  // The suite sends no key, and for some requests no query.
  proxy = await startKeyProxy();
  const limits = { RATE_LIMIT_BURST: "1000", RATE_LIMIT_PER_SECOND: "1000" };
  server = await startServer({ ...settingsFor(database), ...limits, ROLE: "api", BASE_URL: proxy.url });
  proxy.forwardTo(server.url, key);
});
afterAll(async () => {
  await proxy.close();
  await server.stop();
  await database.close();
});

const suites: [string, string, string[], Baseline][] = [
  ["the old era", "@modelcontextprotocol/conformance", [], oldEra],
  ["the new era", "mcp-conformance-alpha", ["--spec-version", "2026-07-28"], newEra],
];

test.concurrent.each(suites)(
  "the protocol's conformance suite passes for %s, except for what the baseline lists",
  async (_, name, options, { passed, missing }) => {
    const results = newPath();
    const program = join(root, "node_modules", name, "dist", "index.js");

    const args = ["server", "--url", `${proxy.url}/api/mcp`, "--suite", "all", ...options, "-o", results];
    const { stdout, stderr } = await runProgram(process.execPath, [program, ...args]);

    const scenarios = readScenarios(results);
    const failed = scenarios.flatMap(({ scenario, failures }) => failures.map((check) => `${scenario}: ${check}`));
    expect(failed.toSorted(), stdout + stderr).toEqual(Object.values(missing).flat().toSorted());
    const successful = scenarios.filter(({ failures }) => failures.length === 0);
    expect(successful.map(({ scenario }) => scenario).toSorted()).toEqual(passed);
  },
);

/** The scenarios that ran, each with the checks that did not pass. A folder's name is `server-<scenario>-<time>`. */
function readScenarios(results: string): { scenario: string; failures: string[] }[] {
  return readdirSync(results).map((folder) => {
    const [, scenario] = /^server-(.+)-\d{4}-\d\d-\d\dT.*$/.exec(folder)!;
    const checks: { id: string; status: string }[] = JSON.parse(
      readFileSync(join(results, folder, "checks.json"), "utf8"),
    );
    const failures = checks.filter(({ status }) => !["SUCCESS", "INFO"].includes(status)).map(({ id }) => id);
    return { scenario: scenario!, failures };
  });
}
