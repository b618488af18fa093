import { describe, expect, test } from "vitest";
import type { SuspectedRevocation } from "../../generated/api.ts";
import { setSuspectedRevocations } from "../../server/keys/teams.ts";
import { setConsent } from "../../server/opt-outs/change-opt-outs.ts";
import { dueAfter } from "../../server/opt-outs/suspected/cases.ts";
import { useApp } from "../support/app.ts";
import { inboundForm, newSid, postCallback } from "../support/callbacks.ts";
import { type Client, createClient } from "../support/client.ts";
import { finish } from "../support/erasures.ts";
import { readAllEvents } from "../support/events.ts";
import { buildKey, uniquePhone } from "../support/factories.ts";
import { refusalOf } from "../support/refusals.ts";

const app = useApp();

async function signIn(action: "report" | "block" = "report") {
  const { client, number, team } = await app.signIn();
  await setSuspectedRevocations(app.em(), team.name, action);
  const say = async (phone: string, text: string, sid = newSid()) => {
    await postCallback(app, "inbound", inboundForm(phone, number, text, sid));
    await app.jobs.drain();
  };
  const cases = async (status: SuspectedRevocation["status"] = "open") =>
    (await client.listSuspectedRevocations({ query: { status } as never })).suspectedRevocations;
  const decide = (id: string, decision: "opted_out" | "dismissed", note?: string) =>
    client.raw("decideSuspectedRevocation", { path: { id }, body: { decision, ...(note && { note }) } });
  return { client, team, number, say, cases, decide };
}

const stateOf = async (client: Client, phone: string) => (await client.getConsent({ path: { phone } })).state;

test("a text that withdraws consent in other words is a case, changes no consent, and is a message like any other", async () => {
  const { client, say, cases } = await signIn();
  const phone = uniquePhone();

  await say(phone, "Stop.");

  const { messages } = await client.listMessages({ query: { phone } });
  const [found, ...others] = await cases();
  const { businessNumbers } = await client.listBusinessNumbers();
  expect(others).toEqual([]);
  expect(found).toEqual({
    id: expect.any(String),
    phone,
    messageId: messages[0]!.id,
    businessNumberId: businessNumbers[0]!.id,
    kind: "revocation",
    rule: "keyword_folded",
    status: "open",
    dueAt: dueAfter(found!.createdAt),
    decidedAt: null,
    decidedBy: null,
    note: null,
    createdAt: expect.stringMatching(/Z$/),
  });
  expect(await client.getConsent({ path: { phone } })).toMatchObject({ state: "unknown", suspected: found });
  expect((await client.sendText({ body: { phone_number: phone, message: "hello" } })).success).toBe(true);
});

test.each([
  ["opt-out", "keyword_folded", "revocation"],
  ["ARRET", "keyword_foreign", "revocation"],
  ["please stop texting me", "phrase", "revocation"],
  ["wrong number", "wrong_number", "wrong_number"],
])("the text %j is suspected by the rule %s", async (text, rule, kind) => {
  const { say, cases } = await signIn();

  await say(uniquePhone(), text);

  expect(await cases()).toMatchObject([{ rule, kind }]);
});

test.each(["STOP", "start", "hello", "who is this?", "Reply STOP to opt out", "see you at the bus stop"])(
  "the text %j is no case",
  async (text) => {
    const { say, cases } = await signIn();

    await say(uniquePhone(), text);

    expect(await cases()).toEqual([]);
  },
);

test("a phone has one open case, whatever it texts, and none once it has opted out", async () => {
  const { client, team, say, cases } = await signIn();
  const [phone, stopped] = [uniquePhone(), uniquePhone()];
  const sid = newSid();
  await setConsent(app.em(), team.id, stopped, "opted_out");

  await say(phone, "stop texting me", sid);
  await say(phone, "stop texting me", sid);
  await say(phone, "leave me alone");
  await say(stopped, "leave me alone");

  expect(await cases()).toMatchObject([{ phone, rule: "phrase" }]);
  expect((await client.listConsents()).consents).toHaveLength(1);
  const { messages } = await client.listMessages({ query: { phone } });
  expect(messages.map(({ body }) => body)).toEqual(["leave me alone", "stop texting me"]);
});

test("ten weekdays later is on no weekend, at the same time", () => {
  expect(dueAfter("2026-11-20T10:15:30.123456Z")).toBe("2026-12-04T10:15:30.123456Z");
  expect(dueAfter("2026-11-21T23:59:59.999999Z")).toBe("2026-12-04T23:59:59.999999Z");
  expect(dueAfter("2026-12-25T00:00:00.000000Z")).toBe("2027-01-08T00:00:00.000000Z");
});

describe("a decision", () => {
  test("opts the phone out, with its note, its text and its key", async () => {
    const { client, say, cases, decide } = await signIn();
    const phone = uniquePhone();
    await say(phone, "leave me alone");
    const [found] = await cases();

    const { status, body } = await decide(found!.id, "opted_out", "Asked nicely");

    expect(status).toBe(200);
    const { id: decidedBy } = await client.getKey();
    expect(body.suspectedRevocation).toEqual({
      ...found,
      status: "honored",
      decidedAt: expect.stringMatching(/Z$/),
      decidedBy,
      note: "Asked nicely",
    });
    expect(await client.getConsent({ path: { phone } })).toMatchObject({
      state: "opted_out",
      suspected: null,
      decidedBy: {
        source: "phrase",
        messageId: found!.messageId,
        apiKeyId: decidedBy,
        evidence: { note: "Asked nicely" },
      },
    });
    expect(await cases()).toEqual([]);
    expect(await cases("honored")).toHaveLength(1);
  });

  test("dismisses the case, and changes no consent", async () => {
    const { client, say, cases, decide } = await signIn();
    const phone = uniquePhone();
    await say(phone, "leave me alone");
    const [found] = await cases();

    expect((await decide(found!.id, "dismissed")).body.suspectedRevocation.status).toBe("dismissed");

    expect(await stateOf(client, phone)).toBe("unknown");
    const [event] = (await client.listAuditEvents()).auditEvents;
    expect(event).toMatchObject({ operation: "decideSuspectedRevocation", target: found!.id });
    await say(phone, "leave me alone");
    expect(await cases()).toHaveLength(1);
  });

  test.each(["STOP", "START"])("is made by the keyword %s, and cannot be made again", async (word) => {
    const { say, cases, decide } = await signIn();
    const phone = uniquePhone();
    await say(phone, "leave me alone");
    const [found] = await cases();
    await say(phone, word);

    expect(await cases("superseded")).toMatchObject([
      { id: found!.id, decidedAt: expect.any(String), decidedBy: null },
    ]);
    expect(refusalOf(await decide(found!.id, "dismissed"))).toBe("409 suspected_revocation_decided");
  });

  test("does not opt a phone in again that another consent than the case opted out", async () => {
    const { client, team, say, cases, decide } = await signIn();
    const phone = uniquePhone();
    await say(phone, "STOP");
    // The STOP outlives the erasure, after which the phone is a stranger that texts.
    await client.createErasure({ body: { phone } });
    await finish(app, team);
    await say(phone, "leave me alone");
    const [found] = await cases();

    expect((await decide(found!.id, "dismissed")).status).toBe(200);

    expect(await stateOf(client, phone)).toBe("opted_out");
  });

  test("about another team's case, or none, is refused", async () => {
    const [one, other] = [await signIn(), await signIn()];
    await one.say(uniquePhone(), "leave me alone");
    const [found] = await one.cases();

    for (const id of [found!.id, "019aa4a1-7c3e-7d52-9a0e-000000000000", "x"])
      expect(refusalOf(await other.decide(id, "opted_out"))).toBe("404 suspected_revocation_not_found");
    expect(await one.cases()).toEqual([found]);
  });
});

describe("in a team that blocks such phones,", () => {
  test("the case opts the phone out at once, and a dismissal opts it in again", async () => {
    const { client, say, cases, decide } = await signIn("block");
    const phone = uniquePhone();
    await client.listEvents();
    await say(phone, "please take me off your list");
    const [found] = await cases();

    const refused = await client.raw("sendText", { body: { phone_number: phone, message: "hello" } });
    expect(refused.body).toMatchObject({ error: "recipient_opted_out", consent: { source: "phrase" } });
    await decide(found!.id, "dismissed");

    expect(await client.getConsent({ path: { phone } })).toMatchObject({
      state: "opted_in",
      decidedBy: { source: "api", reason: "correction" },
    });
    const events = await readAllEvents(client, { types: "consent.changed,consent.suspected" });
    expect(events.map(({ type, data }) => [type, data.source ?? data.kind])).toEqual([
      ["consent.changed", "phrase"],
      ["consent.suspected", "revocation"],
      ["consent.changed", "api"],
    ]);
  });

  test("the decision for the opt-out records no second one", async () => {
    const { client, say, cases, decide } = await signIn("block");
    const phone = uniquePhone();
    await say(phone, "leave me alone");
    const [found] = await cases();
    expect((await decide(found!.id, "opted_out")).status).toBe(200);

    expect((await client.listConsents({ query: { phone } })).consents).toMatchObject([{ source: "phrase" }]);
    expect(await stateOf(client, phone)).toBe("opted_out");
  });
});

test("a suspicion is an event only for those who name its type", async () => {
  const { client, say } = await signIn();
  await client.listEvents();
  const phone = uniquePhone();

  await say(phone, "leave me alone");

  expect((await readAllEvents(client)).map(({ type }) => type)).toEqual(["message.received"]);
  const [event] = await readAllEvents(client, { types: "consent.suspected" });
  expect(event).toMatchObject({
    type: "consent.suspected",
    testMode: false,
    data: { phone, kind: "revocation", rule: "phrase", dueAt: expect.any(String), messageId: expect.any(String) },
  });
});

test("cases are listed by their due date, in pages", async () => {
  const { client, team, say } = await signIn();
  const phones = [uniquePhone(), uniquePhone(), uniquePhone()];
  for (const phone of phones) await say(phone, "leave me alone");
  const read = async () => {
    const first = await client.listSuspectedRevocations({ query: { per_page: 2 } });
    const second = await client.listSuspectedRevocations({ query: { per_page: 2, cursor: first.nextCursor! } });
    expect([first.hasMore, second.hasMore]).toEqual([true, false]);
    return [...first.suspectedRevocations, ...second.suspectedRevocations];
  };

  expect((await read()).map(({ phone }) => phone)).toEqual(phones);
  await app.em().execute("update suspected_revocation set due_at = now() where team_id = ?", [team.id]);
  expect((await read()).map(({ phone }) => phone).toSorted()).toEqual(phones.toSorted());
});

test("only a key that names the scope may decide", async () => {
  const { team, say, cases } = await signIn();
  await say(uniquePhone(), "leave me alone");
  const [found] = await cases();
  const reader = createClient(app.url, await buildKey(app.em(), team, { scopes: ["consents:read"] }));

  const refused = await reader.raw("decideSuspectedRevocation", {
    path: { id: found!.id },
    body: { decision: "dismissed" },
  });

  expect(refusalOf(refused)).toBe("403 insufficient_scope");
});
