import { expect, test } from "vitest";
import { createCursors } from "../../server/db/sql/cursor.ts";
import { sealPosition } from "../../server/events/positions.ts";
import { pruneEvents } from "../../server/events/prune-events.ts";
import { useApp } from "../support/app.ts";
import { daysAgo } from "../support/callbacks.ts";
import type { Client } from "../support/client.ts";
import { openStream, readAllEvents } from "../support/events.ts";
import { buildContact, type TestTeam } from "../support/factories.ts";
import { secretKey } from "../support/passcodes.ts";

const app = useApp();

/** A team with some events. */
async function withEvents(count: number) {
  const signedIn = await app.signIn({ withNumber: false });
  const { position } = await signedIn.client.listEvents();
  for (let index = 0; index < count; index += 1) await buildContact(signedIn.client);
  return { ...signedIn, position };
}

/** Makes everything about a team's events older. */
async function age(team: TestTeam, interval: string): Promise<void> {
  await app
    .em()
    .execute(
      "update event set created_at = (created_at at time zone 'UTC' - ?::interval) at time zone 'UTC' where team_id = ?",
      [interval, team.id],
    );
  await app
    .em()
    .execute(
      "update event_feed set used_at = (used_at at time zone 'UTC' - ?::interval) at time zone 'UTC', recorded_since = (recorded_since at time zone 'UTC' - ?::interval) at time zone 'UTC' where team_id = ?",
      [interval, interval, team.id],
    );
}

/** The number of events of a team that are stored. */
async function countEvents(team: TestTeam): Promise<number> {
  const [row] = await app.em().execute<{ count: string }[]>("select count(*) from event where team_id = ?", [team.id]);
  return Number(row!.count);
}

const contactIds = (events: { data: Record<string, unknown> }[]) => events.map(({ data }) => data.contactId);

/** Asks for a page and for a stream. Both refuse the field, before the first byte of the stream. */
async function expectRefusal(client: Client, field: string, value: string): Promise<void> {
  const list = await client.raw("listEvents", { query: { [field]: value } });
  const name = field === "cursor" ? "last_event_id" : field;
  const stream = await client.request("GET", `/api/events/stream?${new URLSearchParams({ [name]: value })}`);
  expect(list).toMatchObject({ status: 422, body: { error: "validation_error", details: [{ field }] } });
  expect(stream).toMatchObject({ status: 422, body: { error: "validation_error", details: [{ field: name }] } });
}

const refusedFor = (field: string) => ({ status: 422, error: "validation_error", details: [{ field }] });

test("pages follow one another without gaps, and the position of the last one continues with later events", async () => {
  const { client } = await withEvents(5);
  const whole = await readAllEvents(client);

  expect(await readAllEvents(client, { per_page: 2 })).toEqual(whole);
  expect(whole.map(({ sequence }) => sequence)).toEqual(
    whole.map(({ sequence }) => sequence).toSorted((a, b) => a - b),
  );
  const { position, nextCursor } = await client.listEvents({ query: { per_page: 100 } });
  expect(nextCursor).toBeNull();

  const { id } = await buildContact(client);

  const later = await client.listEvents({ query: { cursor: position } });
  expect(contactIds(later.events)).toEqual([id]);
});

test("a page says from when on events are complete, which is the first request for them", async () => {
  const { client } = await app.signIn({ withNumber: false });
  await buildContact(client);

  const { recordedSince, events } = await client.listEvents();
  const contact = await buildContact(client);

  expect(events).toEqual([]);
  const [event] = await readAllEvents(client);
  expect(event!.timestamp >= recordedSince).toBe(true);
  expect(contactIds(await readAllEvents(client))).toEqual([contact.id]);
  expect((await client.listEvents()).recordedSince).toBe(recordedSince);
});

test("since starts at the first event from that timestamp on", async () => {
  const { client } = await withEvents(4);
  const events = await readAllEvents(client);

  expect(await readAllEvents(client, { since: events[2]!.timestamp, per_page: 1 })).toEqual(events.slice(2));
});

test("a position from before the recording, or over 30 days old, is refused", async () => {
  const { client, team, position } = await withEvents(1);
  const { position: later, recordedSince } = await client.listEvents();
  const before = new Date(Date.parse(recordedSince) - 1_000).toISOString();

  await expectRefusal(client, "since", before);

  await age(team, "29 days");
  expect(contactIds((await client.listEvents({ query: { cursor: position } })).events)).toHaveLength(1);
  await age(team, "2 days");
  const old = new Date(Date.now() - 30.5 * 86_400_000).toISOString();
  await expectRefusal(client, "since", old);
  expect((await client.listEvents()).events).toEqual([]);
  await client.listEvents({ query: { cursor: later } });
});

test("a position of a reader that has not read for 30 days is refused", async () => {
  const { client, team } = await withEvents(1);
  await age(team, "40 days");
  const positionAt = async (days: number) =>
    sealPosition(createCursors(secretKey), team.id, { sequence: 1n, time: await daysAgo(app.em(), days) });

  await expectRefusal(client, "cursor", await positionAt(31));
  expect((await client.listEvents({ query: { cursor: await positionAt(29) } })).events).toHaveLength(1);
});

/** Sets a team's feed back by some events, as a restore or a failover to a late standby does. */
async function setBack(team: TestTeam, count: number): Promise<void> {
  const [{ last }] = (await app
    .em()
    .execute<{ last: string }[]>("select last_sequence as last from event_feed where team_id = ?", [team.id])) as [
    { last: string },
  ];
  const kept = Number(last) - count;
  await app.em().execute("delete from event where team_id = ? and sequence > ?", [team.id, kept]);
  await app.em().execute("update event_feed set last_sequence = ? where team_id = ?", [kept, team.id]);
}

test("a position from before a restore is refused, and so are its events' ids, while later ones continue", async () => {
  const { client, team } = await withEvents(8);
  const { events, position } = await client.listEvents();
  await setBack(team, 8);
  for (let index = 0; index < 5; index += 1) await buildContact(client);

  await expectRefusal(client, "cursor", position);
  const header = await client.request("GET", "/api/events/stream", { headers: { "last-event-id": position } });

  expect(header).toMatchObject({ status: 422, body: { message: expect.stringContaining("before a restore") } });
  const present = await client.listEvents();
  expect(present.events).toHaveLength(5);
  expect(present.events).not.toEqual(events.slice(0, 5));
  await client.listEvents({ query: { cursor: present.position } });
  await buildContact(client);
  expect((await client.listEvents({ query: { cursor: present.position } })).events).toHaveLength(1);
});

test("a stream that is open during a restore ends, so that its client learns that its position is refused", async () => {
  const { client, team, key } = await withEvents(3);
  const stream = await openStream(app.url, key);
  await buildContact(client);
  const { id } = await stream.next();
  await setBack(team, 4);

  await buildContact(client);

  expect(await stream.rest()).toContain(": the position is from before a restore, connect again");
  expect(await client.request("GET", `/api/events/stream?last_event_id=${id}`)).toMatchObject({ status: 422 });
});

test("events are pruned after 30 days, and a feed that nobody used for as long begins anew", async () => {
  const { client, team, position } = await withEvents(2);
  await age(team, "31 days");
  await buildContact(client);

  const before = contactIds(await readAllEvents(client));

  expect(await pruneEvents(app.em(), await daysAgo(app.em(), 30))).toBeGreaterThanOrEqual(2);
  expect(await countEvents(team)).toBe(1);
  expect(contactIds(await readAllEvents(client))).toEqual(before);

  await age(team, "32 days");
  await pruneEvents(app.em(), await daysAgo(app.em(), 30));
  await buildContact(client);

  await expectRefusal(client, "cursor", position);
  expect((await client.listEvents()).events).toEqual([]);
});

test.each([
  ["a cursor of another list", { cursor: "WyIxIl0.AAAAAAAAAAAAAAAAAAAAAA" }, "cursor"],
  ["an unknown type", { types: "message.status,message.sent" }, "types"],
  ["an unknown mode", { mode: "both" }, "mode"],
  ["a since that is no timestamp", { since: "yesterday" }, "since"],
])("%s is refused", async (_, query, field) => {
  const { client } = await app.signIn({ withNumber: false });

  const answer = await client.raw("listEvents", { query: query as never });

  expect(answer).toMatchObject({ status: 422, body: { error: "validation_error", details: [{ field }] } });
});

test("the cursor of another team is refused", async () => {
  const [{ position }, { client }] = [await withEvents(1), await withEvents(1)];

  await expect(client.listEvents({ query: { cursor: position } })).rejects.toMatchObject(refusedFor("cursor"));
});

test("events are filtered by type, business number and mode, also over many that do not pass", async () => {
  const { client, number } = await app.signIn();
  await client.listEvents();
  await client.inTestMode().sendText({ body: { phone_number: "+12025550188", message: "hello" } });
  await buildContact(client);
  await app.deliver();
  const { businessNumbers } = await client.listBusinessNumbers();
  const { id } = businessNumbers.find(({ phoneNumber }) => phoneNumber === number)!;
  const typesOf = async (query: Record<string, unknown>) =>
    new Set((await readAllEvents(client, { per_page: 1, ...query })).map(({ type }) => type));

  expect(await typesOf({})).toEqual(new Set(["message.status", "contact.changed"]));
  expect(await typesOf({ types: "contact.changed" })).toEqual(new Set(["contact.changed"]));
  expect(await typesOf({ types: "contact.merged,message.status" })).toEqual(new Set(["message.status"]));
  expect(await typesOf({ business_number_id: id.toUpperCase() })).toEqual(new Set(["message.status"]));
  expect(await typesOf({ business_number_id: crypto.randomUUID() })).toEqual(new Set());
  expect(await typesOf({ mode: "test" })).toEqual(new Set(["message.status"]));
  expect(await typesOf({ mode: "live" })).toEqual(new Set(["contact.changed"]));
});

test("a filter that few events pass reads a bounded number of events for a page", async () => {
  const { client, team } = await withEvents(1);
  await app.em().execute(
    `insert into event (team_id, sequence, id, type, test_mode, data, created_at)
     select team_id, last_sequence + n, gen_random_uuid(), 'contact.merged', false, '{}', clock_timestamp()
     from event_feed, generate_series(1, 25000) n where team_id = ?`,
    [team.id],
  );
  await app.em().execute("update event_feed set last_sequence = last_sequence + 25000 where team_id = ?", [team.id]);
  const contact = await buildContact(client);
  const pages: number[] = [];
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<Client["listEvents"]>> = await client.listEvents({
      query: { types: ["contact.changed"], ...(cursor !== null && { cursor }) },
    });
    pages.push(page.events.length);
    if (page.nextCursor === null) expect(contactIds(page.events)).toEqual([contact.id]);
    cursor = page.nextCursor;
  } while (cursor !== null);

  expect(pages).toEqual([1, 0, 1]);
});

test.each([
  ["the list", "/api/events?cursor=unknown"],
  ["the stream", "/api/events/stream?last_event_id=unknown"],
])("a refused position of %s does not begin the recording", async (_, path) => {
  const { key, team } = await app.signIn({ withNumber: false });

  const response = await fetch(app.url + path, { headers: { "x-api-key": key } });

  expect(await response.json()).toMatchObject({ error: "validation_error" });
  expect(await app.em().execute("select from event_feed where team_id = ?", [team.id])).toEqual([]);
});
