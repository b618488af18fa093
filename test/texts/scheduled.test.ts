import { describe, expect, test } from "vitest";
import { revokeKey, updateKey } from "../../server/keys/keys.ts";
import { setTeamStatus } from "../../server/keys/teams.ts";
import { useApp, useNeighbour } from "../support/app.ts";
import { inboundForm, postCallback } from "../support/callbacks.ts";
import { type Client, createClient } from "../support/client.ts";
import { expectValidEvents, readAllEvents } from "../support/events.ts";
import { buildBusinessNumber, buildKey, type TestTeam, uniquePhone } from "../support/factories.ts";
import { refusalOf } from "../support/refusals.ts";
import { fromNow } from "../support/times.ts";
import { makeDue, schedule } from "../support/waiting-texts.ts";

const app = useApp();
const neighbour = useNeighbour(app);

const carried = (phone: string) =>
  [app, neighbour].flatMap(({ provider }) => provider.texts).filter(({ to }) => to === phone);

const get = (client: Client, id: string) => client.getMessage({ path: { id } });

/** Lets the texts of a team become due, and hands them over. */
async function dispatch(team: TestTeam): Promise<void> {
  await makeDue(app, team);
  await app.dispatch();
}

describe("a text with sendAt", () => {
  test("waits, is in no thread and is not carried, until its time comes", async () => {
    const { client, team, number } = await app.signIn();
    const sendAt = await fromNow(app.em(), 3_600);

    const waiting = await schedule(app, client, { sendAt });
    await app.dispatch();

    expect(waiting).toMatchObject({
      ...{ direction: "outbound", from: null, threadId: null, body: "later", segments: 1, encoding: "GSM-7" },
      ...{ status: "scheduled", waitsFor: "send_at", sendAt, errorCode: null, media: [], testMode: false },
    });
    expect(await get(client, waiting.id)).toEqual(waiting);
    expect((await client.listThreads()).threads).toEqual([]);
    expect(carried(waiting.to)).toEqual([]);

    await dispatch(team);

    expect(carried(waiting.to)).toMatchObject([{ id: waiting.id, from: number, body: "later" }]);
    const message = await get(client, waiting.id);
    expect(message).toMatchObject({ id: waiting.id, from: number, status: "queued", sendAt: null, waitsFor: null });
    expect(message.createdAt > waiting.createdAt).toBe(true);
    const { messages } = await client.listThreadMessages({ path: { id: message.threadId! } });
    expect(messages.map(({ id }) => id)).toEqual([waiting.id]);
    expect((await client.listPendingMessages()).messages).toEqual([]);
  });

  test("is handed over once by two servers", async () => {
    const { client, team } = await app.signIn();
    const sendAt = await fromNow(app.em(), 3_600);
    const waiting = await Promise.all(Array.from({ length: 300 }, () => schedule(app, client, { sendAt })));

    await makeDue(app, team);
    await Promise.all([app.dispatch(), neighbour.dispatch()]);
    await app.dispatch();

    expect(waiting.map(({ to }) => carried(to).length)).toEqual(waiting.map(() => 1));
    const statuses = await Promise.all(waiting.map(async ({ id }) => (await get(client, id)).status));
    expect(new Set(statuses)).toEqual(new Set(["queued"]));
  });

  test("goes within its thread, or from its sender, also if another number is primary by then", async () => {
    const { client, team, number } = await app.signIn();
    const other = await buildBusinessNumber(app.em(), { team, name: "Other" });
    const { threadId } = await client.sendText({ body: { phone_number: uniquePhone(), message: "hello" } });
    const reply = await schedule(app, client, { threadId });
    const named = await schedule(app, client, { sender: "other" });
    expect([reply, named]).toMatchObject([
      { threadId, from: number },
      { threadId: null, from: other.phoneNumber },
    ]);
    await client.makePrimaryBusinessNumber({ path: { id: other.id } });

    await dispatch(team);

    expect([await get(client, reply.id), await get(client, named.id)]).toMatchObject([
      { threadId, from: number, status: "queued" },
      { from: other.phoneNumber, status: "queued" },
    ]);
  });

  test("gets replies at its replyWebhookUrl like any other", async () => {
    const { client, team } = await app.signIn();
    const url = "https://example.com/replies";
    const { id } = await schedule(app, client, { replyWebhookUrl: url, webhookData: "order 7" });

    await dispatch(team);

    const [row] = await app.em().execute(`select reply_webhook_url, webhook_data from message where id = ?`, [id]);
    expect(row).toEqual({ reply_webhook_url: url, webhook_data: "order 7" });
  });

  test("is simulated in test mode, and only a key in test mode finds it", async () => {
    const { client, team, key } = await app.signIn();
    const tester = createClient(app.url, `${key}_test`);
    const waiting = await schedule(app, tester);
    expect(waiting.testMode).toBe(true);
    expect(refusalOf(await client.raw("getMessage", { path: { id: waiting.id } }))).toBe("404 message_not_found");
    expect((await client.listPendingMessages()).messages).toEqual([]);

    await setTeamStatus(app.em(), team.name, "suspended");
    await dispatch(team);

    expect(carried(waiting.to)).toEqual([]);
    expect(await get(tester, waiting.id)).toMatchObject({ testMode: true, status: "queued" });
  });

  test("that the provider refuses is a failed message, and an event says so", async () => {
    const { client, team } = await app.signIn();
    await client.listEvents();
    const { id, to } = await schedule(app, client);
    const accept = app.provider.answer;
    app.provider.answer = () => ({ kind: "refused", errorCode: "30001", optedOut: false });

    await dispatch(team);
    app.provider.answer = accept;

    expect(carried(to)).toHaveLength(1);
    expect(await get(client, id)).toMatchObject({ status: "failed", errorCode: "30001" });
    expect(await readAllEvents(client)).toMatchObject([
      { type: "message.status", data: { messageId: id, status: "failed" } },
    ]);
  });
});

describe("when its time comes, a text is canceled", () => {
  /** Schedules a text, lets something happen, hands the text over, and expects that it is canceled with a code. */
  async function expectCanceled(
    errorCode: string,
    happen: (given: { team: TestTeam; number: string; to: string; keyId: string }) => Promise<unknown>,
    given: Parameters<typeof schedule>[2] = {},
    options: Parameters<typeof buildKey>[2] = {},
  ): Promise<void> {
    const { client, team, number } = await app.signIn();
    await client.listEvents();
    const sender = createClient(app.url, await buildKey(app.em(), team, options));
    const { id: keyId } = await sender.getKey();
    const waiting = await schedule(app, sender, given);

    await happen({ team, number, to: waiting.to, keyId });
    await dispatch(team);
    await setTeamStatus(app.em(), team.name, "active");

    expect(carried(waiting.to)).toEqual([]);
    const canceled = await get(client, waiting.id);
    expect(canceled).toEqual({
      ...waiting,
      status: "canceled",
      waitsFor: null,
      sendAt: canceled.sendAt,
      errorCode,
      errorMeaning: expect.any(String),
    });
    const events = (await readAllEvents(client)).filter(({ type }) => type === "message.status");
    expectValidEvents(events);
    expect(events).toMatchObject([
      { testMode: false, data: { messageId: waiting.id, to: waiting.to, status: "canceled", errorCode } },
    ]);
    const { messages } = await client.listPendingMessages({ query: { status: "canceled" } });
    expect(messages).toEqual([canceled]);
  }

  test("if its recipient has opted out", () =>
    expectCanceled("recipient_opted_out", ({ number, to }) =>
      postCallback(app, "inbound", inboundForm(to, number, "STOP")),
    ));

  test("if its key is revoked", () => expectCanceled("key_revoked", ({ keyId }) => revokeKey(app.em(), keyId)));

  test("if its key has expired", () =>
    expectCanceled("key_revoked", async ({ keyId }) =>
      app.em().execute(`update api_key set expires_at = ? where id = ?`, [await fromNow(app.em(), -1), keyId]),
    ));

  test("if its key is only for test mode now", () =>
    expectCanceled("key_revoked", ({ keyId }) => updateKey(app.em(), keyId, { mode: "test" })));

  test("if its key may not send any more", () =>
    expectCanceled("insufficient_scope", ({ keyId }) => updateKey(app.em(), keyId, { scopes: ["messages:read"] })));

  test("if its key may not text that phone any more", () =>
    expectCanceled("recipient_not_allowed", ({ keyId }) => updateKey(app.em(), keyId, { recipients: ["+1303"] })));

  test("if the budget of its key is used up", () =>
    expectCanceled("budget_exceeded", async ({ keyId }) => updateKey(app.em(), keyId, { segmentsPerDay: 1 }), {
      message: "a".repeat(161),
    }));

  test("if its team is suspended", () =>
    expectCanceled("license_inactive", ({ team }) => setTeamStatus(app.em(), team.name, "suspended")));

  test("if the team has no number any more", () =>
    expectCanceled("sending_number_not_resolved", ({ team }) =>
      app.em().execute(`update business_number set status = 'paused' where team_id = ?`, [team.id]),
    ));

  test("if it is later than expiresAt", async () => {
    const expiresAt = await fromNow(app.em(), 7_200);
    await expectCanceled(
      "expired",
      async ({ team }) =>
        app
          .em()
          .execute(`update pending_message set expires_at = ? where team_id = ?`, [
            await fromNow(app.em(), -1),
            team.id,
          ]),
      { expiresAt },
    );
  });
});

test("a text whose sender is not active any more is canceled, although the team has another number", async () => {
  const { client, team } = await app.signIn();
  const other = await buildBusinessNumber(app.em(), { team });
  const waiting = await schedule(app, client, { sender: other.phoneNumber });
  await client.updateBusinessNumber({ path: { id: other.id }, body: { status: "paused" } });

  await dispatch(team);

  expect(carried(waiting.to)).toEqual([]);
  expect(await get(client, waiting.id)).toMatchObject({ status: "canceled", errorCode: "invalid_sender" });
});

test("canceled texts are told apart from those of the same batch that are sent", async () => {
  const { client, team, number } = await app.signIn();
  const sendAt = await fromNow(app.em(), 3_600);
  const waiting = await Promise.all(Array.from({ length: 20 }, () => schedule(app, client, { sendAt })));
  const stopped = waiting.filter((_, index) => index % 3 === 0);
  for (const { to } of stopped) await postCallback(app, "inbound", inboundForm(to, number, "STOP"));

  await dispatch(team);

  for (const [index, { id, to }] of waiting.entries()) {
    const isStopped = index % 3 === 0;
    expect(carried(to)).toHaveLength(isStopped ? 0 : 1);
    expect((await get(client, id)).status).toBe(isStopped ? "canceled" : "queued");
  }
});
