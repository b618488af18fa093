import { describe, expect, test } from "vitest";
import { queries } from "../../server/db/orm.ts";
import { useApp } from "../support/app.ts";
import { inboundForm, newSid, postCallback } from "../support/callbacks.ts";
import type { Client } from "../support/client.ts";
import { buildBusinessNumber, uniquePhone } from "../support/factories.ts";

const app = useApp();

/** Posts an inbound text and has it done. */
async function receive(from: string, to: string, body: string, sid?: string): Promise<void> {
  const answer = await postCallback(app, "inbound", inboundForm(from, to, body, sid));
  expect(answer.status, answer.text).toBe(200);
  await app.jobs.drain();
}

async function readThread(client: Client) {
  const { threads } = await client.listThreads();
  expect(threads).toHaveLength(1);
  const { messages } = await client.listThreadMessages({ path: { id: threads[0]!.id } });
  return { thread: threads[0]!, messages };
}

/** What is recorded of the callbacks about one text. */
async function readRecords(sid: string) {
  const rows = await queries(app.em())
    .selectFrom("Callback")
    .select(["kind", "fields", "outcome", "teamId", "receivedAt", "processedAt"])
    .where("providerId", "=", sid)
    .orderBy("sequence")
    .execute();
  return rows;
}

test("an inbound text is answered with an empty XML response, stored, and then processed", async () => {
  const { client, number } = await app.signIn();
  const sid = newSid();

  const answer = await postCallback(app, "inbound", inboundForm(uniquePhone(), number, "hello", sid));

  expect(answer).toMatchObject({ status: 200, text: "<Response/>" });
  expect(answer.headers.get("content-type")).toMatch(/^text\/xml/);
  expect(await readRecords(sid)).toMatchObject([{ kind: "inbound", outcome: null, processedAt: null }]);
  expect((await client.listThreads()).threads).toEqual([]);

  await app.jobs.drain();
  expect(await readRecords(sid)).toMatchObject([{ outcome: "stored", processedAt: expect.any(String) }]);
});

test("the first text of a phone creates a thread, and later texts are appended to it", async () => {
  const { client, number } = await app.signIn();
  const phone = uniquePhone();

  await receive(phone, number, "hello");
  await receive(phone, number, "anybody there?");

  const { thread, messages } = await readThread(client);
  expect(thread).toMatchObject({
    contactPhone: phone,
    senderPhone: number,
    lastDirection: "inbound",
    lastBody: "anybody there?",
    lastMessageAt: messages[0]!.createdAt,
  });
  expect(messages).toMatchObject([
    { direction: "inbound", body: "anybody there?", status: "received", testMode: false, errorCode: null },
    { direction: "inbound", body: "hello", status: "received" },
  ]);
});

test.each([
  ["a picture without a text", "", 1, "GSM-7"],
  ["153 characters in each part", "a".repeat(2 * 153 + 1), 3, "GSM-7"],
  ["67 characters in each part", "ж".repeat(2 * 67 + 1), 3, "UCS-2"],
  ["more than a carrier divides, plain", "a".repeat(50_000), 327, "GSM-7"],
  ["more than a carrier divides, of two septets each", "€".repeat(6_120), 80, "GSM-7"],
  ["more than a carrier divides, beyond GSM-7", "日".repeat(6_700), 100, "UCS-2"],
])("%s: segments and encoding are stored with an inbound text", async (_, body, segments, encoding) => {
  const { client, number } = await app.signIn();

  await receive(uniquePhone(), number, body);

  const { messages } = await readThread(client);
  expect(messages).toMatchObject([{ body, segments, encoding, media: [] }]);
});

test.each([
  [
    "with their types",
    {
      NumMedia: "2",
      MediaUrl0: "https://a.example/0",
      MediaContentType0: "image/png",
      MediaUrl1: "https://a.example/1",
    },
    ["image/png", null],
  ],
  [
    "as many as NumMedia says",
    { NumMedia: "1", MediaUrl0: "https://a.example/0", MediaUrl1: "https://a.example/1" },
    [null],
  ],
  [
    "ten at most",
    {
      NumMedia: "99",
      ...Object.fromEntries(Array.from({ length: 12 }, (_, at) => [`MediaUrl${at}`, "https://a.example/"])),
    },
    Array(10).fill(null),
  ],
  ["no pictures if NumMedia is not a number", { NumMedia: "many", MediaUrl0: "https://a.example/0" }, []],
])("the URLs of a text's pictures are stored with it: %s", async (_, fields, types) => {
  const { client, number } = await app.signIn();

  await postCallback(app, "inbound", { ...inboundForm(uniquePhone(), number, "look"), ...fields } as Record<
    string,
    string
  >);
  await app.jobs.drain();

  const [message] = (await readThread(client)).messages;
  expect(message!.media.map(({ contentType }) => contentType)).toEqual(types);
  expect(message!.media.every(({ url }) => url.startsWith("https://a.example/"))).toBe(true);
});

test("a text that answers one of our texts joins its thread and is listed among the replies", async () => {
  const { client, number } = await app.signIn();
  const phone = uniquePhone();
  const sent = await client.sendText({ body: { phone_number: phone, message: "how are you?" } });

  await receive(phone, number, "fine");

  const path = { id: sent.threadId };
  const { replies } = await client.listThreadReplies({ path, query: { since: sent.createdAt } });
  expect(replies).toMatchObject([{ body: "fine", direction: "inbound", status: "received" }]);
});

test("a text that the provider reports several times is stored once", async () => {
  const { client, number } = await app.signIn();
  const phone = uniquePhone();
  const sid = newSid();
  const form = inboundForm(phone, number, "once", sid);
  await Promise.all(Array.from({ length: 5 }, () => postCallback(app, "inbound", form)));
  await app.jobs.drain();

  await receive(phone, number, "once", sid);

  expect((await readThread(client)).messages).toHaveLength(1);
  const outcomes = (await readRecords(sid)).map(({ outcome }) => outcome);
  expect(outcomes.toSorted()).toEqual([...Array(5).fill("duplicate"), "stored"]);
});

test("a text that two processes handle at once is stored once", async () => {
  const { client, number } = await app.signIn();
  const phone = uniquePhone();
  const forms = Array.from({ length: 20 }, (_, index) => inboundForm(phone, number, `text ${index}`));
  await Promise.all([...forms, ...forms, ...forms].map((form) => postCallback(app, "inbound", form)));

  await Promise.all([app.jobs.drain(), app.jobs.drain(), app.jobs.drain()]);

  const { thread, messages } = await readThread(client);
  const all = await client.listThreadMessages({ path: { id: thread.id }, query: { per_page: 100 } });
  expect(messages.length).toBeGreaterThan(0);
  expect(all.messages.map(({ body }) => body).toSorted()).toEqual(forms.map(({ Body }) => Body).toSorted());
  expect(new Set(all.messages.map(({ createdAt }) => createdAt)).size).toBe(20);
});

test("a text with one provider id is stored for each team that receives it", async () => {
  const [one, other] = [await app.signIn(), await app.signIn()];
  const sid = newSid();

  await receive(uniquePhone(), one.number, "to one", sid);
  await receive(uniquePhone(), other.number, "to the other", sid);

  expect((await readThread(one.client)).messages).toMatchObject([{ body: "to one" }]);
  expect((await readThread(other.client)).messages).toMatchObject([{ body: "to the other" }]);
});

test.each(["paused", "archived"] as const)("a text to a number that is %s is stored", async (status) => {
  const { client, team } = await app.signIn({ withNumber: false });
  const { phoneNumber } = await buildBusinessNumber(app.em(), { team, status });

  await receive(uniquePhone(), phoneNumber, "hello");

  expect((await readThread(client)).messages).toMatchObject([{ body: "hello" }]);
});

test("texts with any characters, or without a body, are stored unchanged", async () => {
  const { client, number } = await app.signIn();
  const bodies = ["  spaces around  ", "a+b&c=d%41", "?x", "👍 ünïcode\n\ttabs", "x".repeat(1_600), "", "\ufeffmark"];
  const phone = uniquePhone();

  for (const body of bodies) await receive(phone, number, body);

  const { messages } = await readThread(client);
  expect(messages.map(({ body }) => body).toReversed()).toEqual(bodies);
});

test("a character that the database cannot store is removed, and the rest of the text is stored", async () => {
  const { client, number } = await app.signIn();

  await receive(uniquePhone(), number, "a\0b");

  expect((await readThread(client)).messages).toMatchObject([{ body: "a\ufffdb" }]);
});

describe("recorded without a thread:", () => {
  test.each([
    ["a text to a number that nobody owns", { To: "+12025559999" }, "unknown_number"],
    ["a text to a short code that nobody owns", { To: "72345" }, "unknown_number"],
    ["a text without a sender", { From: "" }, "unreadable"],
    ["a text whose sender is too long", { From: "x".repeat(65) }, "unreadable"],
    ["a text without a recipient", { To: "" }, "unreadable"],
  ])("%s", async (_, wrong, outcome) => {
    const { client, number } = await app.signIn();
    const form = { ...inboundForm(uniquePhone(), number, "hello"), ...wrong };

    const answer = await postCallback(app, "inbound", form);
    await app.jobs.drain();

    expect(answer.status).toBe(200);
    expect((await client.listThreads()).threads).toEqual([]);
    expect(await readRecords(form.MessageSid)).toContainEqual(expect.objectContaining({ outcome, teamId: null }));
  });
});

test.each(["72345", "BANK", "+1234567890", " Shop 24 ", "x".repeat(64), "👍".repeat(64)])(
  "a text from %j creates a thread under that sender, without a contact",
  async (sender) => {
    const { client, number } = await app.signIn();

    await receive(sender, number, "hello");
    await receive(sender, number, "again");

    const { thread, messages } = await readThread(client);
    expect(thread).toMatchObject({ contactPhone: sender, contactName: sender, tags: [] });
    expect(messages.map(({ body }) => body)).toEqual(["again", "hello"]);
    expect((await client.listContacts()).contacts).toEqual([]);
  },
);

test("a reply to a sender with the form of a phone is sent, and a reply to another sender is invalid_thread", async () => {
  const { client, number } = await app.signIn();
  const reply = async () => {
    const { thread } = await readThread(client);
    return client.raw("sendText", { body: { threadId: thread.id, message: "hello" } });
  };
  await receive("+1234567890", number, "hello");
  expect((await reply()).body).toMatchObject({ success: true, to: "+1234567890" });
  const other = await app.signIn();
  await receive("72345", other.number, "hello");
  const { thread } = await readThread(other.client);
  const refused = await other.client.raw("sendText", { body: { threadId: thread.id, message: "hello" } });
  expect(refused).toMatchObject({ status: 422, body: { error: "invalid_thread" } });
});

test("texts without an id are all stored, and a text with a long id is stored once", async () => {
  const { client, number } = await app.signIn();
  const phone = uniquePhone();
  const { MessageSid: _, SmsSid: __, ...nameless } = inboundForm(phone, number, "without an id");
  const long = `SM${"0".repeat(64)}`;

  await postCallback(app, "inbound", nameless);
  await postCallback(app, "inbound", { ...nameless, Body: "another one" });
  for (const length of ["1", "2"]) {
    await postCallback(app, "inbound", { ...inboundForm(phone, number, "with a long one", long), Length: length });
  }
  await app.jobs.drain();

  const { messages } = await readThread(client);
  expect(messages.map(({ body }) => body).toReversed()).toEqual(["without an id", "another one", "with a long one"]);
});

test("the record has every field that the provider sent, known or unknown", async () => {
  const { number, team } = await app.signIn();
  const sid = newSid();
  const form = { ...inboundForm(uniquePhone(), number, "hello", sid), FromCity: "WASHINGTON", AddOns: '{"x":1}' };

  await postCallback(app, "inbound", form);
  await app.jobs.drain();

  expect(await readRecords(sid)).toMatchObject([{ fields: form, teamId: team.id }]);
});
