import { afterEach, expect, test, vi } from "vitest";
import { createKey, updateKey } from "../../server/keys/keys.ts";
import { setTeamStatus } from "../../server/keys/teams.ts";
import { useApp, useNeighbour } from "../support/app.ts";
import { createClient } from "../support/client.ts";
import { refusalOf } from "../support/refusals.ts";
import { recordStatements } from "../support/statements.ts";

const app = useApp();
const neighbour = useNeighbour(app);
afterEach(() => void vi.restoreAllMocks());

/** A team with a key of its own, which two processes know. */
async function signIn() {
  const { team } = await app.signIn();
  const { id, key } = await createKey(app.em(), team);
  const clients = [app, neighbour].map(({ url }) => createClient(url, key));
  for (const client of clients) await client.listThreads();
  return { team, id, key, clients, client: clients[0]! };
}

test("a process reads a key once, and then takes a token with one statement for each request", async () => {
  vi.spyOn(performance, "now").mockReturnValue(0);
  const { client } = await signIn();

  const statements = await recordStatements(async () => {
    for (let asked = 0; asked < 5; asked++) await client.listThreads();
  });

  expect(statements.filter(({ text }) => text.includes("api_key k"))).toEqual([]);
  expect(statements.filter(({ text }) => text.includes("insert into rate_bucket"))).toHaveLength(5);
});

test("a change of a key or its team applies from the next request on, in processes that know the key", async () => {
  const { team, id, clients } = await signIn();

  await updateKey(app.em(), id, { scopes: ["contacts:read"] });
  for (const client of clients) expect(refusalOf(await client.raw("listThreads"))).toBe("403 insufficient_scope");
  await updateKey(app.em(), id, { scopes: null, mode: "live" });
  for (const client of clients) {
    expect((await client.raw("listThreads")).status).toBe(200);
    expect(refusalOf(await client.inTestMode().raw("listThreads"))).toBe("401 missing_team_context");
  }
  await setTeamStatus(app.em(), team.name, "suspended");
  for (const client of clients) expect(refusalOf(await client.raw("listThreads"))).toBe("403 license_inactive");
  await setTeamStatus(app.em(), team.name, "active");
  for (const client of clients) expect((await client.raw("listThreads")).status).toBe(200);
});

test("a key that was revoked by SQL alone is refused after a quarter of a second", async () => {
  let time = 0;
  vi.spyOn(performance, "now").mockImplementation(() => time);
  const { id, client } = await signIn();

  await app.em().execute("update api_key set revoked_at = created_at where id = ?", [id]);
  time += 250;

  expect(refusalOf(await client.raw("listThreads"))).toBe("401 missing_team_context");
});

test("a key works from its creation on, though it was asked for before", async () => {
  const { team } = await app.signIn();
  const { id, key } = await createKey(app.em(), team);
  const client = createClient(app.url, key);
  await app.em().execute("update api_key set revoked_at = created_at where id = ?", [id]);
  expect(refusalOf(await client.raw("listThreads"))).toBe("401 missing_team_context");

  await app.em().execute("update api_key set revoked_at = null where id = ?", [id]);

  expect((await client.raw("listThreads")).status).toBe(200);
});
