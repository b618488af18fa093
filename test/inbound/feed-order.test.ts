import { expect, test, vi } from "vitest";
import { newId } from "../../server/db/schema/ids.ts";
import { processInbound } from "../../server/inbound/process-inbound.ts";
import { recordCallbacks } from "../../server/inbound/record-callbacks.ts";
import { useApp } from "../support/app.ts";
import { inboundForm, newInbound } from "../support/callbacks.ts";
import { countWaiting } from "../support/database.ts";
import { readAllEvents } from "../support/events.ts";
import { uniquePhone } from "../support/factories.ts";

const app = useApp();

test("a batch of inbound texts locks the feeds of teams in one order, also for its keywords", async () => {
  const signedIn = [await app.signIn(), await app.signIn()].toSorted((a, b) => (a.team.id < b.team.id ? -1 : 1));
  const [first, second] = signedIn as [(typeof signedIn)[number], (typeof signedIn)[number]];
  for (const { client } of signedIn) await client.listEvents();
  const texts = [
    { to: first.number, text: "hello" },
    { to: second.number, text: "STOP" },
  ].map(({ to, text }) => ({ id: newId(), fields: inboundForm(uniquePhone(), to, text) }));
  await app.em().transactional((tx) =>
    recordCallbacks(
      tx,
      texts.map(({ id, fields }) => newInbound(fields, { id })),
    ),
  );
  const holder = app.em();
  await holder.begin();
  try {
    await holder.execute("select from event_feed where team_id = ? for update", [first.team.id]);
    const jobs = texts.map(({ id }) => ({ callbackId: id }));
    const processed = app.em().transactional((tx) => processInbound(tx, jobs));
    await vi.waitFor(async () => expect(await countWaiting(app.database)).toBe(1), { timeout: 5_000 });

    // The feed of the second team is free while the batch waits for that of the first.
    await app.em().execute("update event_feed set used_at = used_at where team_id = ?", [second.team.id]);
    expect(await countWaiting(app.database)).toBe(1);
    await holder.rollback();
    await processed;
  } finally {
    if (holder.isInTransaction()) await holder.rollback();
  }
  expect((await readAllEvents(first.client)).map(({ type }) => type)).toEqual(["message.received"]);
  expect((await readAllEvents(second.client)).map(({ type }) => type)).toEqual(["consent.changed", "message.received"]);
});
