import { expect, onTestFinished, test, vi } from "vitest";
import { checkNotifications } from "../../cli/doctor/notifications.ts";
import { createCursors } from "../../server/db/sql/cursor.ts";
import { Streams } from "../../server/events/streams.ts";
import { type EventWatcher, startWakes } from "../../server/events/wakes.ts";
import { createLog } from "../../server/log.ts";
import { Publisher } from "../../server/webhooks/endpoints/publisher.ts";
import { useApp, useNeighbour } from "../support/app.ts";
import { countWaiting, createDatabase } from "../support/database.ts";
import { openStream, type TestStream } from "../support/events.ts";
import { buildContact } from "../support/factories.ts";
import { startForwarder } from "../support/forwarder.ts";

/** A database whose notifications do not arrive, as behind a pooler of transactions: they are heard in another one. */
async function createDeafDatabase() {
  const [database, other] = [await createDatabase(), await createDatabase()];
  await other.orm.close();
  return { ...database, address: other.address };
}

/** A database to which the listener connects over a slow network, and the rest of the server directly. */
async function createSlowlyHeardDatabase() {
  const database = await createDatabase();
  const network = await startForwarder(database);
  network.delay(25);
  const close = async () => {
    await database.close();
    await network.close();
  };
  return { ...database, address: { url: network.url }, close };
}

const app = useApp();
const slow = useApp({ database: createSlowlyHeardDatabase });
const stopping = useNeighbour(app);
const deaf = useApp({ database: createDeafDatabase });

const says = (line: string) => app.logLines.some((each) => each.includes(line));

/** The milliseconds that an event takes to a stream. */
async function measure(stream: TestStream, write: () => Promise<{ id: string }>): Promise<number> {
  const started = performance.now();
  const { id } = await write();
  expect((await stream.next()).event.data.contactId).toBe(id);
  return performance.now() - started;
}

test("where notifications do not arrive, the server reads events twice a second, and the doctor says so", async () => {
  const { client, key } = await deaf.signIn({ withNumber: false });
  const stream = await openStream(deaf.url, key);

  const times = [];
  for (let turn = 0; turn < 2; turn += 1) times.push(await measure(stream, () => buildContact(client)));

  // The second half second is for a busy machine.
  expect(Math.max(...times)).toBeLessThan(1_000);
  expect(deaf.logLines.some((line) => line.includes("events are notified"))).toBe(false);
  const finding = await checkNotifications(deaf.database);
  expect(finding).toMatchObject({ status: "ok", found: expect.stringContaining("read the database twice a second") });
  expect(await checkNotifications(app.database)).toMatchObject({ status: "ok", found: "arrive" });
  stream.close();
});

test("events still arrive after the session that listens is lost", async () => {
  const { client, key } = await app.signIn({ withNumber: false });
  const stream = await openStream(app.url, key);
  await vi.waitFor(() => expect(says("events are notified")).toBe(true), { timeout: 5_000 });

  await app.em().execute(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where application_name = 'messaging events' and datname = current_database()`,
  );
  await vi.waitFor(() => expect(says("events are polled")).toBe(true), { timeout: 5_000 });

  for (let turn = 0; turn < 2; turn += 1) await measure(stream, () => buildContact(client));
  stream.close();
});

test("a stopping server tells its streams to connect again, and they continue after their last event", async () => {
  const { client, key } = await app.signIn({ withNumber: false });
  const stream = await openStream(stopping.url, key);
  await buildContact(client);
  const { id: position } = await stream.next();
  // A stream whose request has arrived, and that begins only after the others have ended.
  const blocker = app.em();
  await blocker.begin();
  onTestFinished(async () => {
    if (blocker.isInTransaction()) await blocker.rollback();
  });
  await blocker.execute("lock table event_feed in access exclusive mode");
  const late = openStream(stopping.url, key);
  await vi.waitFor(async () => expect(await countWaiting(app.database)).toBeGreaterThan(0));

  const drained = stopping.drain();

  const last = /^retry: \d+\n: the server is stopping, connect again$/m;
  expect(await stream.rest()).toMatch(last);
  await blocker.rollback();
  expect(await (await late).rest()).toMatch(last);
  await drained;
  const { id } = await buildContact(client);
  const next = await openStream(app.url, key, {}, { "last-event-id": position });
  expect((await next.next()).event.data.contactId).toBe(id);
  next.close();
});

test("an event that commits while the listener is connecting arrives at once", async () => {
  const { client, key } = await slow.signIn({ withNumber: false });
  const stream = await openStream(slow.url, key);
  const listener =
    "select from pg_stat_activity where application_name = 'messaging events' and datname = current_database()";
  await vi.waitFor(async () => expect(await slow.em().execute(listener)).toHaveLength(1), { interval: 5 });

  const time = await measure(stream, () => buildContact(client));

  // A heartbeat would follow after 15 seconds.
  expect(time).toBeLessThan(5_000);
  stream.close();
});

const log = createLog("silent");

/** Expects that a watcher that begins to wait makes the process listen, long before its next poll. */
async function expectListening(watcher: EventWatcher, begin: () => unknown): Promise<void> {
  const wakes = startWakes({ database: app.database, log, watchers: [watcher], pollMilliseconds: 600_000 });
  onTestFinished(() => wakes.stop());
  await begin();
  await vi.waitFor(() => expect(wakes.isListening).toBe(true), { timeout: 10_000 });
}

test("the first stream of a process makes it listen at once, not with the next poll", async () => {
  const { team } = await app.signIn({ withNumber: false });
  const streams = new Streams({
    orm: app.database.orm,
    log,
    cursors: createCursors("a secret of this test"),
    maxStreams: 1,
    checkKeys: () => Promise.reject(new Error("The keys of this test are not checked.")),
  });
  onTestFinished(() => streams.stop());
  const sink = { unsentBytes: 0, write() {}, end() {}, destroy() {} };

  await expectListening(streams, () =>
    streams.open({ teamId: team.id, apiKeyId: team.id, testMode: false, filter: {}, after: 0n }, sink),
  );
});

test("the first endpoint that a worker finds makes it listen at once, not with the next poll", async () => {
  const { client } = await app.signIn({ withNumber: false });
  const publisher = new Publisher({ orm: app.database.orm, log, onPublished() {}, pauseMilliseconds: 20 });
  onTestFinished(() => publisher.stop());

  await expectListening(publisher, () =>
    client.createWebhookEndpoint({ body: { url: "https://endpoints.example/events" } }),
  );
});
