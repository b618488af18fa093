import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { Database } from "../../server/db/database.ts";
import { unlimitedName } from "../../server/db/driver/time-limits.ts";
import { BusinessNumber } from "../../server/db/schema/entities/business-number.ts";
import { Team } from "../../server/db/schema/entities/team.ts";
import { type Client, createClient, type RawAnswer } from "../support/client.ts";
import { createBlankDatabase, createDatabase } from "../support/database.ts";
import { buildBusinessNumber, buildKey, buildTeam, type TestTeam, uniquePhone } from "../support/factories.ts";
import { runCli, type ServerProcess, settingsFor, useProcesses } from "../support/process.ts";

const { newPath, spawnServer, startServer } = useProcesses();

describe("two servers on one database", () => {
  let database: Database;
  let servers: ServerProcess[];
  beforeAll(async () => {
    database = await createDatabase();
    const settings = { ...settingsFor(database), RATE_LIMIT_BURST: "200" };
    servers = await Promise.all([startServer(settings), startServer(settings)]);
  });
  afterAll(async () => {
    await Promise.all(servers.map((server) => server.stop()));
    await database.close();
  });

  test("make one record of many concurrent writes with one Idempotency-Key", async () => {
    const { clients, team } = await signIn();
    const body = { name: "Second", phoneNumber: uniquePhone(), phoneNumberSid: "PN2" };

    const answers = await spread(20, clients, (client) =>
      client.raw("createBusinessNumber", { body, idempotencyKey: "once" }),
    );

    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(answers[0]).toMatchObject({ status: 201 });
    expect(await em().count(BusinessNumber, { teamId: team.id, name: "Second" })).toBe(1);
  });

  test("refuse a revoked key from the next request on", async () => {
    const { clients, team } = await signIn();
    expect(await statuses(clients)).toEqual([200, 200]);

    const [key] = JSON.parse((await runCli(settingsFor(database), "keys", "list", "--team", team.name)).stdout);
    await runCli(settingsFor(database), "keys", "revoke", key.id);

    expect(await statuses(clients)).toEqual([401, 401]);
  });

  test("refuse a suspended team's live requests from the next request on, until it is resumed", async () => {
    const { clients, team } = await signIn();
    expect(await statuses(clients)).toEqual([200, 200]);

    await runCli(settingsFor(database), "teams", "suspend", team.name);
    expect(await statuses(clients)).toEqual([403, 403]);
    expect(await statuses(clients.map((client) => client.inTestMode()))).toEqual([200, 200]);

    await runCli(settingsFor(database), "teams", "resume", team.name);
    expect(await statuses(clients)).toEqual([200, 200]);
  });

  const em = () => database.orm.em.fork();

  /** A new team's client for each of the servers. */
  async function signIn(): Promise<{ clients: Client[]; team: TestTeam }> {
    const team = await buildTeam(em());
    const key = await buildKey(em(), team);
    await buildBusinessNumber(em(), { team, isPrimary: true });
    return { team, clients: servers.map(({ url }) => createClient(url, key)) };
  }
});

test("two servers that start at once on a blank database create one team, whose key has one shared bucket", async () => {
  const database = await createBlankDatabase();
  const settings = { ...settingsFor(database), BOOTSTRAP_API_KEY: "", DATA_DIR: newPath() };
  // The gate stops the server that migrates, while the other server waits for the schema lock.
  const gate = database.orm.em.fork();
  await gate.begin();
  await gate.execute("create table mikro_orm_migrations ()");
  const servers = [spawnServer(settings), spawnServer(settings)];
  await vi.waitFor(async () => expect(await countSchemaSessions(database)).toBe(2), { timeout: 20_000 });
  await gate.rollback();
  await Promise.all(servers.map((server) => server.hasWritten('"started"')));

  expect(servers.filter(({ stdout }) => stdout.includes(settings.DATA_DIR))).toHaveLength(1);
  const key = readFileSync(join(settings.DATA_DIR, "first-api-key"), "utf8").trim();
  expect(await database.orm.em.fork().find(Team, {})).toMatchObject([{ name: "default" }]);

  const clients = servers.map(({ url }) => createClient(url, key));
  const began = performance.now();
  const answers = await spread(200, clients, (client) => client.raw("listThreads"));
  const refilled = ((performance.now() - began) / 1_000) * 10;

  const admitted = answers.filter(({ status }) => status === 200).length;
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(200 - admitted);
  expect(admitted).toBeGreaterThanOrEqual(50);
  expect(admitted).toBeLessThanOrEqual(50 + Math.ceil(refilled));

  await Promise.all(servers.map((server) => server.stop()));
  await database.close();
});

/** The number of sessions that hold the schema lock or wait for it. */
async function countSchemaSessions({ orm }: Database): Promise<number> {
  const sessions = "select from pg_stat_activity where application_name = ? and datname = current_database()";
  return (await orm.em.fork().execute(sessions, [unlimitedName])).length;
}

/** Runs `times` concurrent actions, with the clients in rotation. */
function spread<T>(times: number, clients: Client[], act: (client: Client, index: number) => Promise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: times }, (_, index) => act(clients[index % clients.length]!, index)));
}

/** How each of the clients is answered. */
async function statuses(clients: Client[]): Promise<number[]> {
  const answers: RawAnswer[] = await Promise.all(clients.map((client) => client.raw("listThreads")));
  return answers.map(({ status }) => status);
}
