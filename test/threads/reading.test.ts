import { expect, test } from "vitest";
import { queries } from "../../server/db/orm.ts";
import { newId } from "../../server/db/schema/ids.ts";
import { useApp } from "../support/app.ts";
import { buildBusinessNumber, buildMessage, uniquePhone } from "../support/factories.ts";

const app = useApp();

const since = "2026-01-01";

test("a thread shows its two numbers and its newest message", async () => {
  const { client, team } = await app.signIn();
  const number = await buildBusinessNumber(app.em(), { team, name: "Front desk" });
  const phone = uniquePhone();
  await buildMessage(app.em(), { team, number, phone, body: "older" });
  const { threadId, createdAt } = await buildMessage(app.em(), { team, number, phone, body: "newer ✓" });

  const thread = await client.getThread({ path: { id: threadId } });

  expect(thread).toEqual({
    id: threadId,
    contactName: phone,
    contactPhone: phone,
    senderName: "Front desk",
    senderPhone: number.phoneNumber,
    lastDirection: "inbound",
    lastBody: "newer ✓",
    lastMessageAt: createdAt,
    tags: [],
  });
  expect((await client.listThreads()).threads).toEqual([thread]);
});

test("a sent text becomes the thread's newest message", async () => {
  const { client, team } = await app.signIn();
  const { threadId } = await buildMessage(app.em(), { team });

  const { createdAt } = await client.sendText({ body: { threadId, message: "answer" } });

  expect(await client.getThread({ path: { id: threadId } })).toMatchObject({
    lastDirection: "outbound",
    lastBody: "answer",
    lastMessageAt: createdAt,
  });
});

test("a thread shows its number's current name, and remains when the number is archived", async () => {
  const { client, team } = await app.signIn();
  const number = await buildBusinessNumber(app.em(), { team });
  const { threadId } = await buildMessage(app.em(), { team, number });

  await client.updateBusinessNumber({ path: { id: number.id }, body: { name: "Renamed" } });
  expect((await client.getThread({ path: { id: threadId } })).senderName).toBe("Renamed");

  await client.archiveBusinessNumber({ path: { id: number.id } });
  expect((await client.listThreads()).threads).toMatchObject([{ id: threadId, senderName: "Renamed" }]);
});

test("a phone has a separate thread with each number that it wrote to", async () => {
  const { client, team } = await app.signIn();
  const phone = uniquePhone();
  const one = await buildMessage(app.em(), { team, phone });
  const two = await buildMessage(app.em(), { team, phone });

  expect(one.threadId).not.toBe(two.threadId);
  const { threads } = await client.listThreads();
  expect(threads.map(({ id }) => id)).toEqual([two.threadId, one.threadId]);
});

test("threads are listed by their newest message, newest first", async () => {
  const { client, team } = await app.signIn();
  const number = await buildBusinessNumber(app.em(), { team });
  const [one, two, three] = [uniquePhone(), uniquePhone(), uniquePhone()];
  for (const phone of [one, two, three]) await buildMessage(app.em(), { team, number, phone });
  await buildMessage(app.em(), { team, number, phone: one });
  await client.sendText({ body: { phone_number: two, message: "hello" } });

  const { threads } = await client.listThreads();

  expect(threads.map(({ contactPhone }) => contactPhone)).toEqual([two, one, three]);
});

test("messages of both directions and all statuses are listed newest first", async () => {
  const { client, team } = await app.signIn();
  const number = await buildBusinessNumber(app.em(), { team });
  const phone = uniquePhone();
  const first = await buildMessage(app.em(), { team, number, phone, body: "Hi?" });
  const second = await buildMessage(app.em(), { team, number, phone, direction: "outbound", status: "read" });
  const third = await client.inTestMode().sendText({ body: { threadId: first.threadId, message: "bye" } });

  const page = await client.listThreadMessages({ path: { id: first.threadId } });

  const sized = { segments: 1, encoding: "GSM-7" };
  const common = { errorCode: null, errorMeaning: null, ...sized, media: [], discarded: false, testMode: false };
  expect(page).toEqual({
    messages: [
      {
        id: third.textId,
        direction: "outbound",
        body: "bye",
        status: "queued",
        createdAt: third.createdAt,
        ...common,
        testMode: true,
      },
      { id: second.id, direction: "outbound", body: "hello", status: "read", createdAt: second.createdAt, ...common },
      { id: first.id, direction: "inbound", body: "Hi?", status: "received", createdAt: first.createdAt, ...common },
    ],
    nextCursor: null,
  });
});

test("replies are the inbound messages only, oldest first", async () => {
  const { client, team } = await app.signIn();
  const number = await buildBusinessNumber(app.em(), { team });
  const phone = uniquePhone();
  const one = await buildMessage(app.em(), { team, number, phone, body: "one" });
  await client.sendText({ body: { threadId: one.threadId, message: "two" } });
  const three = await buildMessage(app.em(), { team, number, phone, body: "three" });
  // The same phone in the thread of another number.
  await buildMessage(app.em(), { team, phone });

  const page = await client.listThreadReplies({ path: { id: one.threadId }, query: { since } });

  const common = {
    direction: "inbound",
    status: "received",
    errorCode: null,
    errorMeaning: null,
    testMode: false,
    segments: 1,
    encoding: "GSM-7",
    media: [],
    discarded: false,
  };
  expect(page).toEqual({
    replies: [
      { id: one.id, body: "one", createdAt: one.createdAt, ...common },
      { id: three.id, body: "three", createdAt: three.createdAt, ...common },
    ],
    nextCursor: null,
  });
});

test("a message shows the same segments and encoding as the answer to its send", async () => {
  const { client } = await app.signIn();
  const message = "ж".repeat(71);
  const sent = await client.sendText({ body: { phone_number: uniquePhone(), message } });

  const { messages } = await client.listThreadMessages({ path: { id: sent.threadId } });

  expect(sent).toMatchObject({ segments: 2, encoding: "UCS-2" });
  expect(messages).toMatchObject([{ id: sent.textId, segments: 2, encoding: "UCS-2", media: [] }]);
});

test("media are listed with their URLs and types, in messages and replies", async () => {
  const { client, team } = await app.signIn();
  const media = [
    { url: "https://media.example.com/1", contentType: "image/jpeg" },
    { url: 'https://media.example.com/2?a="{b}",c\\', contentType: null },
  ];
  const { id, threadId } = await buildMessage(app.em(), { team, body: "", media });

  const { messages } = await client.listThreadMessages({ path: { id: threadId } });
  const { replies } = await client.listThreadReplies({ path: { id: threadId }, query: { since } });

  expect(messages).toMatchObject([{ id, body: "", media, segments: 1, encoding: "GSM-7" }]);
  expect(replies).toEqual(messages);
});

test("a message of a version without measurement has null for segments and encoding", async () => {
  const { client, team } = await app.signIn();
  const { id, threadId } = await buildMessage(app.em(), { team });
  await queries(app.em())
    .updateTable("Message")
    .set({ segments: null, encoding: null })
    .where("teamId", "=", team.id)
    .where("id", "=", id)
    .execute();

  const { messages } = await client.listThreadMessages({ path: { id: threadId } });

  expect(messages).toMatchObject([{ id, segments: null, encoding: null, media: [] }]);
});

test("a team sees its own threads only", async () => {
  const { client } = await app.signIn();
  const other = await app.signIn();
  await buildMessage(app.em(), { team: other.team });

  expect(await client.listThreads()).toEqual({ threads: [], hasMore: false, nextCursor: null });
});

test.each(["getThread", "listThreadMessages", "listThreadReplies"] as const)(
  "%s: an unknown id, another team's id and an invalid UUID are thread_not_found",
  async (operation) => {
    const { client } = await app.signIn();
    const other = await app.signIn();
    const { threadId } = await buildMessage(app.em(), { team: other.team });
    const ask = (id: string) =>
      client.raw(operation as "listThreadReplies", {
        path: { id },
        query: { since },
        headers: { "x-request-id": "same" },
      });

    const absent = await ask(newId());
    expect(absent).toMatchObject({ status: 404, body: { success: false, error: "thread_not_found" } });
    expect((await ask(threadId)).text).toBe(absent.text);
    for (const id of [
      "1",
      "main",
      `${threadId}x`,
      threadId.replaceAll("-", ""),
      `{${threadId}}`,
      "' or 1=1",
      "é",
      "%00",
    ]) {
      expect(await ask(id)).toMatchObject({ status: 404, body: { error: "thread_not_found" } });
    }
  },
);

test("an id in upper case is the same thread", async () => {
  const { client, team } = await app.signIn();
  const { threadId } = await buildMessage(app.em(), { team });
  const path = { id: threadId.toUpperCase() };

  expect((await client.getThread({ path })).id).toBe(threadId);
  expect((await client.listThreadMessages({ path })).messages).toHaveLength(1);
  expect((await client.listThreadReplies({ path, query: { since } })).replies).toHaveLength(1);
});
