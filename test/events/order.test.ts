import { expect, test, vi } from "vitest";
import type { EventRecord } from "../../generated/api.ts";
import { readClock } from "../../server/db/clock.ts";
import { recordMergeEvent } from "../../server/events/contact-events.ts";
import { useApp, useNeighbour } from "../support/app.ts";
import { inboundForm, postCallback } from "../support/callbacks.ts";
import { type Client, createClient } from "../support/client.ts";
import { countWaiting } from "../support/database.ts";
import { openStream, readAllEvents } from "../support/events.ts";
import { buildContact, type TestTeam, uniquePhone } from "../support/factories.ts";

const app = useApp();
const neighbour = useNeighbour(app);

/** Begins a transaction that records an event with that number. Returns its end. */
async function record(team: TestTeam, number: number) {
  const tx = app.em();
  await tx.begin();
  const data = { contactId: team.id, mergedFrom: team.id, movedThreads: number };
  await recordMergeEvent(tx, team.id, data, await readClock(tx));
  // The statement of the event travels with the next one, and the feed is locked once that is answered.
  await readClock(tx);
  return { commit: () => tx.commit(), rollback: () => tx.rollback() };
}

const numbersOf = (events: EventRecord[]) => events.map(({ data }) => data.movedThreads);

test("a reader does not skip an event that commits late, because the later one waits for it", async () => {
  const { client, key, team } = await app.signIn({ withNumber: false });
  const { position } = await client.listEvents();
  const stream = await openStream(app.url, key);
  const late = await record(team, 1);
  const next = record(team, 2).then(({ commit }) => commit());
  await vi.waitFor(async () => expect(await countWaiting(app.database)).toBe(1));
  const before = await client.listEvents({ query: { cursor: position } });

  await late.commit();
  await next;

  expect(before.events).toEqual([]);
  const after = await client.listEvents({ query: { cursor: before.position } });
  expect(numbersOf(after.events)).toEqual([1, 2]);
  expect(numbersOf([(await stream.next()).event, (await stream.next()).event])).toEqual([1, 2]);
  stream.close();
});

test("an event whose transaction is undone does not hold up the next one", async () => {
  const { client, team } = await app.signIn({ withNumber: false });
  await client.listEvents();
  const undone = await record(team, 1);
  const next = record(team, 2).then(({ commit }) => commit());
  await undone.rollback();
  await next;

  expect(numbersOf(await readAllEvents(client))).toEqual([2]);
});

/** Reads the events after a position page by page, until the work is done and the end is reached. */
async function follow(client: Client, from: string, isDone: () => boolean): Promise<EventRecord[]> {
  const events: EventRecord[] = [];
  for (let position = from; ; ) {
    const wasDone = isDone();
    const page = await client.listEvents({ query: { cursor: position, per_page: 3 } });
    events.push(...page.events);
    position = page.position;
    if (wasDone && page.nextCursor === null) return events;
  }
}

test("concurrent writers of a team on two servers: page readers and streams get every event once, in one order", async () => {
  const { client, key, number } = await app.signIn();
  // Before the first event, so that the readers miss none.
  const { position } = await client.listEvents();
  const streams = [await openStream(app.url, key), await openStream(neighbour.url, key)];
  let isDone = false;
  const readers = [client, createClient(neighbour.url, key)].map((reader) => follow(reader, position, () => isDone));

  const writers = Array.from({ length: 8 }, async (_, writer) => {
    const own = createClient(writer % 2 === 0 ? app.url : neighbour.url, key);
    for (let turn = 0; turn < 8; turn += 1) {
      if (turn % 4 === 3) await postCallback(app, "inbound", inboundForm(uniquePhone(), number, "STOP"));
      else await buildContact(own);
      if (writer === 0) await app.jobs.drain();
    }
  });
  await Promise.all(writers);
  await app.jobs.drain();
  isDone = true;

  // 48 contacts, and a consent and a message of each of 16 keywords.
  const all = await readAllEvents(client);
  expect(all).toHaveLength(48 + 2 * 16);
  for (const events of await Promise.all(readers)) expect(events).toEqual(all);
  for (const stream of streams) {
    const events: EventRecord[] = [];
    while (events.length < all.length) events.push((await stream.next()).event);
    expect(events).toEqual(all);
    stream.close();
  }
});
