import { describe, expect, test } from "vitest";
import type { RecordConsent } from "../../generated/api.ts";
import { namedScopes } from "../../generated/operations.ts";
import { createKey } from "../../server/keys/keys.ts";
import { useApp } from "../support/app.ts";
import { inboundForm, postCallback } from "../support/callbacks.ts";
import { type Client, createClient } from "../support/client.ts";
import { readAllEvents } from "../support/events.ts";
import { buildBusinessNumber, buildOptOut, uniquePhone } from "../support/factories.ts";
import { callTool, connectMcp, readText } from "../support/mcp.ts";
import { refusalOf } from "../support/refusals.ts";
import { fromNow } from "../support/times.ts";

const app = useApp();

const optIn = { consent: "opted_in", reason: "web_form", evidence: { wording: "Yes, text me." } } as const;
const optOut = { consent: "opted_out", reason: "verbal" } as const;

const declare = (client: Client, body: RecordConsent) => client.raw("recordConsent", { body });

const trySend = (client: Client, phone: string) =>
  client.raw("sendText", { body: { phone_number: phone, message: "hello" } });

const stateOf = async (client: Client, phone: string) => (await client.getConsent({ path: { phone } })).state;

const say = (phone: string, number: string, word: string) =>
  postCallback(app, "inbound", inboundForm(phone, number, word));

test("an opt-out over the API refuses every later text, and a later opt-in permits them again", async () => {
  const { client } = await app.signIn();
  const phone = uniquePhone();

  const out = await client.recordConsent({ body: { phone, ...optOut } });
  const refused = await trySend(client, phone);
  const back = await client.recordConsent({ body: { phone, ...optIn } });

  expect([out.changed, back.changed]).toEqual([true, true]);
  expect(refusalOf(refused)).toBe("409 recipient_opted_out");
  expect((await trySend(client, phone)).status).toBe(200);
  expect(await client.getConsent({ path: { phone } })).toMatchObject({ state: "opted_in", decidedBy: back.consent });
});

test("a consent that changes nothing is recorded, too", async () => {
  const { client } = await app.signIn();
  const phone = uniquePhone();
  const bodies = [{ ...optOut, reason: "email" as const }, optOut, optIn, optIn];

  const answers = [];
  for (const body of bodies) answers.push(await client.recordConsent({ body: { phone, ...body } }));

  expect(answers.map(({ changed }) => changed)).toEqual([true, false, true, false]);
  const { consents } = await client.listConsents({ query: { phone } });
  expect(consents).toEqual(answers.map(({ consent }) => consent).toReversed());
});

test("an entry keeps its reason, its time, its key and what shows it", async () => {
  const { client } = await app.signIn();
  const phone = uniquePhone();
  const evidence = { url: "https://example.com/join", wording: "Yes", address: "203.0.113.7", userAgent: "A browser" };
  const body = { phone, consent: "opted_in", reason: "web_form", evidence, occurredAt: "2026-01-02T03:04:05+01:00" };

  const { consent } = await client.recordConsent({ body: body as RecordConsent });

  expect(consent).toEqual({
    id: expect.any(String),
    phone,
    consent: "opted_in",
    source: "api",
    reason: "web_form",
    keyword: null,
    messageId: null,
    effective: true,
    occurredAt: "2026-01-02T02:04:05.000000Z",
    createdAt: expect.stringMatching(/Z$/),
    apiKeyId: (await client.getKey()).id,
    evidence: { note: null, vendor: null, ...evidence },
  });
  expect((await client.getConsent({ path: { phone } })).decidedBy).toEqual(consent);
});

describe("an opt-in never undoes a newer opt-out", () => {
  test.each<[string, (client: Client, phone: string, number: string) => Promise<unknown>]>([
    ["a keyword", (_, phone, number) => say(phone, number, "STOP")],
    ["an opt-out over the API", (client, phone) => declare(client, { phone, ...optOut })],
    [
      "an opt-out of a time after it",
      (client, phone) => declare(client, { phone, ...optOut, occurredAt: "2025-06-01T00:00:01Z" }),
    ],
    [
      "an opt-out of the same time",
      (client, phone) => declare(client, { phone, ...optOut, occurredAt: "2025-06-01T00:00:00Z" }),
    ],
    [
      "a newer opt-out that was recorded before an older one",
      async (client, phone, number) => {
        await say(phone, number, "STOP");
        await declare(client, { phone, ...optOut, occurredAt: "2024-01-01" });
      },
    ],
  ])("such as %s, and nothing is stored", async (_, stop) => {
    const { client, number } = await app.signIn();
    const phone = uniquePhone();
    await stop(client, phone, number);
    const before = await client.listConsents({ query: { phone } });

    const refused = await declare(client, { phone, ...optIn, occurredAt: "2025-06-01" });

    expect(refusalOf(refused)).toBe("409 consent_conflict");
    expect(await client.listConsents({ query: { phone } })).toEqual(before);
    expect(await stateOf(client, phone)).toBe("opted_out");
  });

  test("from before there was a log", async () => {
    const { client, team } = await app.signIn();
    const phone = uniquePhone();
    await buildOptOut(app.em(), team, phone);

    expect(refusalOf(await declare(client, { phone, ...optIn, occurredAt: "2025-06-01" }))).toBe(
      "409 consent_conflict",
    );
    expect((await declare(client, { phone, ...optIn })).status).toBe(200);
  });

  test("and one that came after an opt-out counts, although both are recorded late", async () => {
    const { client } = await app.signIn();
    const phone = uniquePhone();
    await declare(client, { phone, ...optOut, occurredAt: "2025-01-01" });

    const answer = await declare(client, { phone, ...optIn, occurredAt: "2025-01-02" });

    expect(answer).toMatchObject({ status: 200, body: { changed: true } });
    expect(await stateOf(client, phone)).toBe("opted_in");
  });

  test("and one that is later than every opt-out counts, although another opt-in is later still", async () => {
    const { client } = await app.signIn();
    const phone = uniquePhone();
    await declare(client, { phone, ...optIn, occurredAt: "2025-03-01" });
    await declare(client, { phone, ...optOut, occurredAt: "2025-02-01" });

    const answer = await declare(client, { phone, ...optIn, occurredAt: "2025-02-15" });

    expect(answer).toMatchObject({ status: 200, body: { changed: true } });
    expect(await stateOf(client, phone)).toBe("opted_in");
  });

  test("and one that finds no opt-out counts, however old it is", async () => {
    const { client, number } = await app.signIn();
    const phone = uniquePhone();
    await say(phone, number, "STOP");
    await say(phone, number, "START");

    expect((await declare(client, { phone, ...optIn, occurredAt: "2020-01-01" })).body.changed).toBe(false);
    expect(await stateOf(client, phone)).toBe("opted_in");
  });
});

test("an opt-out counts however old it is, because the person did not want texts", async () => {
  const { client, number } = await app.signIn();
  const phone = uniquePhone();
  await say(phone, number, "START");

  await client.recordConsent({ body: { phone, ...optOut, occurredAt: "2020-01-01" } });

  expect(await stateOf(client, phone)).toBe("opted_out");
});

describe("a consent is refused", () => {
  test.each<[string, object, string, string]>([
    ["an opt-in without anything that shows it", { ...optIn, evidence: undefined }, "validation_error", "evidence"],
    [
      "an opt-in that only an address shows",
      { ...optIn, evidence: { address: "203.0.113.7" } },
      "validation_error",
      "evidence",
    ],
    ["a time in the future", { ...optOut, occurredAt: "2999-01-01" }, "validation_error", "occurredAt"],
    ["a time that is none", { ...optOut, occurredAt: "yesterday" }, "validation_error", "occurredAt"],
    ["no reason", { consent: "opted_out" }, "validation_error", "reason"],
    ["an unknown consent", { ...optOut, consent: "maybe" }, "validation_error", "consent"],
    [
      "too much evidence",
      { ...optOut, evidence: { note: "🙂".repeat(1_000), url: "x".repeat(2_000) } },
      "validation_error",
      "evidence",
    ],
    ["a number without its country", { ...optOut, phone: "(202) 555-0123" }, "invalid_phone", "phone"],
    ["a number with spaces", { ...optOut, phone: "+1 202 555 0123" }, "invalid_phone", "phone"],
    ["a number with a space before it", { ...optOut, phone: " +12025550123" }, "invalid_phone", "phone"],
    ["a number without its plus sign", { ...optOut, phone: "12025550123" }, "invalid_phone", "phone"],
    ["a plus sign alone", { ...optOut, phone: "+" }, "invalid_phone", "phone"],
    ["a blank phone", { ...optOut, phone: " " }, "invalid_phone", "phone"],
  ])("with %s", async (_, given, code, field) => {
    const { client } = await app.signIn();
    const body = { phone: uniquePhone(), ...given } as unknown as RecordConsent;

    const answer = await declare(client, body);

    expect(answer).toMatchObject({ status: 422, body: { error: code, details: [{ field }] } });
    expect((await client.listConsents()).consents).toEqual([]);
  });
});

test.each(["72345", "ACME", "Bank 24", "12345678"])("the sender %s can be opted out", async (phone) => {
  const { client } = await app.signIn();

  await client.recordConsent({ body: { phone, ...optOut } });

  expect(await stateOf(client, phone)).toBe("opted_out");
});

test("a time a little ahead counts as now, because clocks differ", async () => {
  const { client } = await app.signIn();
  const body = { phone: uniquePhone(), ...optOut };

  const near = await declare(client, { ...body, occurredAt: await fromNow(app.em(), 240) });
  const far = await declare(client, { ...body, occurredAt: await fromNow(app.em(), 360) });

  expect(near.body.consent.occurredAt < near.body.consent.createdAt).toBe(true);
  expect(far.body.error).toBe("validation_error");
});

test("a change is an event, with its source and without what shows it", async () => {
  const { client } = await app.signIn();
  await client.listEvents();
  const phone = uniquePhone();

  for (const body of [optIn, optOut, optOut, optIn]) await client.recordConsent({ body: { phone, ...body } });

  const events = await readAllEvents(client);
  const data = { phone, source: "api", keyword: null, messageId: null };
  expect(events.map((event) => event.data)).toEqual([
    { ...data, consent: "opted_out" },
    { ...data, consent: "opted_in" },
  ]);
});

test("only a key that names the scope may record consents", async () => {
  const { client, team } = await app.signIn();
  const { key } = await createKey(app.em(), team);
  const unnamed = createClient(app.url, key);
  const body = { phone: uniquePhone(), ...optOut };

  const refused = await declare(unnamed, body);

  expect(refusalOf(refused)).toBe("403 insufficient_scope");
  expect(refused.headers.get("www-authenticate")).toContain('scope="consents:write"');
  const { scopes } = await unnamed.getKey();
  expect(scopes.filter((scope) => namedScopes.includes(scope))).toEqual([]);
  expect(scopes).toContain("consents:read");
  expect((await declare(client, body)).status).toBe(200);
});

test("another team's consents are neither read nor changed", async () => {
  const [{ client }, { client: other }] = [await app.signIn(), await app.signIn()];
  const phone = uniquePhone();
  await client.recordConsent({ body: { phone, ...optOut } });

  expect((await other.listConsents({ query: { phone } })).consents).toEqual([]);
  expect((await other.listOptOuts()).optOuts).toEqual([]);
  expect((await other.recordConsent({ body: { phone, ...optIn } })).changed).toBe(true);
  expect(await stateOf(client, phone)).toBe("opted_out");
});

describe("a refused text says since when its recipient has opted out, and by what:", () => {
  const sendLater = async (client: Client, phone: string) =>
    client.raw("sendMessage", {
      body: { phone_number: phone, message: "hello", sendAt: await fromNow(app.em(), 3_600) },
    });

  test.each<[string, (client: Client, phone: string) => Promise<{ body: Record<string, unknown> }>]>([
    ["a text", trySend],
    ["a text within a thread", (client, phone) => sendInThread(client, phone)],
    ["a text that would wait", sendLater],
    ["a passcode", (client, phone) => client.raw("generateOtp", { body: { phone, recipient_id: "user" } })],
  ])("%s", async (_, send) => {
    const { client, number } = await app.signIn();
    const phone = uniquePhone();
    await say(phone, number, "STOP");
    await app.jobs.drain();
    const { since } = await client.getConsent({ path: { phone } });

    const { body } = await send(client, phone);

    expect(body).toMatchObject({ error: "recipient_opted_out", consent: { since, source: "keyword" } });
    expect(body.message).toContain(`by a keyword, on ${since!.slice(0, 10)}`);
  });

  async function sendInThread(client: Client, phone: string) {
    const { threads } = await client.listThreads({ query: { phones: [phone] } });
    return client.raw("sendText", { body: { threadId: threads[0]!.id, message: "hello" } });
  }

  test("the tool send_text, which an assistant can explain", async () => {
    const { client, key } = await app.signIn();
    const phone = uniquePhone();
    await client.recordConsent({ body: { phone, ...optOut } });
    const mcp = await connectMcp(app.url, key);

    const result = await callTool(mcp, "send_text", { phone_number: phone, message: "hello" });

    expect(result.isError).toBe(true);
    expect(readText(result)).toMatchObject({
      error: "recipient_opted_out",
      message: expect.stringContaining("by a record over the API"),
      consent: { since: expect.stringMatching(/Z$/), source: "api" },
    });
  });

  test("an opt-out from before there was a log has no source", async () => {
    const { client, team } = await app.signIn();
    const phone = uniquePhone();
    await buildOptOut(app.em(), team, phone);

    expect((await trySend(client, phone)).body.consent).toEqual({ since: expect.any(String), source: null });
  });

  test("a refusal of the provider has none, because the team's log knows of no opt-out", async () => {
    const { client } = await app.signIn();

    const { body } = await trySend(client.inTestMode(), "+15005550004");

    expect(body).toMatchObject({ error: "recipient_opted_out", textId: expect.any(String) });
    expect(body).not.toHaveProperty("consent");
  });
});

describe("the provider's blocks of a phone", () => {
  const blocksOf = async (client: Client, phone: string) =>
    (await client.getConsent({ path: { phone } })).providerBlocks;

  /** Sends texts that the provider refuses because of an opt-out. */
  async function refuse(work: () => Promise<unknown>) {
    const { answer } = app.provider;
    app.provider.answer = () => ({ kind: "refused", errorCode: "21610", optedOut: true });
    await work();
    app.provider.answer = answer;
  }

  test("are the newest refusals, one for each number, until the phone opts in by a later text to it", async () => {
    const { client, number, team } = await app.signIn();
    const second = await buildBusinessNumber(app.em(), { team });
    const phone = uniquePhone();
    const from = (sender: string) =>
      client.raw("sendText", { body: { phone_number: phone, message: "hello", sender } });
    await say(phone, number, "START");
    await app.jobs.drain();
    await refuse(async () => {
      for (const sender of [number, number, second.phoneNumber]) await from(sender);
    });

    const before = await blocksOf(client, phone);
    await say(phone, number, "START");
    await app.jobs.drain();
    const after = await blocksOf(client, phone);

    const { businessNumbers } = await client.listBusinessNumbers();
    const first = businessNumbers.find(({ phoneNumber }) => phoneNumber === number)!;
    const since = expect.stringMatching(/Z$/);
    expect(before).toEqual([
      { businessNumberId: second.id, since, messageId: expect.any(String) },
      { businessNumberId: first.id, since, messageId: expect.any(String) },
    ]);
    const { messages } = await client.listMessages({ query: { phone, status: "failed" } });
    expect(before.map(({ messageId }) => messageId)).toEqual([messages[0]!.id, messages[1]!.id]);
    expect(after).toEqual([before[0]]);
  });

  test("stay after an opt-in over the API, which the provider does not know of", async () => {
    const { client } = await app.signIn();
    const phone = uniquePhone();
    await refuse(() => client.raw("generateOtp", { body: { phone, recipient_id: "user" } }));

    await client.recordConsent({ body: { phone, ...optIn } });

    expect(await blocksOf(client, phone)).toEqual([
      { businessNumberId: null, since: expect.any(String), messageId: null },
    ]);
    expect(await stateOf(client, phone)).toBe("opted_in");
  });
});
