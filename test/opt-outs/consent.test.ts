import { expect, test } from "vitest";
import { newId } from "../../server/db/schema/ids.ts";
import { setConsent } from "../../server/opt-outs/change-opt-outs.ts";
import { logRefusals } from "../../server/opt-outs/record-consents.ts";
import { useApp } from "../support/app.ts";
import { inboundForm, postCallback } from "../support/callbacks.ts";
import { buildOptOut, uniquePhone } from "../support/factories.ts";
import { fromNow } from "../support/times.ts";

const app = useApp();

test("the consent of a phone that never said anything is unknown", async () => {
  const { client } = await app.signIn();
  const phone = uniquePhone();

  const consent = await client.getConsent({ path: { phone } });

  expect(consent).toEqual({
    phone,
    state: "unknown",
    since: null,
    decidedBy: null,
    providerBlocks: [],
    suspected: null,
  });
});

test("a keyword decides, with its message, until another one does", async () => {
  const { client, number } = await app.signIn();
  const phone = uniquePhone();
  const say = async (word: string) => {
    await postCallback(app, "inbound", inboundForm(phone, number, word));
    await app.jobs.drain();
    return client.getConsent({ path: { phone } });
  };

  const stopped = await say("Stop");
  const started = await say("START");

  const { threads } = await client.listThreads({ query: { phones: [phone] } });
  const { messages } = await client.listThreadMessages({ path: { id: threads[0]!.id } });
  const createdAt = expect.stringMatching(/^\d{4}-.*\.\d{6}Z$/);
  const undeclared = { reason: null, occurredAt: null, apiKeyId: null, evidence: null };
  const entry = { id: expect.any(String), phone, source: "keyword", effective: true, createdAt, ...undeclared };
  const providerBlocks: unknown[] = [];
  expect(stopped).toEqual({
    phone,
    state: "opted_out",
    since: stopped.decidedBy!.createdAt,
    decidedBy: { ...entry, consent: "opted_out", keyword: "STOP", messageId: messages[1]!.id },
    providerBlocks,
    suspected: null,
  });
  expect(started).toEqual({
    phone,
    state: "opted_in",
    since: started.decidedBy!.createdAt,
    decidedBy: { ...entry, consent: "opted_in", keyword: "START", messageId: messages[0]!.id },
    providerBlocks,
    suspected: null,
  });
  expect(started.since! > stopped.since!).toBe(true);
});

test("an operator's opt-out has neither a keyword nor a message", async () => {
  const { client, team } = await app.signIn();
  const phone = uniquePhone();
  await setConsent(app.em(), team.id, phone, "opted_out");

  const { state, decidedBy } = await client.getConsent({ path: { phone } });

  expect(state).toBe("opted_out");
  expect(decidedBy).toMatchObject({ source: "operator", keyword: null, messageId: null });
});

test("a refusal of the provider decides nothing, because its block holds for one number", async () => {
  const { client, team } = await app.signIn();
  const phone = uniquePhone();
  const now = await fromNow(app.em(), 0);
  await app.inTeam(team.id, (tx) => logRefusals(tx, [{ teamId: team.id, phone, id: newId(), messageId: null, now }]));

  expect(await client.getConsent({ path: { phone } })).toMatchObject({ state: "unknown", decidedBy: null });
});

test("an opt-out from before there was a log is one, although nothing says where it comes from", async () => {
  const { client, team } = await app.signIn();
  const phone = uniquePhone();
  await buildOptOut(app.em(), team, phone);

  const consent = await client.getConsent({ path: { phone } });

  expect(consent).toMatchObject({ state: "opted_out", since: expect.stringMatching(/Z$/), decidedBy: null });
});

test("another team's opt-out is unknown", async () => {
  const { team } = await app.signIn();
  const { client } = await app.signIn();
  const phone = uniquePhone();
  await setConsent(app.em(), team.id, phone, "opted_out");

  expect(await client.getConsent({ path: { phone } })).toMatchObject({ state: "unknown", since: null });
});

test.each(["12345", "ACME Inc.", "+1 202", "a/b?c=d", "🙂".repeat(64), "'; drop table opt_out; --"])(
  "any sender may be asked for: %s",
  async (phone) => {
    const { client, team } = await app.signIn();
    await setConsent(app.em(), team.id, phone.slice(0, 64), "opted_out");

    const consent = await client.getConsent({ path: { phone } });

    expect(consent).toMatchObject({ phone, state: phone.length > 64 ? "unknown" : "opted_out" });
  },
);

test.each([" ", "\t\n", "x".repeat(65), "a\0b"])(
  "a blank, too long or impossible sender is refused: %j",
  async (phone) => {
    const { client } = await app.signIn();

    const { status, body } = await client.raw("getConsent", { path: { phone } });

    expect(status).toBe(422);
    expect(body).toMatchObject({ error: "invalid_phone", details: [{ field: "phone", code: "invalid_phone" }] });
  },
);
