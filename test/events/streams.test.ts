import { connect } from "node:net";
import { afterEach, expect, test, vi } from "vitest";
import { pruneEvents } from "../../server/events/prune-events.ts";
import { setTeamStatus } from "../../server/keys/teams.ts";
import { useApp, useNeighbour } from "../support/app.ts";
import { daysAgo } from "../support/callbacks.ts";
import { createClient } from "../support/client.ts";
import { openStream, readAllEvents, type TestStream } from "../support/events.ts";
import { buildContact, type TestTeam } from "../support/factories.ts";
import { fromNow } from "../support/times.ts";

const streamLimits = { heartbeatMilliseconds: 50, slowMilliseconds: 100, noteUseMilliseconds: 100 };
const app = useApp({ maxStreams: 6, streamLimits });
const neighbour = useNeighbour(app);

const opened: TestStream[] = [];
afterEach(() => {
  for (const stream of opened.splice(0)) stream.close();
});

/** Opens a stream that ends with the test. */
async function open(...[key, query, headers]: [string, Record<string, string>?, Record<string, string>?]) {
  const stream = await openStream(app.url, key, query, headers);
  opened.push(stream);
  return stream;
}

test("a stream is an event stream that nobody keeps, and shows each event as the list does", async () => {
  const { client, key } = await app.signIn({ withNumber: false });

  const stream = await open(key);
  await buildContact(client);
  await buildContact(client);
  const shown = [await stream.next(), await stream.next()];

  expect(stream.status).toBe(200);
  expect(Object.fromEntries(stream.headers)).toMatchObject({
    "content-type": "text/event-stream",
    "cache-control": "no-store",
    "x-request-id": expect.any(String),
    ratelimit: expect.any(String),
  });
  expect(shown.map(({ event }) => event)).toEqual(await readAllEvents(client));
});

test("a stream continues after the last received event, by its header, by its parameter, and from a cursor", async () => {
  const { client, key } = await app.signIn({ withNumber: false });
  const { position } = await client.listEvents();
  const names = ["one", "two", "three"];
  for (const name of names) await buildContact(client, { name });
  const events = await readAllEvents(client);

  const first = await (await open(key, {}, { "last-event-id": position })).next();
  expect(first.event).toEqual(events[0]);
  const second = await (await open(key, { last_event_id: first.id })).next();
  expect(second.event).toEqual(events[1]);
  const { events: after } = await client.listEvents({ query: { cursor: second.id } });
  expect(after).toEqual([events[2]]);
});

test("a stream with since begins with the events from then on, and without it with what happens next", async () => {
  const { client, key } = await app.signIn({ withNumber: false });
  await client.listEvents();
  await buildContact(client);
  const [event] = await readAllEvents(client);

  const since = await open(key, { since: event!.timestamp });
  const live = await open(key);
  const { id } = await buildContact(client);

  expect((await since.next()).event).toEqual(event);
  expect((await since.next()).event.data.contactId).toBe(id);
  expect((await live.next()).event.data.contactId).toBe(id);
});

test("a stream that starts far behind gets all events in order", async () => {
  const { client, key, team } = await app.signIn({ withNumber: false });
  const { position } = await client.listEvents();
  await app.em().execute(
    `insert into event (team_id, sequence, id, type, test_mode, data, created_at)
     select team_id, last_sequence + n, gen_random_uuid(), 'contact.merged', false, '{}', clock_timestamp()
     from event_feed, generate_series(1, 450) n where team_id = ?`,
    [team.id],
  );
  await app.em().execute("update event_feed set last_sequence = last_sequence + 450 where team_id = ?", [team.id]);

  // Its heartbeats, which would read on, are far apart.
  const stream = await openStream(neighbour.url, key, { last_event_id: position });
  opened.push(stream);
  const sequences: number[] = [];
  while (sequences.length < 450) sequences.push((await stream.next()).event.sequence);

  expect(sequences).toEqual(Array.from({ length: 450 }, (_, index) => sequences[0]! + index));
});

test("a stream shows only events that pass its filters, and a heartbeat moves its position behind the others", async () => {
  const { client, key } = await app.signIn({ withNumber: false });
  const stream = await open(key, { types: "contact.merged" });
  const [source, target] = [await buildContact(client), await buildContact(client)];

  await vi.waitFor(async () => {
    const cursor = await stream.heartbeat();
    expect((await client.listEvents({ query: { cursor } })).events).toEqual([]);
  });
  await client.mergeContacts({ body: { sourceContactId: source.id, targetContactId: target.id } });

  expect((await stream.next()).event.type).toBe("contact.merged");
});

test("an event that another process commits arrives", async () => {
  const { key, client } = await app.signIn({ withNumber: false });
  await client.listEvents();
  const stream = await openStream(neighbour.url, key);
  opened.push(stream);

  const { id } = await buildContact(client);

  expect((await stream.next()).event.data.contactId).toBe(id);
});

test.each([
  ["an unknown type", { types: "message" }, {}, "types"],
  ["a position that is none", {}, { "last-event-id": "nonsense" }, "last_event_id"],
  ["a since from before the recording", { since: "2026-11-01" }, {}, "since"],
])("%s is refused before the first byte of the stream", async (_, query, headers, field) => {
  const { client } = await app.signIn({ withNumber: false });

  const answer = await client.request("GET", `/api/events/stream?${new URLSearchParams(query as never)}`, {
    headers: headers as Record<string, string>,
  });

  expect(answer).toMatchObject({ status: 422, body: { error: "validation_error", details: [{ field }] } });
});

test("a team has half of the streams of a process, the next gets 503, and a closed stream makes room", async () => {
  const { key, client } = await app.signIn({ withNumber: false });
  const streams = await Promise.all([1, 2, 3].map(() => open(key)));

  const refused = await client.request("GET", "/api/events/stream");

  expect(refused).toMatchObject({ status: 503, body: { error: "server_error" } });
  expect(refused.headers.get("retry-after")).toBe("5");
  streams[0]!.close();
  await expect.poll(async () => (await open(key)).status).toBe(200);
});

test("teams that open streams without end leave one for another team, which gets its events", async () => {
  const greedy = [await app.signIn({ withNumber: false }), await app.signIn({ withNumber: false })];
  for (const { key } of greedy) for (let count = 0; count < 6; count += 1) await open(key);
  const { key, client } = await app.signIn({ withNumber: false });

  const stream = await open(key);
  const { id } = await buildContact(client);

  expect(stream.status).toBe(200);
  expect((await stream.next()).event.data.contactId).toBe(id);
});

/** Changes the key of a team as a command does, which also notes that keys have changed. */
async function changeKey(team: TestTeam, change: string, values: unknown[] = []): Promise<void> {
  await app.em().execute(`update api_key set ${change} where team_id = ?`, [...values, team.id]);
  await app.em().execute("update key_revision set revision = revision + 1");
}

const setKey = (change: string) => (team: TestTeam) => changeKey(team, change);

/** Sets a time of the key to the given number of seconds from now. */
const setTime = (column: string, seconds: number) => async (team: TestTeam) =>
  changeKey(team, `${column} = ?`, [await fromNow(app.em(), seconds)]);

test.each([
  ["its key is revoked", setTime("revoked_at", 0), ""],
  ["its key expires", setTime("expires_at", 0.2), ""],
  ["its key loses the scope", setKey("scopes = '{messages:read}'"), ""],
  ["its key may no longer act in test mode", setKey("mode = 'live'"), "_test"],
  ["its team is suspended", (team: TestTeam) => setTeamStatus(app.em(), team.name, "suspended"), ""],
])("a stream ends within a second after %s", async (_, change, suffix) => {
  const { team, key } = await app.signIn({ withNumber: false });
  const stream = await open(`${key}${suffix}`);
  const started = performance.now();

  await change(team);

  expect(await stream.rest()).toContain(": the key may no longer read events");
  // The half second is for a busy machine.
  expect(performance.now() - started).toBeLessThan(1_500);
  const { status } = await open(`${key}${suffix}`);
  expect(status).toBeGreaterThan(400);
});

test("a stream goes on while its key changes otherwise, and in test mode while its team is suspended", async () => {
  const { team, key, client } = await app.signIn({ withNumber: false });
  const streams = [await open(key), await open(`${key}_test`)];
  await setKey("scopes = '{events:read,contacts:write}'")(team);
  await setTime("expires_at", 3_600)(team);
  // A check of the keys follows the first heartbeat, and the second heartbeat follows that check.
  for (const stream of streams) for (const _ of [1, 2]) await stream.heartbeat();
  const { id } = await buildContact(client);
  for (const stream of streams) expect((await stream.next()).event.data.contactId).toBe(id);

  await setTeamStatus(app.em(), team.name, "suspended");
  expect(await streams[0]!.rest()).toContain(": the key may no longer read events");
  const later = await buildContact(createClient(app.url, `${key}_test`));
  expect((await streams[1]!.next()).event.data.contactId).toBe(later.id);
});

test("events stay recorded beneath a stream that lasts longer than a use of them counts", async () => {
  const { client, key, team } = await app.signIn({ withNumber: false });
  const stream = await open(key);
  await app
    .em()
    .execute(
      "update event_feed set used_at = (used_at at time zone 'UTC' - interval '32 days') at time zone 'UTC' where team_id = ?",
      [team.id],
    );
  const isUsed = "select from event_feed where team_id = ? and used_at > clock_timestamp() - interval '1 day'";
  await vi.waitFor(async () => expect(await app.em().execute(isUsed, [team.id])).toHaveLength(1), { timeout: 5_000 });

  await pruneEvents(app.em(), await daysAgo(app.em(), 30));

  const { id } = await buildContact(client);
  expect((await stream.next()).event.data.contactId).toBe(id);
});

test("a client that does not read is disconnected", async () => {
  const { client, key, team } = await app.signIn({ withNumber: false });
  const { position } = await client.listEvents();
  await app.em().execute(
    `insert into event (team_id, sequence, id, type, test_mode, data, created_at)
     select team_id, last_sequence + n, gen_random_uuid(), 'contact.merged', false,
       '{"text":"' || repeat('x', 16000) || '"}', clock_timestamp()
     from event_feed, generate_series(1, 1000) n where team_id = ?`,
    [team.id],
  );
  await app.em().execute("update event_feed set last_sequence = last_sequence + 1000 where team_id = ?", [team.id]);

  const socket = connect(Number(new URL(app.url).port), "127.0.0.1").pause();
  const closed = new Promise((resolve) => socket.once("close", resolve));
  socket.on("error", () => {});
  socket.write(
    `GET /api/events/stream?last_event_id=${position} HTTP/1.1\r\nHost: localhost\r\nX-API-Key: ${key}\r\n\r\n`,
  );
  await vi.waitUntil(() => app.logLines.some((line) => line.includes("a slow reader of events")), { timeout: 10_000 });
  socket.resume();
  await closed;

  expect(socket.bytesRead).toBeLessThan(1_000 * 16_000);
});
