import { describe, expect, test } from "vitest";
import { useApp } from "../support/app.ts";
import { type Client, createClient } from "../support/client.ts";
import { buildBusinessNumber, buildKey, buildOptOut, uniquePhone } from "../support/factories.ts";
import { refusalOf } from "../support/refusals.ts";
import { fromNow } from "../support/times.ts";
import { makeDue, schedule } from "../support/waiting-texts.ts";

const app = useApp();

const carried = (phone: string) => app.provider.texts.filter(({ to }) => to === phone);

const send = (client: Client, body: Record<string, unknown>, idempotencyKey?: string) =>
  client.raw("sendMessage", {
    body: { phone_number: uniquePhone(), message: "hello", ...body } as never,
    ...(idempotencyKey && { idempotencyKey }),
  });

const replayed = ({ headers }: { headers: Headers }) => headers.get("x-idempotency-replayed");

describe("a text without sendAt", () => {
  test("is sent at once, with up to 1,600 characters, and answered with its record", async () => {
    const { client, number } = await app.signIn();
    const phone = uniquePhone();
    const text = "a".repeat(1_500);

    const { message } = await client.sendMessage({ body: { phone_number: phone, message: text } });

    expect(message).toMatchObject({
      ...{ direction: "outbound", from: number, to: phone, body: text, status: "queued", errorCode: null },
      ...{ segments: 10, encoding: "GSM-7", media: [], sendAt: null, waitsFor: null, testMode: false },
    });
    expect(carried(phone)).toMatchObject([{ id: message.id, body: text }]);
    expect(await client.getMessage({ path: { id: message.id } })).toEqual(message);
    const { messages } = await client.listThreadMessages({ path: { id: message.threadId! } });
    expect(messages).toMatchObject([{ id: message.id, body: text }]);
  });

  test("is answered again to a repetition with the same key, as at first, and sent once", async () => {
    const { client } = await app.signIn();
    const phone = uniquePhone();
    const first = await send(client, { phone_number: phone }, "key");
    await app
      .em()
      .execute(`update message set status = 'failed', error_code = '30003' where id = ?`, [first.body.message.id]);

    const second = await send(client, { phone_number: phone }, "key");

    expect(second.body).toEqual(first.body);
    expect(replayed(second)).toBe("true");
    expect(carried(phone)).toHaveLength(1);
    expect(refusalOf(await send(client, { phone_number: phone, message: "other" }, "key"))).toBe(
      "422 idempotency_key_mismatch",
    );
  });

  test("is answered from its row after a crash of its first request", async () => {
    const { client, team } = await app.signIn();
    const phone = uniquePhone();
    const first = await send(client, { phone_number: phone }, "key");
    await app.em().execute(
      `update idempotency_key set status = null, body = null, created_at = (created_at at time zone 'UTC' - interval '1 minute') at time zone 'UTC'
       where team_id = ?`,
      [team.id],
    );

    const second = await send(client, { phone_number: phone }, "key");

    expect(second.body).toEqual(first.body);
    expect(carried(phone)).toHaveLength(1);
  });

  test("that the provider refuses is message_failed with its id", async () => {
    const { client } = await app.signIn();
    const phone = uniquePhone();
    const accept = app.provider.answer;
    app.provider.answer = () => ({ kind: "refused", errorCode: "30001", optedOut: false });

    const { status, body } = await send(client, { phone_number: phone });
    app.provider.answer = accept;

    expect({ status, body }).toMatchObject({ status: 502, body: { error: "message_failed" } });
    expect(await client.getMessage({ path: { id: body.textId! } })).toMatchObject({ status: "failed" });
  });
});

describe("a text with sendAt", () => {
  test("is answered again to a repetition with the same key, also after its time, and waits once", async () => {
    const { client, team } = await app.signIn();
    const body = { phone_number: uniquePhone(), sendAt: await fromNow(app.em(), 3_600) };
    const first = await send(client, body, "key");

    const [second, third] = await Promise.all([send(client, body, "key"), send(client, body, "key")]);
    expect([second.body, third.body]).toEqual([first.body, first.body]);
    expect([second, third].map(replayed)).toEqual(["true", "true"]);
    await makeDue(app, team);
    await app.dispatch();
    const last = await send(client, body, "key");

    expect(last.body).toEqual(first.body);
    expect(carried(body.phone_number)).toHaveLength(1);
    expect(refusalOf(await send(client, { ...body, message: "other" }, "key"))).toBe("422 idempotency_key_mismatch");
  });

  test("that many requests with one key ask for at once waits once", async () => {
    const { client } = await app.signIn();
    const body = { phone_number: uniquePhone(), sendAt: await fromNow(app.em(), 3_600) };

    const answers = await Promise.all(Array.from({ length: 30 }, () => send(client, body, "key")));

    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(answers.filter((answer) => replayed(answer) === null)).toHaveLength(1);
    expect((await client.listPendingMessages()).messages).toHaveLength(1);
  });

  test("has an id of its time, and any offset names the same instant", async () => {
    const { client } = await app.signIn();
    const at = new Date(Date.now() + 86_400_000);
    const local = `${new Date(at.getTime() + 5.5 * 3_600_000).toISOString().slice(0, 19)}+05:30`;

    const { message } = await client.sendMessage({
      body: { phone_number: uniquePhone(), message: "hi", sendAt: local },
    });

    expect(message.sendAt).toBe(`${at.toISOString().slice(0, 19)}.000000Z`);
    expect(Number.parseInt(message.id.replaceAll("-", "").slice(0, 12), 16)).toBe(Date.parse(message.sendAt!));
  });

  test.each([
    ["now", 0],
    ["59 seconds ahead", 59],
    ["36 days ahead", 36 * 86_400],
    ["past", -3_600],
  ])("%s is invalid_send_at, and nothing waits", async (_, seconds) => {
    const { client } = await app.signIn();

    const answer = await send(client, { sendAt: await fromNow(app.em(), seconds) });

    expect(refusalOf(answer)).toBe("422 invalid_send_at");
    expect((await client.listPendingMessages()).messages).toEqual([]);
  });

  test.each([62, 35 * 86_400 - 5])("%i seconds ahead is accepted", async (seconds) => {
    const { client } = await app.signIn();

    expect((await send(client, { sendAt: await fromNow(app.em(), seconds) })).status).toBe(200);
  });

  test.each(["tomorrow", "2026-11-27", "2026-11-27T10:00:00", "", 5, "2026-02-30T10:00:00Z"])(
    "%j is invalid_send_at, because it is no timestamp with its offset",
    async (sendAt) => {
      const { client } = await app.signIn();

      expect(refusalOf(await send(client, { sendAt }))).toBe("422 invalid_send_at");
    },
  );
});

describe("a text is refused, and nobody is texted,", () => {
  test("if it has more segments than maxSegments, which is 10 by default", async () => {
    const { client } = await app.signIn();
    const phone_number = uniquePhone();

    for (const body of [
      { message: "a".repeat(1_531) },
      { message: "ä".repeat(161), maxSegments: 1 },
      { message: "я".repeat(1_600), maxSegments: 23 },
      { message: "a".repeat(200), maxSegments: 1, sendAt: await fromNow(app.em(), 3_600) },
    ])
      expect(refusalOf(await send(client, { phone_number, ...body }))).toBe("422 too_many_segments");

    expect(carried(phone_number)).toEqual([]);
    expect((await send(client, { message: "я".repeat(1_600), maxSegments: 24 })).body.message.segments).toBe(24);
  });

  test.each([
    ["422 message_required_or_empty", { message: "a".repeat(1_601) }],
    ["422 message_required_or_empty", { message: " \n " }],
    ["422 validation_error", { maxSegments: 25 }],
    ["422 validation_error", { maxSegments: 0 }],
    ["422 validation_error", { quietHours: "sometimes" }],
    ["422 validation_error", { expiresAt: "2099-01-01T00:00:00Z" }],
    [
      "422 validation_error",
      { expiresAt: "2020-01-01T00:00:00Z", sendAt: new Date(Date.now() + 3_600_000).toISOString() },
    ],
    ["422 validation_error", { replyWebhookUrl: "ftp://example.com" }],
    ["422 invalid_sender", { sender: "nobody" }],
    ["422 invalid_phone", { phone_number: "12" }],
    ["422 invalid_phone", { phone_number: undefined }],
    ["404 thread_not_found", { phone_number: undefined, threadId: "019aa4a1-7c3e-7d52-9a0e-3b8f6f1d8a10" }],
  ])("with %s for %o", async (refusal, body) => {
    const { client } = await app.signIn();
    const before = app.provider.texts.length;

    expect(refusalOf(await send(client, body))).toBe(refusal);
    expect(app.provider.texts).toHaveLength(before);
  });

  test("already when it is scheduled, if the rules of now forbid it, and its key stays free", async () => {
    const { client, team } = await app.signIn();
    const sendAt = await fromNow(app.em(), 3_600);
    const stopped = uniquePhone();
    await buildOptOut(app.em(), team, stopped);
    const limited = createClient(app.url, await buildKey(app.em(), team, { recipients: ["+1303"] }));
    const { client: numberless, team: other } = await app.signIn({ withNumber: false });
    const body = { phone_number: uniquePhone(), sendAt };

    expect(refusalOf(await send(client, { phone_number: stopped, sendAt }))).toBe("409 recipient_opted_out");
    expect(refusalOf(await send(limited, { sendAt }))).toBe("403 recipient_not_allowed");
    expect(refusalOf(await send(client, { sender: "nobody", sendAt }))).toBe("422 invalid_sender");
    expect(refusalOf(await send(numberless, body, "key"))).toBe("422 sending_number_not_resolved");
    await buildBusinessNumber(app.em(), { team: other });
    expect((await send(numberless, body, "key")).status).toBe(200);
  });

  test("without the scope messages:send, and a replyWebhookUrl needs webhooks:write", async () => {
    const { team } = await app.signIn();
    const reader = createClient(app.url, await buildKey(app.em(), team, { scopes: ["messages:read"] }));
    const sender = createClient(app.url, await buildKey(app.em(), team, { scopes: ["messages:send"] }));
    const replyWebhookUrl = "https://example.com/replies";

    expect(refusalOf(await send(reader, {}))).toBe("403 insufficient_scope");
    expect(refusalOf(await send(sender, { replyWebhookUrl }))).toBe("403 insufficient_scope");
    expect((await send(sender, {})).status).toBe(200);
    expect(refusalOf(await sender.raw("listPendingMessages"))).toBe("403 insufficient_scope");
  });
});

test("waiting texts are listed in pages, the earliest first, and searched by status with the latest first", async () => {
  const { client } = await app.signIn();
  const phone_number = uniquePhone();
  const hours = [5, 2, 9, 1, 7];
  for (const each of hours)
    await schedule(app, client, { phone_number, sendAt: await fromNow(app.em(), each * 3_600), message: `${each}` });
  await schedule(app, client, { message: "to another phone", sendAt: await fromNow(app.em(), 3 * 3_600) });

  const listed: string[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await client.listPendingMessages({ query: { per_page: 2, ...(cursor && { cursor }) } });
    listed.push(...page.messages.map(({ body }) => body));
    expect(page.hasMore).toBe(page.nextCursor !== null);
    cursor = page.nextCursor;
  }
  const searched = await client.listMessages({ query: { phone: phone_number, status: "scheduled" } });

  expect(listed).toEqual(["1", "2", "to another phone", "5", "7", "9"]);
  expect(searched.messages.map(({ body }) => body)).toEqual(["9", "7", "5", "2", "1"]);
  expect((await client.listMessages({ query: { phone: phone_number } })).messages).toEqual([]);
});
