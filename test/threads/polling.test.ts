import { expect, test } from "vitest";
import { transactOfTeam } from "../../server/db/commit/of-teams.ts";
import { newId } from "../../server/db/schema/ids.ts";
import { storeMessages } from "../../server/texts/store/store-messages.ts";
import { useApp } from "../support/app.ts";
import type { Client } from "../support/client.ts";
import { buildBusinessNumber, buildMessage, type TestTeam, uniquePhone } from "../support/factories.ts";

const app = useApp();

const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));

/** Creates a thread for inbound texts. */
async function buildConversation(team: TestTeam) {
  const number = await buildBusinessNumber(app.em(), { team });
  const phone = uniquePhone();
  const receive = (body: string) => buildMessage(app.em(), { team, number, phone, body });
  const first = await receive("first");
  return { number, phone, receive, threadId: first.threadId, since: first.createdAt };
}

/** Asks once for all that came after `since`; the texts, and the createdAt to go on with. */
async function poll(client: Client, id: string, since: string): Promise<{ bodies: string[]; since: string }> {
  const { replies } = await client.listThreadReplies({ path: { id }, query: { since, per_page: 100 } });
  return { bodies: replies.map(({ body }) => body), since: replies.at(-1)?.createdAt ?? since };
}

test("polling with the last createdAt misses and repeats nothing during concurrent writes", async () => {
  const { client, team } = await app.signIn();
  const { threadId, receive, since } = await buildConversation(team);
  const bodies = times(60, (index) => `reply ${index}`);

  let writing = true;
  const writers = Promise.all([
    ...bodies.map(receive),
    ...times(20, () => client.sendText({ body: { threadId, message: "meanwhile" } })),
  ]).finally(() => {
    writing = false;
  });
  const seen: string[] = [];
  let position = since;
  // The last round begins after the last write.
  for (let more = true; more; ) {
    more = writing;
    const found = await poll(client, threadId, position);
    seen.push(...found.bodies);
    position = found.since;
  }
  await writers;

  expect(seen.toSorted()).toEqual(bodies.toSorted());
  const { replies } = await client.listThreadReplies({ path: { id: threadId }, query: { since, per_page: 100 } });
  expect(seen).toEqual(replies.map(({ body }) => body));
});

test("a reply whose transaction overlaps another does not precede it", async () => {
  const { client, team } = await app.signIn();
  const { threadId, number, phone, receive, since } = await buildConversation(team);

  const { promise: locked, resolve: lock } = Promise.withResolvers<string>();
  const { promise: done, resolve: finish } = Promise.withResolvers<void>();
  // Simulates a transaction that is slow to commit its message.
  const slow = transactOfTeam(app.database.orm, team.id, async (tx) => {
    const [place] = await storeMessages(tx, "inbound", [
      {
        teamId: team.id,
        id: newId(),
        businessNumberId: number.id,
        contactPhone: phone,
        body: "slow",
        status: "received",
        segments: 1,
        encoding: "GSM-7",
        testMode: false,
        now: since,
      },
    ]);
    lock(place!.createdAt);
    await done;
  });
  const slowAt = await locked;
  const fast = receive("fast");
  expect((await poll(client, threadId, since)).bodies).toEqual([]);
  finish();
  await slow;

  expect((await fast).createdAt > slowAt).toBe(true);
});

test("a message is stored after the thread's newest message, even if the clock is behind", async () => {
  const { client, team } = await app.signIn();
  const { threadId, receive } = await buildConversation(team);
  const ahead = "2199-12-31T23:59:59.999999Z";
  await app.em().execute("update message set created_at = ?::timestamptz where thread_id = ?", [ahead, threadId]);
  await app.em().execute("update thread set last_message_at = ?::timestamptz where id = ?", [ahead, threadId]);

  const sent = await client.sendText({ body: { threadId, message: "hello" } });
  const received = await receive("hello");

  expect([sent.createdAt, received.createdAt]).toEqual(["2200-01-01T00:00:00.000000Z", "2200-01-01T00:00:00.000001Z"]);
  expect((await client.getThread({ path: { id: threadId } })).lastMessageAt).toBe(received.createdAt);
  expect(await poll(client, threadId, ahead)).toEqual({ bodies: ["hello"], since: received.createdAt });
});

test("polling by cursor and by createdAt can be mixed", async () => {
  const { client, team } = await app.signIn();
  const { threadId, receive, since } = await buildConversation(team);
  for (const body of ["one", "two", "three"]) await receive(body);
  const path = { id: threadId };

  const first = await client.listThreadReplies({ path, query: { since, per_page: 1 } });
  const byTime = await client.listThreadReplies({ path, query: { since: first.replies[0]!.createdAt } });
  const byCursor = await client.listThreadReplies({ path, query: { since, cursor: first.nextCursor! } });

  expect(byCursor.replies).toEqual(byTime.replies);
  expect(byTime.replies.map(({ body }) => body)).toEqual(["two", "three"]);
});
