import { expect, test } from "vitest";
import { setTeamStatus } from "../../server/keys/teams.ts";
import { changeQuietHours } from "../../server/texts/quiet-hours/set-quiet-hours.ts";
import { useApp } from "../support/app.ts";
import { buildBusinessNumber, buildOptOut, uniquePhone } from "../support/factories.ts";
import { requestWithoutKey, signInByTextbelt } from "../support/textbelt-door.ts";

const app = useApp();

const textsTo = (to: string) => app.provider.texts.filter((text) => text.to === to);

test("a form sends a text, which is a message of its thread", async () => {
  const { post, own, number } = await signInByTextbelt(app);
  const to = uniquePhone();

  const { status, body } = await post("/text", { phone: to, message: "Grüße 🎉" });

  expect([status, body]).toEqual([200, { success: true, textId: expect.any(String), quotaRemaining: 1_000_000 }]);
  expect(textsTo(to)).toMatchObject([{ body: "Grüße 🎉", from: number }]);
  const { messages } = await own.listMessages({ query: { phone: to } });
  expect(messages).toMatchObject([{ body: "Grüße 🎉", direction: "outbound", status: "queued" }]);
});

test("ten digits are a number with the calling code 1", async () => {
  const { post } = await signInByTextbelt(app);
  const to = uniquePhone();

  expect((await post("/text", { phone: to.slice(2), message: "hello" })).body).toMatchObject({ success: true });

  expect(textsTo(to)).toHaveLength(1);
});

test("a plus sign need not be percent-encoded, and an empty field is a missing one", async () => {
  const { key, number } = await signInByTextbelt(app);
  const to = uniquePhone();

  const { body } = await requestWithoutKey(app.url, "POST", "/text", {
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: `phone=${to}&sender=&replyWebhookUrl=&webhookData=&message=1+1&key=${key}`,
  });

  expect(body).toMatchObject({ success: true });
  expect(textsTo(to)).toMatchObject([{ body: "1 1", from: number }]);
});

test("the key is read from the query, a field, a JSON body, and from the places of every key", async () => {
  const { key, number } = await signInByTextbelt(app);
  const send = (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
    requestWithoutKey(app.url, "POST", path, {
      headers,
      body: new URLSearchParams({ phone: uniquePhone(), message: "hello", ...fields }),
    });

  const inJson = requestWithoutKey(app.url, "POST", "/text", {
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ phone: uniquePhone(), message: "hello", key, unknown: 1 }),
  });
  const answers = [
    await send("/text", { key }),
    await send(`/text?key=${key}`, {}),
    await send(`/text?key=&key=${key}`, { key: "wrong" }),
    await send("/text", { api_key: key }),
    await send(`/text?api_key=${key}`, {}),
    await send("/text", { key: "wrong" }, { "x-api-key": key }),
    await send("/text", {}, { authorization: `Bearer ${key}` }),
    await inJson,
  ];

  for (const { body } of answers) expect(body).toMatchObject({ success: true });
  expect(app.provider.texts.filter(({ from }) => from === number)).toHaveLength(answers.length);
});

test("a key with the suffix of test mode reaches no carrier", async () => {
  const { post, own } = await signInByTextbelt(app, { suffix: "_test" });
  const to = uniquePhone();

  const { body } = await post("/text", { phone: to, message: "hello" });

  expect(body).toMatchObject({ success: true, quotaRemaining: 1_000_000 });
  expect(textsTo(to)).toEqual([]);
  expect((await own.inTestMode().listMessages({ query: { phone: to } })).messages).toMatchObject([{ testMode: true }]);
});

test("a sender is used if it names a number, and any other sender is ignored", async () => {
  const { post, team, number } = await signInByTextbelt(app);
  const support = await buildBusinessNumber(app.em(), { team, name: "Support" });
  const [toSupport, toOther, toNone] = [uniquePhone(), uniquePhone(), uniquePhone()];

  await post("/text", { phone: toSupport, message: "hello", sender: "Support" });
  await post("/text", { phone: toOther, message: "hello", sender: "Acme Inc." });
  await post("/text", { phone: toNone, message: "hello", sender: "" });

  expect(textsTo(toSupport)).toMatchObject([{ from: support.phoneNumber }]);
  expect([...textsTo(toOther), ...textsTo(toNone)]).toMatchObject([{ from: number }, { from: number }]);
});

test("a repeated Idempotency-Key sends one text, also with a sender that is ignored", async () => {
  const { post } = await signInByTextbelt(app);
  const to = uniquePhone();
  const send = () => post("/text", { phone: to, message: "hello", sender: "Acme" }, { "idempotency-key": "order 1" });

  const [first, second] = [await send(), await send()];

  expect(second.body).toEqual(first.body);
  expect(second.headers.get("x-idempotency-replayed")).toBe("true");
  expect(textsTo(to)).toHaveLength(1);
});

test("a text with an address for replies needs the scope for webhooks, and replies have its data", async () => {
  const may = await signInByTextbelt(app, { scopes: ["messages:send", "webhooks:write"] });
  const mayNot = await signInByTextbelt(app, { scopes: ["messages:send"] });
  const fields = () => ({
    phone: uniquePhone(),
    message: "hello",
    replyWebhookUrl: "https://example.com/replies",
    webhookData: "order 42",
  });

  expect((await may.post("/text", fields())).body).toMatchObject({ success: true });
  expect((await mayNot.post("/text", fields())).body).toMatchObject({
    success: false,
    error: expect.stringContaining("webhooks:write"),
  });
});

test.each<[what: string, fields: Record<string, string>]>([
  ["without a phone", { message: "hello" }],
  ["without a message", { phone: "+12025550123" }],
  ["with a blank message", { phone: "+12025550123", message: " " }],
  ["with too long a message", { phone: "+12025550123", message: "x".repeat(1_601) }],
  ["to nine digits", { phone: "202555012", message: "hello" }],
  ["to a name", { phone: "Bob", message: "hello" }],
  ["to a number with letters", { phone: "+1202555abcd", message: "hello" }],
  ["with another address", { phone: "+12025550123", message: "hello", replyWebhookUrl: "ftp://example.com" }],
  ["with long data", { phone: "+12025550123", message: "hello", webhookData: "x".repeat(101) }],
])("a text %s is refused with the status 200, and nothing is sent", async (_, fields) => {
  const { post, own } = await signInByTextbelt(app);

  const { status, body } = await post("/text", fields);

  expect([status, body]).toEqual([200, { success: false, error: expect.stringMatching(/\S/) }]);
  expect(body.error).not.toMatch(/quota/i);
  expect((await own.listMessages()).messages).toEqual([]);
});

test("1,600 characters are sent", async () => {
  const { post } = await signInByTextbelt(app);

  const { body } = await post("/text", { phone: uniquePhone(), message: "ü".repeat(1_600) });

  expect(body).toMatchObject({ success: true });
});

test("the budget of the key is its quota, and its end has the words that clients look for", async () => {
  const { post } = await signInByTextbelt(app, { segmentsPerDay: 3 });
  const send = (message: string) => post("/text", { phone: uniquePhone(), message });

  expect((await send("x".repeat(200))).body).toMatchObject({ success: true, quotaRemaining: 1 });
  const { status, body } = await send("x".repeat(200));
  expect([status, body]).toEqual([
    200,
    { success: false, quotaRemaining: 0, error: expect.stringMatching(/^Out of quota/) },
  ]);
  expect((await send("x")).body).toMatchObject({ success: true, quotaRemaining: 0 });
});

test("opt-outs, recipients, scopes, licenses and missing numbers refuse a text with the status 200", async () => {
  const to = uniquePhone();
  const optedOut = await signInByTextbelt(app);
  await buildOptOut(app.em(), optedOut.team, to);
  const suspended = await signInByTextbelt(app);
  await setTeamStatus(app.em(), suspended.team.name, "suspended");
  const numberless = await signInByTextbelt(app);
  const [number] = (await numberless.own.listBusinessNumbers()).businessNumbers;
  await numberless.own.updateBusinessNumber({ path: { id: number!.id }, body: { status: "paused" } });
  const restricted = await signInByTextbelt(app, { recipients: ["+49"] });
  const reader = await signInByTextbelt(app, { scopes: ["messages:read"] });

  for (const { post } of [optedOut, suspended, numberless, restricted, reader]) {
    const { status, body } = await post("/text", { phone: to, message: "hello" });

    expect([status, body]).toEqual([200, { success: false, error: expect.stringMatching(/\S/) }]);
    expect(body.error).not.toMatch(/quota/i);
  }
  expect(textsTo(to)).toEqual([]);
});

test("a text that the carrier refuses is refused with the status 200", async () => {
  const { post } = await signInByTextbelt(app);
  const to = uniquePhone();
  const answerOf = app.provider.answer;
  app.provider.answer = (text) =>
    text.to === to ? ({ kind: "refused", errorCode: "21408", about: "recipient" } as never) : answerOf(text);

  const { status, body } = await post("/text", { phone: to, message: "hello" });

  app.provider.answer = answerOf;
  expect([status, body]).toEqual([200, { success: false, error: expect.stringMatching(/\S/) }]);
});

test("a text with the name of a number is handed over once, also if the carrier refuses it", async () => {
  const { post, team } = await signInByTextbelt(app);
  await buildBusinessNumber(app.em(), { team, name: "Support" });
  const to = uniquePhone();
  const answerOf = app.provider.answer;
  app.provider.answer = (text) =>
    text.to === to ? ({ kind: "refused", errorCode: "21408", about: "recipient" } as never) : answerOf(text);

  const { body } = await post("/text", { phone: to, message: "hello", sender: "Support" });

  app.provider.answer = answerOf;
  expect(body).toMatchObject({ success: false });
  expect(textsTo(to)).toHaveLength(1);
});

test("quiet hours do not keep a text", async () => {
  const { post, team } = await signInByTextbelt(app);
  const always = { zones: ["UTC"], action: "refuse" as const };
  const hour = new Date().getUTCHours();
  const at = (hours: number) => `${String((hour + hours + 24) % 24).padStart(2, "0")}:00`;
  await changeQuietHours(app.em(), team.name, { from: at(-2), to: at(3), ...always });
  const to = uniquePhone();

  expect((await post("/text", { phone: to, message: "hello" })).body).toMatchObject({ success: true });

  expect(textsTo(to)).toHaveLength(1);
});
