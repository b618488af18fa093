import fc from "fast-check";
import { expect, test } from "vitest";
import { useApp } from "../support/app.ts";
import type { Client, RawAnswer } from "../support/client.ts";
import { uniquePhone } from "../support/factories.ts";

const app = useApp();

/** Sends any body at all, right or wrong, to a new phone. */
function send(client: Client, body: Record<string, unknown>): Promise<RawAnswer> {
  return client.request("POST", "/api/text", {
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ phone_number: uniquePhone(), message: "hello", ...body }),
  });
}

test("an answer has exactly the fields of a sent text", async () => {
  const { client } = await app.signIn();
  const phone = uniquePhone();

  const sent = await client.sendText({ body: { phone_number: phone, message: "hello" } });

  const { businessNumbers } = await client.listBusinessNumbers();
  expect(sent).toEqual({
    success: true,
    textId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    threadId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    status: "queued",
    from: businessNumbers[0]!.phoneNumber,
    to: phone,
    segments: 1,
    encoding: "GSM-7",
    testMode: false,
    createdAt: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{6}Z$/),
  });
});

test("createdAt is the same to the microsecond in every answer", async () => {
  const { client } = await app.signIn();

  const sent = await Promise.all(
    Array.from({ length: 8 }, () => client.sendText({ body: { phone_number: uniquePhone(), message: "hello" } })),
  );

  for (const { threadId, createdAt } of sent) {
    const { messages } = await client.listThreadMessages({ path: { id: threadId } });
    expect(messages[0]!.createdAt).toBe(createdAt);
    expect((await client.getThread({ path: { id: threadId } })).lastMessageAt).toBe(createdAt);
  }
  // A clock of milliseconds would end them all in three zeros.
  expect(sent.filter(({ createdAt }) => !createdAt.endsWith("000Z"))).not.toEqual([]);
});

test.each([
  ["160 plain letters", "a".repeat(160), 1, "GSM-7"],
  ["the characters of GSM-7 outside ASCII", "@£$¥èéùìòÇØøÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ¤¡ÄÖÑÜ§¿äöñüà\r\n", 1, "GSM-7"],
  ["80 characters of the extension table, two septets each", "€".repeat(80), 1, "GSM-7"],
  ["81 of them", "€".repeat(81), 2, "GSM-7"],
  ["160 of them", "^{}\\[~]|".repeat(20), 3, "GSM-7"],
  ["70 letters that GSM-7 does not have", "я".repeat(70), 1, "UCS-2"],
  ["71 of them", "я".repeat(71), 2, "UCS-2"],
  ["160 of them", "я".repeat(160), 3, "UCS-2"],
  ["a single special character among plain letters", `${"a".repeat(159)}ş`, 3, "UCS-2"],
  ["quotation marks that look like those of GSM-7", "“it’s”", 1, "UCS-2"],
  ["35 astral characters, two units each", "😀".repeat(35), 1, "UCS-2"],
  ["160 of them", "😀".repeat(160), 5, "UCS-2"],
])("%s: segments and encoding are the carrier's", async (_, message, segments, encoding) => {
  const { client } = await app.signIn();

  const sent = await client.sendText({ body: { phone_number: uniquePhone(), message } });

  expect(sent).toMatchObject({ segments, encoding });
});

test.each([
  ["missing", undefined],
  ["null", null],
  ["empty", ""],
  ["only white space", " \t\r\n\u00a0\u2003\u3000\ufeff"],
  ["161 letters", "a".repeat(161)],
  ["161 astral characters", "😀".repeat(161)],
  ["a number", 7],
  ["an array", ["hello"]],
  ["with a NUL", "hel\0lo"],
  ["with half a surrogate pair", "hello \ud83d"],
])("a message that is %s is message_required_or_empty", async (_, message) => {
  const { client } = await app.signIn();

  const answer = await send(client, { message });

  expect(answer).toMatchObject({ status: 422, body: { success: false, error: "message_required_or_empty" } });
  expect(answer.body.details).toMatchObject([{ field: "message", code: "message_required_or_empty" }]);
  expect((await client.listThreads()).threads).toEqual([]);
});

test("every text of 1 to 160 code points is stored and sent unchanged", async () => {
  const { client } = await app.signIn();
  const text = fc
    .oneof(
      fc.string({ unit: "binary", minLength: 1, maxLength: 160 }),
      fc.string({ unit: "grapheme", minLength: 1, maxLength: 60 }),
      fc.string({
        unit: fc.constantFrom("a", " ", "\n", "€", "я", "😀", "\u0301", "\u200d", "%", "'", "\\"),
        minLength: 1,
      }),
    )
    .filter((body) => [...body].length <= 160 && /\S/u.test(body) && !body.includes("\0"));

  await fc.assert(
    fc.asyncProperty(text, async (message) => {
      const sent = await client.sendText({ body: { phone_number: uniquePhone(), message } });
      expect(app.provider.texts.at(-1)).toMatchObject({ id: sent.textId, body: message });
      const thread = await client.getThread({ path: { id: sent.threadId } });
      expect(thread.lastBody).toBe(message);
    }),
    { numRuns: 25 },
  );
});

test("null counts as absent in every optional field", async () => {
  const { client } = await app.signIn();

  const answer = await send(client, { threadId: null, sender: null, replyWebhookUrl: null, webhookData: null });

  expect(answer.status).toBe(200);
  const within = await client.request("POST", "/api/text", {
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ threadId: answer.body.threadId, phone_number: null, sender: null, message: "again" }),
  });
  expect(within).toMatchObject({ status: 200, body: { threadId: answer.body.threadId } });
});

test("the first broken field in the contract's order decides the code, and all broken fields are listed", async () => {
  const { client } = await app.signIn();

  const answer = await send(client, { webhookData: "a".repeat(101), message: "", phone_number: "x", extra: 1 });

  expect(answer.body.error).toBe("invalid_phone");
  expect(answer.body.details.map(({ field }: { field: string }) => field)).toEqual([
    "phone_number",
    "message",
    "webhookData",
    "extra",
  ]);
});
