import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Database } from "../../server/db/database.ts";
import { createDatabase } from "../support/database.ts";
import { buildKey, buildTeam } from "../support/factories.ts";
import { root, runProgram, type ServerProcess, settingsFor, useProcesses } from "../support/process.ts";

const { startServer } = useProcesses();

let database: Database;
let server: ServerProcess;
let key: string;
beforeAll(async () => {
  database = await createDatabase();
  const em = database.orm.em.fork();
  key = await buildKey(em, await buildTeam(em));
  server = await startServer({ ...settingsFor(database), ROLE: "api" });
});
afterAll(async () => {
  await server.stop();
  await database.close();
});

// The other scenarios need sessions (streams, subscriptions, sampling, elicitation, logging), prompts, or the tools and
// resources of a server that was made for them.
const scenarios = ["server-initialize", "ping", "tools-list", "resources-list", "dns-rebinding-protection"];

test.concurrent.each(scenarios)("the protocol's conformance suite passes %s", async (scenario) => {
  const program = join(root, "node_modules", ".bin", "conformance");
  // The suite sends no key.
  const url = `${server.url}/api/mcp?api_key=${key}`;

  const { code, stdout, stderr } = await runProgram(program, ["server", "--url", url, "--scenario", scenario]);

  expect(code, stdout + stderr).toBe(0);
  expect(stdout).toMatch(/Passed: [1-9]\d*\/\d+, 0 failed/);
});
