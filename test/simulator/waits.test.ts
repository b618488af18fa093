import { connect } from "node:net";
import { expect, test, vi } from "vitest";
import { revokeKey } from "../../server/keys/keys.ts";
import { Waits } from "../../server/simulator/waits.ts";
import { useApp, useNeighbour } from "../support/app.ts";
import { type Client, createClient } from "../support/client.ts";
import { createDatabase } from "../support/database.ts";
import { buildKey, uniquePhone } from "../support/factories.ts";
import { refusalOf } from "../support/refusals.ts";

/** A database whose notifications do not arrive, as behind a pooler of transactions: they are heard in another one. */
async function createDeafDatabase() {
  const [database, other] = [await createDatabase(), await createDatabase()];
  await other.orm.close();
  return { ...database, address: other.address };
}

const phone = { simulated: true, phone: true };
const app = useApp(phone);
const neighbour = useNeighbour(app, phone);
/** A team can have one of its two slots. */
const narrow = useNeighbour(app, { ...phone, limits: { maxInFlight: 2 } });
const stopping = useNeighbour(app, phone);
const deaf = useApp({ ...phone, database: createDeafDatabase });

const send = (client: Client, phone_number = uniquePhone()) =>
  client.sendText({ body: { phone_number, message: "hello" } });

/** Asks for a list that waits. */
async function wait(client: Client, query: { to?: string; wait?: number } = {}) {
  const answer = await client.raw("listSimulatedTexts", { query: { wait: 10, ...query } });
  const texts = answer.body.texts as { id: string }[] | undefined;
  return { answer, ids: texts?.map(({ id }) => id), endedAt: performance.now() };
}

/** Lets earlier requests of this process reach the server. */
const settle = async (client: Client) => {
  for (let turn = 0; turn < 3; turn += 1) await client.raw("getKey");
};

test.each(["the same process", "another process"])("a wait ends with a text that is sent through %s", async (where) => {
  const { key, client } = await app.signIn();
  const waits = [wait(client), wait(client)];
  await settle(client);

  const { textId } = await send(where === "the same process" ? client : createClient(neighbour.url, key));
  const sentAt = performance.now();

  for (const { ids, endedAt } of await Promise.all(waits)) {
    expect(ids).toEqual([textId]);
    expect(endedAt - sentAt).toBeLessThan(5_000);
  }
});

test("a wait ends with a text where notifications do not arrive, too", async () => {
  const { client } = await deaf.signIn();
  const waiting = wait(client);
  await settle(client);

  const { textId } = await send(client);
  const sentAt = performance.now();

  const { ids, endedAt } = await waiting;
  expect(ids).toEqual([textId]);
  expect(endedAt - sentAt).toBeLessThan(5_000);
});

test("a wait for one handset goes on when another one gets a text", async () => {
  const { client } = await app.signIn();
  const to = uniquePhone();
  const waiting = wait(client, { to });
  await settle(client);

  const { textId: other } = await send(client);
  const { texts } = await client.listSimulatedTexts({ query: { wait: 10 } });
  expect(texts.map(({ id }) => id)).toEqual([other]);
  const { textId } = await send(client, to);

  expect((await waiting).ids).toEqual([textId]);
});

test("a wait without a text ends with an empty list", async () => {
  const { client } = await app.signIn();
  const startedAt = performance.now();

  const { answer, ids, endedAt } = await wait(client, { wait: 1 });

  expect([answer.status, ids]).toEqual([200, []]);
  expect(endedAt - startedAt).toBeGreaterThan(950);
});

test("a key has two waiting requests, and others of the team have their own", async () => {
  const { client, team } = await app.signIn();
  const second = createClient(app.url, await buildKey(app.em(), team));

  const ended = await Promise.all([client, client, client, second].map((each) => wait(each, { wait: 1 })));

  expect(ended.map(({ answer }) => answer.status).toSorted()).toEqual([200, 200, 200, 429]);
  const refused = ended.find(({ answer }) => answer.status === 429)!.answer;
  expect(refusalOf(refused)).toBe("429 rate_limited");
  expect(refused.headers.get("retry-after")).toBe("1");
  expect((await wait(client, { wait: 1 })).answer.status).toBe(200);
});

test("a process has 200 waiting requests, and a team at most half of those that the others leave free", async () => {
  const waits = new Waits(async () => ({ admits: () => true, now: "" }));
  const begin = (teamId: string) =>
    Array.from({ length: 120 }, (_, index) =>
      waits.hold({ teamId, apiKeyId: `${teamId} ${index >> 1}` }, 10_000, (waiting) => waiting.next()),
    );
  const begun = [begin("one"), begin("two")].map((ofTeam) => Promise.allSettled(ofTeam));

  waits.stop();

  const [one, two] = await Promise.all(begun);
  const refused = { status: "rejected", reason: { code: "server_error", status: 503, retryAfterSeconds: 5 } };
  const held = { status: "fulfilled" };
  expect(one).toMatchObject([...Array(100).fill(held), ...Array(20).fill(refused)]);
  expect(two).toMatchObject([...Array(50).fill(held), ...Array(70).fill(refused)]);
});

test("a request whose client is gone waits no longer", async () => {
  const { key, client } = await app.signIn();
  const gone = [openWait(app.url, key), openWait(app.url, key)];
  await settle(client);
  await vi.waitFor(async () => expect((await wait(client, { wait: 1 })).answer.status).toBe(429));
  const begunAt = performance.now();

  for (const socket of gone) socket.destroy();

  await vi.waitFor(async () => expect((await wait(client, { wait: 1 })).answer.status).toBe(200));
  expect(performance.now() - begunAt).toBeLessThan(8_000);
});

test("a waiting request holds no slot of requests in progress", async () => {
  const { key } = await app.signIn();
  const client = createClient(narrow.url, key);
  const waiting = wait(client);
  await vi.waitFor(async () => expect((await client.raw("getKey")).status).toBe(200));
  await settle(client);

  const { textId } = await send(client);

  expect((await waiting).ids).toEqual([textId]);
});

test("a key that is revoked while it waits gets no text", async () => {
  const { client, team } = await app.signIn();
  const waitingClient = createClient(app.url, await buildKey(app.em(), team));
  const { id } = await waitingClient.getKey();
  const waiting = wait(waitingClient);
  await settle(client);

  await revokeKey(app.em(), id);
  await send(client);

  expect(refusalOf((await waiting).answer)).toBe("401 missing_team_context");
});

test("a process that stops answers the requests that wait", async () => {
  const { key } = await app.signIn();
  const client = createClient(stopping.url, key);
  const waiting = wait(client);
  await settle(client);
  const startedAt = performance.now();

  await stopping.drain();

  const { answer, ids } = await waiting;
  expect([answer.status, ids]).toEqual([200, []]);
  expect(performance.now() - startedAt).toBeLessThan(5_000);
});

/** Sends a request that waits, on a connection of its own. */
function openWait(url: string, key: string) {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname).on("error", () => {});
  socket.write(`GET /api/simulator/texts?wait=10 HTTP/1.1\r\nHost: ${hostname}\r\nX-API-Key: ${key}\r\n\r\n`);
  return socket;
}
