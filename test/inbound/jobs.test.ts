import { sql } from "kysely";
import { afterEach, expect, onTestFinished, test } from "vitest";
import { openOrm, queries } from "../../server/db/orm.ts";
import { newId } from "../../server/db/schema/ids.ts";
import { findCallback, listCallbacks, replayCallback } from "../../server/inbound/list-callbacks.ts";
import { pruneCallbacks } from "../../server/inbound/prune-callbacks.ts";
import { recordCallbacks } from "../../server/inbound/record-callbacks.ts";
import { listConsents } from "../../server/opt-outs/change-opt-outs.ts";
import { listFailedJobs, retryFailedJobs } from "../../server/queue/failed-jobs.ts";
import { useApp } from "../support/app.ts";
import {
  ageCallbacks,
  daysAgo,
  inboundForm,
  newInbound,
  newSid,
  postCallback,
  statusForm,
} from "../support/callbacks.ts";
import type { Client } from "../support/client.ts";
import { createAwayDatabase } from "../support/database.ts";
import { buildBusinessNumber, uniquePhone } from "../support/factories.ts";
import { openJobs } from "../support/jobs.ts";

const app = useApp();
const away = useApp({ database: createAwayDatabase });

/** Makes the database refuse to store a message with this text. */
async function poison(text: string): Promise<void> {
  await sql`
    create function refuse() returns trigger language plpgsql as $$ begin raise exception 'poisoned'; end $$
  `.execute(queries(app.em()));
  await sql`
    create trigger refuse before insert on message for each row when (new.body = ${sql.lit(text)}) execute function refuse()
  `.execute(queries(app.em()));
}

async function cure(): Promise<void> {
  await sql`drop trigger if exists refuse on message`.execute(queries(app.em()));
  await sql`drop function if exists refuse`.execute(queries(app.em()));
}

afterEach(async () => {
  await cure();
  await retryFailedJobs(app.em(), undefined);
  await app.jobs.drain({ early: true });
});

async function readBodies(client: Client): Promise<string[]> {
  const { threads } = await client.listThreads({ query: { per_page: 100 } });
  return threads.map(({ lastBody }) => lastBody).toSorted();
}

const receive = (number: string, body: string, sid?: string) =>
  postCallback(app, "inbound", inboundForm(uniquePhone(), number, body, sid));

test("a failing callback is retried and does not delay the thousand other callbacks of its batch", async () => {
  const { client, number } = await app.signIn();
  await poison("poison of a thousand");
  const bodies = Array.from({ length: 1_000 }, (_, index) => `${index === 500 ? "poison" : index} of a thousand`);
  const phone = uniquePhone();
  await app.em().transactional((tx) =>
    recordCallbacks(
      tx,
      bodies.map((body) => newInbound(inboundForm(phone, number, body))),
    ),
  );

  const stored = async () => {
    const [{ count }] = await app
      .em()
      .execute<[{ count: number }]>("select count(*)::int as count from message where body like '% of a thousand'");
    return count;
  };
  // On a busy machine, the retry of the failing callback is due before the others are stored.
  expect(await app.jobs.drain()).toBeGreaterThanOrEqual(1);
  expect(await stored()).toBe(999);
  const { threads } = await client.listThreads();
  expect(threads).toMatchObject([{ lastBody: "999 of a thousand" }]);

  await cure();
  expect(await app.jobs.drain({ early: true })).toBe(1);
  expect(await stored()).toBe(1_000);
  expect(await app.jobs.drain({ early: true })).toBe(0);
});

test("two workers store the texts of a phone in the order of receipt, each once", async () => {
  const { client, number } = await app.signIn();
  const orm = await openOrm(app.database.address);
  onTestFinished(() => orm.close());
  const other = openJobs({ ...app.database, orm });
  const phone = uniquePhone();
  const texts = Array.from({ length: 60 }, (_, index) => `text ${index}`);
  for (const text of texts) await postCallback(app, "inbound", inboundForm(phone, number, text));

  expect(await Promise.all([app.jobs.drain(), other.drain()]).then(([one, two]) => one + two)).toBe(60);

  const { threads } = await client.listThreads();
  const { messages } = await client.listThreadMessages({ path: { id: threads[0]!.id }, query: { per_page: 100 } });
  expect(messages.map(({ body }) => body).toReversed()).toEqual(texts);
});

test("texts that wait for a locked thread are stored in the order of receipt, without a retry of their jobs", async () => {
  const { client, number } = await app.signIn();
  const phone = uniquePhone();
  await postCallback(app, "inbound", inboundForm(phone, number, "first"));
  await app.jobs.drain();
  const texts = ["second", "third"];
  for (const text of texts) await postCallback(app, "inbound", inboundForm(phone, number, text));

  const draining = await app.database.orm.em.fork().transactional(async (holder) => {
    await holder.execute("select from thread where contact_phone = ? for update", [phone]);
    const drained = app.jobs.drain();
    // A batch of several callbacks waits at most 150 ms for a lock.
    await expect.poll(() => longestLockWait(), { timeout: 5_000, interval: 20 }).toBeGreaterThan(250);
    return { drained };
  });

  expect(await draining.drained).toBe(2);
  const { threads } = await client.listThreads();
  const { messages } = await client.listThreadMessages({ path: { id: threads[0]!.id } });
  expect(messages.map(({ body }) => body).toReversed()).toEqual(["first", ...texts]);
});

/** The longest time that a session of the database has waited for its lock, in milliseconds. */
async function longestLockWait(): Promise<number> {
  const [row] = await app.em().execute<[{ milliseconds: number }]>(`
    select coalesce(max(extract(epoch from clock_timestamp() - l.waitstart) * 1000), 0)::float as milliseconds
    from pg_locks l join pg_stat_activity a using (pid) where not l.granted and a.datname = current_database()
  `);
  return row.milliseconds;
}

test("a failing callback is retried with increasing delays, then stored as failed, and can be redriven", async () => {
  const { client, number } = await app.signIn();
  await poison("poison");
  await receive(number, "poison");
  const pauses: number[] = [];
  expect(await app.jobs.drain()).toBe(1);
  for (let tries = 1; (await listFailedJobs(app.em(), 10)).length === 0; tries += 1) {
    expect(tries).toBeLessThan(20);
    const [job] = await app
      .em()
      .execute<{ pause: number }[]>(
        "select extract(epoch from start_after - now())::float8 as pause from pgboss.job where name = 'callbacks.inbound' and state = 'retry'",
      );
    pauses.push(job!.pause);
    expect(await app.jobs.drain({ early: true })).toBe(1);
  }

  expect(pauses.length).toBe(12);
  expect(pauses[0]).toBeLessThan(2.1);
  expect(pauses.at(-1)).toBeGreaterThan(9);
  expect(Math.max(...pauses)).toBeLessThan(21);
  const [failed] = await listFailedJobs(app.em(), 10);
  expect(failed).toMatchObject({ queue: "callbacks.inbound", error: expect.stringContaining("poisoned") });
  expect(await app.jobs.drain({ early: true })).toBe(0);
  expect(await listCallbacks(app.em(), { outcome: "open", limit: 10 })).toHaveLength(1);

  await cure();
  expect(await retryFailedJobs(app.em(), [failed!.id])).toBe(1);
  await app.jobs.drain();

  expect(await readBodies(client)).toEqual(["poison"]);
  expect(await listFailedJobs(app.em(), 10)).toEqual([]);
});

test("redriving retries the named failed jobs, or all of them, and an unknown id changes nothing", async () => {
  const { number } = await app.signIn();
  await poison("poison");
  for (let index = 0; index < 3; index += 1) await receive(number, "poison");
  for (let tries = 0; tries < 13; tries += 1) await app.jobs.drain({ early: true });
  const failed = await listFailedJobs(app.em(), 10);
  expect(failed).toHaveLength(3);

  expect(await retryFailedJobs(app.em(), [newId()])).toBe(0);
  expect(await retryFailedJobs(app.em(), [failed[0]!.id])).toBe(1);
  expect(await retryFailedJobs(app.em(), undefined)).toBe(2);
});

test("a keyword takes effect although its job fails, and its message is stored by a later attempt", async () => {
  const { client, number, team } = await app.signIn();
  const phone = uniquePhone();
  await poison("STOP");
  await postCallback(app, "inbound", inboundForm(phone, number, "STOP"));

  await app.jobs.drain();
  expect((await client.listThreads()).threads).toEqual([]);
  const { body } = await client.raw("sendText", { body: { phone_number: phone, message: "hello" } });
  expect(body.error).toBe("recipient_opted_out");

  await cure();
  await app.jobs.drain({ early: true });
  expect(await readBodies(client)).toEqual(["STOP"]);
  expect(await listConsents(app.em(), team.id, phone)).toHaveLength(1);
});

test("a callback can be replayed, for example after its number was created, and takes effect once", async () => {
  const { client, team } = await app.signIn({ withNumber: false });
  const phoneNumber = uniquePhone();
  const sid = newSid();
  await receive(phoneNumber, "early", sid);
  await app.jobs.drain();
  const find = async () =>
    (await listCallbacks(app.em(), { limit: 100 })).find(({ providerId }) => providerId === sid)!;
  const { id, outcome } = await find();
  expect(outcome).toBe("unknown_number");
  await buildBusinessNumber(app.em(), { team, phoneNumber });

  expect(await replayCallback(app.em(), id)).toMatchObject({ id, outcome: null });
  await app.jobs.drain();
  expect(await find()).toMatchObject({ outcome: "stored", teamId: team.id });

  await replayCallback(app.em(), id);
  await app.jobs.drain();
  expect(await find()).toMatchObject({ outcome: "duplicate" });
  expect(await readBodies(client)).toEqual(["early"]);
  expect(await replayCallback(app.em(), newId())).toBeUndefined();
  expect(await findCallback(app.em(), "no id")).toBeUndefined();
});

test("records are listed newest first and can be filtered by kind and outcome", async () => {
  const { number } = await app.signIn();
  await receive(number, "hello");
  await postCallback(app, "status", { ...statusForm(number, newSid(), "sent"), MessageStatus: "" });
  await app.jobs.drain();

  const [newest, second] = await listCallbacks(app.em(), { limit: 2 });
  expect([newest, second]).toMatchObject([{ kind: "status" }, { kind: "inbound" }]);
  expect(await listCallbacks(app.em(), { kind: "inbound", limit: 1 })).toMatchObject([{ id: second!.id }]);
  expect(await listCallbacks(app.em(), { outcome: "unreadable", limit: 1 })).toMatchObject([{ id: newest!.id }]);
});

test("records are deleted after the retention time and not before", async () => {
  const { number } = await app.signIn();
  for (let index = 0; index < 4; index += 1) await receive(number, "hello");
  await app.jobs.drain();
  await ageCallbacks(app.em(), "30 days 1 minute");
  await receive(number, "hello");
  await app.jobs.drain();
  const [{ id: newest }] = await app.em().execute<[{ id: string }]>("select max(id::text) as id from callback");
  await ageCallbacks(app.em(), "29 days 23 hours", newest);
  const before = await listCallbacks(app.em(), { limit: 10_000 });

  expect(await pruneCallbacks(app.em(), await daysAgo(app.em(), 31))).toBe(0);
  expect(await pruneCallbacks(app.em(), await daysAgo(app.em(), 30), 2)).toBe(before.length - 1);

  expect(await listCallbacks(app.em(), { limit: 10_000 })).toEqual(before.slice(0, 1));
  expect(await pruneCallbacks(app.em(), await daysAgo(app.em(), 30))).toBe(0);
});

test("a record whose id has the timestamp of a wrong clock is not deleted too early", async () => {
  const { number } = await app.signIn();
  await receive(number, "hello");
  await app.jobs.drain();
  await ageCallbacks(app.em(), "31 days");
  await app.em().execute("update callback set received_at = now()");

  expect(await pruneCallbacks(app.em(), await daysAgo(app.em(), 30))).toBe(0);
});

test("a callback that cannot be recorded is answered with 503, so that the provider repeats it", async () => {
  expect(await postCallback(away, "inbound", inboundForm(uniquePhone(), uniquePhone(), "hello"))).toMatchObject({
    status: 503,
    body: { error: "server_error" },
  });
});

test("a callback whose job cannot be queued is neither recorded nor accepted", async () => {
  const { number } = await app.signIn();
  const sid = newSid();
  await app.em().execute("alter table pgboss.job_common rename to elsewhere");
  const { status } = await receive(number, "hello", sid);
  await app.em().execute("alter table pgboss.elsewhere rename to job_common");

  expect(status).toBe(500);
  const kept = await listCallbacks(app.em(), { limit: 1_000 });
  expect(kept.filter(({ fields }) => fields.MessageSid === sid)).toEqual([]);
});

test("a job whose record has been pruned has no effect", async () => {
  const { client, number } = await app.signIn();
  await receive(number, "hello");
  await app.em().execute("delete from callback");

  expect(await app.jobs.drain()).toBe(1);

  expect((await client.listThreads()).threads).toEqual([]);
});
