import { expect, test } from "vitest";
import { newIdAt } from "../../server/db/schema/ids.ts";
import { setMessageRetention } from "../../server/keys/teams.ts";
import { pruneMessages } from "../../server/texts/redact/prune-messages.ts";
import { useApp } from "../support/app.ts";
import { daysAgo, inboundForm, postCallback } from "../support/callbacks.ts";
import type { Client } from "../support/client.ts";
import { allowLoopback, createEndpoint, settled, usePublisher } from "../support/endpoints.ts";
import { buildBusinessNumber, buildMessage, type TestTeam, uniquePhone } from "../support/factories.ts";
import { useFakeServer } from "../support/fake-server.ts";
import { tablesWith } from "../support/tables-with.ts";
import { fromNow } from "../support/times.ts";
import { schedule } from "../support/waiting-texts.ts";

const app = useApp(allowLoopback);
const target = useFakeServer();
usePublisher(app);

const prune = (days?: number) => pruneMessages(app.em(), { days, hasObjects: false });

/** Sets the time of a message, in its id and its thread, too, and returns its new id. */
async function age(team: TestTeam, { id }: { id: string }, days: number): Promise<string> {
  const at = await daysAgo(app.em(), days);
  const oldId = newIdAt(at);
  const [row] = await app
    .em()
    .execute<{ threadId: string }[]>(
      `update message set id = ?, created_at = ? where team_id = ? and id = ? returning thread_id as "threadId"`,
      [oldId, at, team.id, id],
    );
  await app.em().execute(
    `update thread set last_message_at = (select max(created_at) from message where team_id = ? and thread_id = ?)
       where team_id = ? and id = ?`,
    [team.id, row!.threadId, team.id, row!.threadId],
  );
  return oldId;
}

/** Ages every row of a team that a retention looks at, but not the ids. */
async function ageAll({ id }: TestTeam, days: number): Promise<void> {
  const at = await daysAgo(app.em(), days);
  for (const table of ["message", "event", "webhook_delivery"]) {
    await app.em().execute(`update ${table} set created_at = ? where team_id = ?`, [at, id]);
  }
  await app.em().execute(`update thread set last_message_at = ? where team_id = ?`, [at, id]);
}

const bodies = async (client: Client) => (await client.listMessages()).messages.map(({ body }) => body);

test("messages older than the days of their team are deleted, and all others stay", async () => {
  const { client, team } = await app.signIn();
  const other = await app.signIn();
  const number = await buildBusinessNumber(app.em(), { team });
  const phone = uniquePhone();
  const add = (body: string) => buildMessage(app.em(), { team, number, phone, body });
  await age(team, await add("old"), 91);
  await age(team, await add("young"), 89);
  await age(team, await buildMessage(app.em(), { team, body: "alone" }), 400);
  await add("new");
  await age(other.team, await buildMessage(app.em(), { team: other.team, body: "of another team" }), 400);
  await setMessageRetention(app.em(), team.name, 90);

  expect(await prune()).toBe(2);

  expect(await bodies(client)).toEqual(["new", "young"]);
  expect(await bodies(other.client)).toEqual(["of another team"]);
  const { threads } = await client.listThreads();
  expect(threads).toMatchObject([{ contactPhone: phone, lastBody: "new" }]);
  const [row] = await app
    .em()
    .execute<{ count: number }[]>("select message_count as count from thread where team_id = ?", [team.id]);
  expect(row).toEqual({ count: 2 });
  expect(await prune()).toBe(0);
});

test("the smaller number of days of the team and the installation counts", async () => {
  const [short, long, none] = [await app.signIn(), await app.signIn(), await app.signIn()];
  await setMessageRetention(app.em(), short.team.name, 10);
  await setMessageRetention(app.em(), long.team.name, 1_000);
  for (const { team } of [short, long, none]) {
    for (const days of [20, 40]) {
      await age(team, await buildMessage(app.em(), { team, body: `${days} days old` }), days);
    }
  }

  await prune(30);

  expect(await bodies(short.client)).toEqual([]);
  expect(await bodies(long.client)).toEqual(["20 days old"]);
  expect(await bodies(none.client)).toEqual(["20 days old"]);
});

test("a message counts by its time, also if its id is up to three days away from it", async () => {
  const { client, team } = await app.signIn();
  const [late, early] = [
    await buildMessage(app.em(), { team, body: "old" }),
    await buildMessage(app.em(), { team, body: "young" }),
  ];
  const day = 24 * 3_600;
  const set = async ({ id }: { id: string }, secondsOfId: number, secondsOfRow: number) =>
    app
      .em()
      .execute("update message set id = ?, created_at = ? where team_id = ? and id = ?", [
        newIdAt(await fromNow(app.em(), -secondsOfId)),
        await fromNow(app.em(), -secondsOfRow),
        team.id,
        id,
      ]);
  await set(late, 27.5 * day, 30 * day + 60);
  await set(early, 33 * day, 30 * day - 60);
  await setMessageRetention(app.em(), team.name, 30);

  expect(await prune()).toBe(1);

  expect(await bodies(client)).toEqual(["young"]);
});

test("no table has a text any more once it is pruned: callbacks, events, posts, canceled texts and files included", async () => {
  const { client, team, number } = await app.signIn();
  const word = `canary${process.pid}k`;
  target.behaviour = ({ body }, response) => response.writeHead(200).end(body);
  const phone = uniquePhone();
  await client.sendText({
    body: { phone_number: phone, message: `${word} question`, replyWebhookUrl: `${target.url}/replies` },
    idempotencyKey: "key",
  });
  const { endpoint } = await createEndpoint(client, target, { types: ["message.received"] });
  await postCallback(app, "inbound", inboundForm(phone, number, `${word} answer`));
  await app.jobs.drain();
  await settled(client, endpoint, 1);
  const canceled = await schedule(app, client, { message: `${word} later` });
  await client.cancelMessage({ path: { id: canceled.id } });
  const all = ["callback", "event", "message", "pending_message", "thread", "webhook_attempt", "webhook_delivery"];
  expect(await tablesWith(app.em(), word)).toEqual(all);
  await setMessageRetention(app.em(), team.name, 1);
  await prune();
  expect(await tablesWith(app.em(), word)).toEqual(all);
  await ageAll(team, 2);
  await app
    .em()
    .execute("update pending_message set updated_at = ? where team_id = ?", [await daysAgo(app.em(), 2), team.id]);

  expect(await prune()).toBe(2);

  expect(await tablesWith(app.em(), word)).toEqual([]);
  expect((await client.listThreads()).threads).toEqual([]);
});

test("texts that wait stay, and one within a pruned thread goes out", async () => {
  const { client, team } = await app.signIn();
  const { threadId } = await buildMessage(app.em(), { team, phone: uniquePhone() });
  const { id } = await schedule(app, client, { threadId, phone_number: undefined, message: "later" });
  await ageAll(team, 2);
  await setMessageRetention(app.em(), team.name, 1);

  expect(await prune()).toBe(1);

  expect((await client.listPendingMessages()).messages).toMatchObject([{ id, body: "later", threadId: null }]);
});

test("more messages than a step has are all pruned, while texts go on", async () => {
  const { client, team } = await app.signIn();
  const number = await buildBusinessNumber(app.em(), { team });
  const phones = [uniquePhone(), uniquePhone()];
  for (const phone of phones) await buildMessage(app.em(), { team, number, phone, body: "old" });
  await app.em().execute(
    `insert into message (team_id, id, thread_id, direction, body, status, test_mode, created_at, updated_at)
     select m.team_id, gen_random_uuid(), m.thread_id, 'outbound', 'old', 'sent', false, m.created_at, m.created_at
     from message m cross join generate_series(1, 600) where m.team_id = ?`,
    [team.id],
  );
  await app
    .em()
    .execute(`update message set id = ('00000000' || substr(id::text, 9))::uuid where team_id = ?`, [team.id]);
  await app.em().execute("update thread set message_count = 601 where team_id = ?", [team.id]);
  await ageAll(team, 2);
  await setMessageRetention(app.em(), team.name, 1);

  const sends = phones.map((phone_number) => client.sendText({ body: { phone_number, message: "new" } }));
  const [pruned] = await Promise.all([prune(), ...sends]);

  expect(pruned).toBe(1_202);
  expect(await bodies(client)).toEqual(["new", "new"]);
  const { threads } = await client.listThreads();
  expect(threads.map(({ lastBody }) => lastBody)).toEqual(["new", "new"]);
});
