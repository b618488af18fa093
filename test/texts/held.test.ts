import { describe, expect, test, vi } from "vitest";
import type { EntityManager } from "../../server/db/orm.ts";
import { updateKey } from "../../server/keys/keys.ts";
import { lockHeldOf } from "../../server/texts/approvals/approval-rows.ts";
import { expireHeld } from "../../server/texts/approvals/expire-held.ts";
import { prunePending } from "../../server/texts/pending/prune-pending.ts";
import { useApp, useNeighbour } from "../support/app.ts";
import { inboundForm, postCallback } from "../support/callbacks.ts";
import { type Client, createClient } from "../support/client.ts";
import { countWaiting } from "../support/database.ts";
import { readAllEvents } from "../support/events.ts";
import { buildBusinessNumber, buildContact, buildKey, uniquePhone } from "../support/factories.ts";
import { carriedTo, makeOverdue, sendTo, signInAgent } from "../support/held-texts.ts";
import { hold } from "../support/held-transaction.ts";
import { refusalOf } from "../support/refusals.ts";
import { fromNow } from "../support/times.ts";
import { schedule } from "../support/waiting-texts.ts";

const app = useApp();
const neighbour = useNeighbour(app);

const carried = (phone: string) => carriedTo([app, neighbour], phone);

const approve = (client: Client, id: string, idempotencyKey?: string) =>
  client.raw("approveText", { path: { id }, ...(idempotencyKey !== undefined && { idempotencyKey }) });

const reject = (client: Client, id: string, note?: string) =>
  client.raw("rejectText", { path: { id }, body: note === undefined ? {} : { note } });

const waitsForLock = () => vi.waitFor(async () => expect(await countWaiting(app.database)).toBeGreaterThan(0));

test("a text of a key that holds all texts waits for an approval, and reaches nobody", async () => {
  const { agent, person, number, agentKeyId } = await signInAgent(app);
  const phone = uniquePhone();
  await buildContact(person, { phones: [phone], name: "Ada" });

  const sent = await sendTo(agent, phone);

  expect(sent).toMatchObject({ success: true, status: "held", from: number, to: phone, segments: 1, testMode: false });
  expect(await agent.getMessage({ path: { id: sent.textId } })).toMatchObject({
    threadId: sent.threadId,
    status: "held",
    waitsFor: "approval",
    sendAt: null,
  });
  expect((await agent.listPendingMessages({ query: { status: "held" } })).messages).toHaveLength(1);
  expect(await person.getApproval({ path: { id: sent.textId } })).toEqual({
    id: sent.textId,
    status: "held",
    reason: "key",
    from: number,
    to: phone,
    contactName: "Ada",
    body: "hello",
    media: [],
    segments: 1,
    sendAt: null,
    apiKeyId: agentKeyId,
    keyName: "Agent",
    errorCode: null,
    createdAt: sent.createdAt,
    expiresAt: expect.any(String),
    decidedAt: null,
    decidedBy: null,
    note: null,
  });
  expect(carried(phone)).toEqual([]);
});

test("an approved text is sent once, and becomes a message with the same id in its thread", async () => {
  const { agent, person } = await signInAgent(app);
  const phone = uniquePhone();
  const sent = await sendTo(agent, phone);

  const { status, body } = await approve(person, sent.textId);

  expect({ status, message: body.message }).toMatchObject({
    status: 200,
    message: { id: sent.textId, threadId: sent.threadId, status: "queued", to: phone, body: "hello" },
  });
  expect(carried(phone)).toMatchObject([{ id: sent.textId, body: "hello" }]);
  expect(await agent.getMessage({ path: { id: sent.textId } })).toMatchObject({ status: "queued", waitsFor: null });
  expect((await person.listThreads()).threads).toMatchObject([{ id: sent.threadId, lastBody: "hello" }]);
  const approval = await person.getApproval({ path: { id: sent.textId } });
  const { id: decidedBy } = await person.getKey();
  expect(approval).toMatchObject({ status: "approved", decidedBy, decidedAt: expect.any(String), body: "hello" });
  const { auditEvents } = await person.listAuditEvents();
  expect(auditEvents[0]).toMatchObject({ operation: "approveText", target: sent.textId, outcome: 200 });
});

test("in test mode a text waits, too, and an approval of the other mode does not find it", async () => {
  const { agentKey, person, key } = await signInAgent(app);
  const agent = createClient(app.url, `${agentKey}_test`);
  const tester = createClient(app.url, `${key}_test`);
  const sent = await sendTo(agent);

  expect(sent).toMatchObject({ status: "held", testMode: true });
  expect(refusalOf(await approve(person, sent.textId))).toBe("404 approval_not_found");
  expect(refusalOf(await person.raw("getApproval", { path: { id: sent.textId } }))).toBe("404 approval_not_found");
  expect((await person.listApprovals()).approvals).toEqual([]);
  const first = await approve(tester, sent.textId, "once");
  const again = await approve(tester, sent.textId, "once");
  expect(first.body.message).toMatchObject({ id: sent.textId, status: "queued", testMode: true });
  expect(again.body).toEqual(first.body);
  expect(again.headers.get("x-idempotency-replayed")).toBe("true");
});

describe("a repeated request", () => {
  test("gets the first answer while the text waits, and after its approval", async () => {
    const { agent, person } = await signInAgent(app);
    const phone = uniquePhone();
    const first = await sendTo(agent, phone, {}, "order 1");

    expect(await sendTo(agent, phone, {}, "order 1")).toEqual(first);
    await approve(person, first.textId);
    expect(await sendTo(agent, phone, {}, "order 1")).toEqual(first);
    expect(carried(phone)).toHaveLength(1);
  });

  test("with another content is refused", async () => {
    const { agent } = await signInAgent(app);
    const phone = uniquePhone();
    await sendTo(agent, phone, {}, "order 1");

    const other = await agent.raw("sendText", {
      body: { phone_number: phone, message: "other" },
      idempotencyKey: "order 1",
    });

    expect(refusalOf(other)).toBe("422 idempotency_key_mismatch");
  });

  test("at the same time on two servers holds one text", async () => {
    const { agent, agentKey, person } = await signInAgent(app);
    const phone = uniquePhone();
    const clients = [agent, createClient(neighbour.url, agentKey)];

    const sent = await Promise.all(
      Array.from({ length: 10 }, (_, index) => sendTo(clients[index % 2]!, phone, {}, "order 1")),
    );

    expect(new Set(sent.map(({ textId }) => textId)).size).toBe(1);
    expect((await person.listApprovals()).approvals).toHaveLength(1);
  });

  test("of an approval gets its answer, and sends nothing again", async () => {
    const { agent, person } = await signInAgent(app);
    const phone = uniquePhone();
    const { textId } = await sendTo(agent, phone);

    const first = await approve(person, textId, "yes");
    const again = await approve(person, textId, "yes");

    expect(again).toMatchObject({ status: 200, body: first.body });
    expect(again.headers.get("x-idempotency-replayed")).toBe("true");
    expect(carried(phone)).toHaveLength(1);
  });
});

describe("the thread of a held text", () => {
  test("is in no list until the text is approved", async () => {
    const { agent, person } = await signInAgent(app);
    const phone = uniquePhone();
    const { threadId } = await sendTo(agent, phone);

    expect((await person.listThreads()).threads).toEqual([]);
    expect((await person.listThreads({ query: { phones: [phone] } })).threads).toEqual([]);
    expect(await person.getThread({ path: { id: threadId } })).toMatchObject({ id: threadId, lastBody: "" });
    expect((await person.listThreadMessages({ path: { id: threadId } })).messages).toEqual([]);
  });

  test("is deleted if the last text that waits for it is rejected, and not before", async () => {
    const { agent, person } = await signInAgent(app);
    const phone = uniquePhone();
    const first = await sendTo(agent, phone);
    const second = await sendTo(agent, phone);
    expect(second.threadId).toBe(first.threadId);

    await reject(person, first.textId);
    expect((await person.raw("getThread", { path: { id: first.threadId } })).status).toBe(200);
    await reject(person, second.textId);

    expect((await person.raw("getThread", { path: { id: first.threadId } })).status).toBe(404);
    expect(await agent.getMessage({ path: { id: first.textId } })).toMatchObject({
      status: "canceled",
      threadId: null,
    });
  });

  test("stays if a text that another server holds at the same time waits for it", async () => {
    const { team, agent, person } = await signInAgent(app);
    const { textId: id, threadId } = await sendTo(agent);
    const commit = await hold(app, team.id, async (tx) => {
      await lockHeldOf(tx, [team.id]);
      await tx.execute(
        `insert into pending_message
         select (jsonb_populate_record(p, jsonb_build_object('id', gen_random_uuid()))).* from pending_message p
         where team_id = ? and id = ?`,
        [team.id, id],
      );
    });
    const rejecting = reject(person, id);
    await waitsForLock();

    await commit();

    expect((await rejecting).status).toBe(200);
    expect((await person.raw("getThread", { path: { id: threadId } })).status).toBe(200);
  });

  test("stays if it has messages, unchanged by the text that waits", async () => {
    const { agent, person } = await signInAgent(app);
    const phone = uniquePhone();
    const { threadId } = await sendTo(person, phone, { message: "before" });
    const [before] = (await person.listThreads()).threads;

    const held = await sendTo(agent, phone);
    expect(held.threadId).toBe(threadId);
    expect((await person.listThreads()).threads).toEqual([before]);
    await reject(person, held.textId);

    expect((await person.listThreads()).threads).toEqual([before]);
  });

  test("does not change the number that other texts go out from", async () => {
    const { team, agent, person, number } = await signInAgent(app);
    const other = await buildBusinessNumber(app.em(), { team });
    const phone = uniquePhone();
    await sendTo(person, phone);
    expect(await sendTo(agent, phone, { sender: other.phoneNumber })).toMatchObject({ from: other.phoneNumber });

    expect(await sendTo(person, phone)).toMatchObject({ from: number });
  });
});

describe("a rejected text", () => {
  test("is canceled, with a note for whoever looks it up, and an event for who waits for it", async () => {
    const { agent, person } = await signInAgent(app);
    const phone = uniquePhone();
    await person.listEvents();
    const { textId: id } = await sendTo(agent, phone);

    const { status, body } = await reject(person, id, "Not to customers.");

    expect({ status, body }).toMatchObject({
      status: 200,
      body: {
        success: true,
        approval: { id, status: "rejected", note: "Not to customers.", errorCode: "approval_rejected" },
      },
    });
    expect(await agent.getMessage({ path: { id } })).toMatchObject({
      status: "canceled",
      errorCode: "approval_rejected",
      errorMeaning: "It waited for an approval, and was rejected.",
    });
    expect(refusalOf(await approve(person, id))).toBe("409 approval_already_decided");
    expect(refusalOf(await reject(person, id))).toBe("409 approval_already_decided");
    expect((await person.listApprovals({ query: { status: "rejected" } })).approvals).toHaveLength(1);
    expect((await person.listAuditEvents()).auditEvents[0]).toMatchObject({ operation: "rejectText", target: id });
    const events = await readAllEvents(person);
    expect(events.filter(({ type }) => type === "message.status").map(({ data }) => data)).toMatchObject([
      { messageId: id, status: "canceled", errorCode: "approval_rejected" },
    ]);
    expect(carried(phone)).toEqual([]);
  });

  test("with an id that never waited is not found", async () => {
    const { person } = await signInAgent(app);
    const { textId: id } = await sendTo(person);

    expect(refusalOf(await reject(person, id))).toBe("404 approval_not_found");
    expect(refusalOf(await approve(person, id))).toBe("404 approval_not_found");
  });
});

describe("a text that its sender cancels", () => {
  test("can no longer be approved", async () => {
    const { agent, person } = await signInAgent(app);
    const phone = uniquePhone();
    const { textId: id, threadId } = await sendTo(agent, phone);

    expect(await agent.cancelMessage({ path: { id } })).toMatchObject({ message: { status: "canceled" } });

    expect(refusalOf(await approve(person, id))).toBe("409 approval_already_decided");
    expect(await person.getApproval({ path: { id } })).toMatchObject({ status: "canceled", errorCode: null });
    expect((await person.raw("getThread", { path: { id: threadId } })).status).toBe(404);
    expect(carried(phone)).toEqual([]);
  });
});

describe("after 24 hours", () => {
  test("a text is not approved any more, also if no worker has looked yet", async () => {
    const { team, agent, person } = await signInAgent(app);
    const phone = uniquePhone();
    const { textId: id } = await sendTo(agent, phone);
    await makeOverdue(app, team);

    expect(refusalOf(await approve(person, id))).toBe("409 approval_already_decided");
    expect(refusalOf(await reject(person, id))).toBe("409 approval_already_decided");
    expect(carried(phone)).toEqual([]);
  });

  test("an approval that began before, and waits for another transaction until then, is refused", async () => {
    const { team, agent, person } = await signInAgent(app);
    const phone = uniquePhone();
    const { textId: id } = await sendTo(agent, phone);
    const commit = await hold(
      app,
      team.id,
      (tx) => tx.execute("select from pending_message where team_id = ? and id = ? for update", [team.id, id]),
      (tx) =>
        tx.execute("update approval set expires_at = clock_timestamp() where team_id = ? and id = ?", [team.id, id]),
    );
    const approving = approve(person, id);
    await waitsForLock();

    await commit();

    expect(refusalOf(await approving)).toBe("409 approval_already_decided");
    expect(carried(phone)).toEqual([]);
  });

  test("the search for expired texts leaves one that is being approved to its approval", async () => {
    const { team, agent } = await signInAgent(app);
    const { id } = await schedule(app, agent);
    await makeOverdue(app, team);
    const commit = await hold(app, team.id, (tx) =>
      tx.execute("update pending_message set status = 'scheduled' where team_id = ? and id = ?", [team.id, id]),
    );

    await expireHeld(app.em());
    await commit();
    // A search that found the text before the commit leaves it, too.
    await expireHeld(app.em());

    expect(await agent.getMessage({ path: { id } })).toMatchObject({ status: "scheduled", errorCode: null });
  });

  test("a text expires, once on two workers", async () => {
    const { team, agent, person } = await signInAgent(app);
    await person.listEvents();
    const { textId: id, threadId } = await sendTo(agent);
    const kept = await sendTo((await signInAgent(app)).agent);
    await makeOverdue(app, team);

    await Promise.all([expireHeld(app.em()), expireHeld(neighbour.em())]);
    await expireHeld(app.em());

    expect(await person.getApproval({ path: { id } })).toMatchObject({ status: "expired", decidedBy: null });
    expect(await agent.getMessage({ path: { id } })).toMatchObject({
      status: "canceled",
      errorCode: "approval_expired",
    });
    expect((await person.raw("getThread", { path: { id: threadId } })).status).toBe(404);
    const events = await readAllEvents(person);
    expect(events.filter(({ type }) => type === "message.status")).toMatchObject([
      { data: { messageId: id, status: "canceled", errorCode: "approval_expired" } },
    ]);
    expect(kept.status).toBe("held");
  });

  test("old approvals go with their texts", async () => {
    const { team, agent, person } = await signInAgent(app);
    const held = await sendTo(agent);
    const { textId: id } = await sendTo(agent);
    await reject(person, id);
    await prunePending(app.em(), await fromNow(app.em(), 60));

    expect(refusalOf(await person.raw("getApproval", { path: { id } }))).toBe("404 approval_not_found");
    expect(await person.getApproval({ path: { id: held.textId } })).toMatchObject({ status: "held" });
    const left = await app.em().execute("select from approval where team_id = ?", [team.id]);
    expect(left).toHaveLength(1);
  });
});

describe("an approval that the rules refuse", () => {
  test("after an opt-out cancels the text", async () => {
    const { agent, person, number } = await signInAgent(app);
    const phone = uniquePhone();
    const { textId: id } = await sendTo(agent, phone);
    await postCallback(app, "inbound", inboundForm(phone, number, "STOP"));

    const refused = await approve(person, id);
    expect(refusalOf(refused)).toBe("409 recipient_opted_out");
    expect(refused.body.consent).toMatchObject({ source: "keyword", since: expect.any(String) });
    expect(await agent.getMessage({ path: { id } })).toMatchObject({
      status: "canceled",
      errorCode: "recipient_opted_out",
    });
    expect(await person.getApproval({ path: { id } })).toMatchObject({
      status: "canceled",
      errorCode: "recipient_opted_out",
      decidedBy: null,
    });
    expect(carried(phone)).toEqual([]);
  });

  test("of a key that may no longer text the phone cancels the text", async () => {
    const { agent, person, agentKeyId } = await signInAgent(app);
    const { textId: id } = await sendTo(agent);
    await updateKey(app.em(), agentKeyId, { recipients: ["+4915"] });

    expect(refusalOf(await approve(person, id))).toBe("403 recipient_not_allowed");
    expect(await agent.getMessage({ path: { id } })).toMatchObject({ status: "canceled" });
  });

  test("of a key that has expired cancels the text", async () => {
    const { team, agent, person, agentKeyId } = await signInAgent(app);
    const { textId: id } = await sendTo(agent);
    await app
      .em()
      .execute(`update api_key set expires_at = created_at where id = ? and team_id = ?`, [agentKeyId, team.id]);

    const refused = await approve(person, id);

    expect(refusalOf(refused)).toBe("409 approval_canceled");
    expect(refused.body.message).toContain("key_revoked");
    expect(await person.getMessage({ path: { id } })).toMatchObject({ status: "canceled", errorCode: "key_revoked" });
  });

  test("for its budget leaves the text waiting, and a later approval sends it", async () => {
    const { agent, person, agentKeyId } = await signInAgent(app, { segmentsPerDay: 1 });
    const [first, second] = [await sendTo(agent), await sendTo(agent)];
    await approve(person, first.textId);

    expect(refusalOf(await approve(person, second.textId, "again"))).toBe("403 budget_exceeded");
    expect(await person.getApproval({ path: { id: second.textId } })).toMatchObject({ status: "held" });
    await updateKey(app.em(), agentKeyId, { segmentsPerDay: 2 });

    expect((await approve(person, second.textId, "again")).status).toBe(200);
    expect(carried(second.to)).toHaveLength(1);
  });

  test.each(["within a thread", "to a phone"])("for a paused number leaves a text %s waiting", async (place) => {
    const { team, agent, person } = await signInAgent(app);
    const phone = uniquePhone();
    const text = { phone_number: phone, message: "hello" };
    const id =
      place === "to a phone"
        ? (await agent.sendMessage({ body: text })).message.id
        : (await agent.sendText({ body: text })).textId;
    await app.em().execute(`update business_number set status = 'paused' where team_id = ?`, [team.id]);

    expect(refusalOf(await approve(person, id))).toBe("422 sending_number_not_resolved");
    expect(await person.getApproval({ path: { id } })).toMatchObject({ status: "held" });
    await app.em().execute(`update business_number set status = 'active' where team_id = ?`, [team.id]);

    expect((await approve(person, id)).status).toBe(200);
    expect(carried(phone)).toHaveLength(1);
  });

  test("by the provider leaves a failed message, which is not held again", async () => {
    const { agent, person } = await signInAgent(app);
    const { textId: id } = await sendTo(agent);
    const { answer } = app.provider;
    app.provider.answer = () => ({ kind: "refused", errorCode: "30007", optedOut: false });

    const refused = await approve(person, id);

    app.provider.answer = answer;

    expect(refusalOf(refused)).toBe("502 message_failed");
    expect(await person.getMessage({ path: { id } })).toMatchObject({ status: "failed", errorCode: "30007" });
    expect(refusalOf(await approve(person, id))).toBe("409 approval_already_decided");
  });

  test("of another key that holds texts changes nothing, whatever its scopes say", async () => {
    const { team, agent, person } = await signInAgent(app);
    const { textId: id } = await sendTo(agent);
    const key = await buildKey(app.em(), team, { name: "Holding", scopes: ["messages:send", "messages:approve"] });
    await app.em().execute("update api_key set hold = 'all' where team_id = ? and name = 'Holding'", [team.id]);

    expect(refusalOf(await approve(createClient(app.url, key), id))).toBe("403 insufficient_scope");
    expect(await person.getApproval({ path: { id } })).toMatchObject({ status: "held" });
  });

  test("of the key that asked for the text changes nothing, even if it may approve by now", async () => {
    const { agent, person, agentKeyId } = await signInAgent(app);
    const { textId: id } = await sendTo(agent);
    expect(refusalOf(await approve(agent, id))).toBe("403 insufficient_scope");
    await updateKey(app.em(), agentKeyId, { hold: null, scopes: ["messages:send", "messages:approve"] });

    const refused = await approve(agent, id);

    expect(refusalOf(refused)).toBe("403 insufficient_scope");
    expect(refused.body.message).toContain("does not approve the texts that it has asked for");
    expect(await person.getApproval({ path: { id } })).toMatchObject({ status: "held" });
  });
});

describe("a text that cannot be sent", () => {
  test("is refused at once, and is not held", async () => {
    const { agent, person, number } = await signInAgent(app, { recipients: ["+1202"] });
    const optedOut = uniquePhone();
    await postCallback(app, "inbound", inboundForm(optedOut, number, "STOP"));
    const send = (fields: object) => agent.raw("sendText", { body: { message: "hello", ...fields } as never });

    const refused = await send({ phone_number: optedOut });
    expect(refusalOf(refused)).toBe("409 recipient_opted_out");
    expect(refused.body.consent).toMatchObject({ source: "keyword", since: expect.any(String) });
    expect(refusalOf(await send({ phone_number: "+4915112345678" }))).toBe("403 recipient_not_allowed");
    expect(refusalOf(await send({ phone_number: uniquePhone(), sender: "nobody" }))).toBe("422 invalid_sender");
    expect(refusalOf(await send({ threadId: "019aa4a1-7c3e-7d52-9a0e-3b8f6f1d8a10" }))).toBe("404 thread_not_found");
    expect((await person.listApprovals()).approvals).toEqual([]);
  });

  test("for a team without a number is refused at once", async () => {
    const { team } = await app.signIn({ withNumber: false });
    const key = await buildKey(app.em(), team, { scopes: ["messages:send"], hold: "all" });
    const body = { phone_number: uniquePhone(), message: "hello" };

    expect(refusalOf(await createClient(app.url, key).raw("sendText", { body }))).toBe(
      "422 sending_number_not_resolved",
    );
  });
});

test("at most a hundred texts of a key wait, and the next one is refused until one is decided about", async () => {
  const { agent, person, team } = await signInAgent(app);
  const other = createClient(app.url, await buildKey(app.em(), team, { scopes: ["messages:send"], hold: "all" }));
  const sent = await Promise.all(Array.from({ length: 100 }, () => sendTo(agent)));
  const body = { phone_number: uniquePhone(), message: "hello" };

  const refused = await agent.raw("sendText", { body, idempotencyKey: "one more" });

  expect(refusalOf(refused)).toBe("429 rate_limited");
  expect(refused.headers.get("retry-after")).toBe("60");
  expect(await sendTo(other)).toMatchObject({ status: "held" });
  await reject(person, sent[0]!.textId);
  expect(await agent.sendText({ body, idempotencyKey: "one more" })).toMatchObject({ status: "held" });
});

test("at most a thousand texts of a team wait", async () => {
  const { agent, team } = await signInAgent(app);
  const { agent: neighbours } = await signInAgent(app);
  await app.em().execute(
    `insert into approval (team_id, id, test_mode, status, reason, api_key_id, created_at, expires_at)
     select ?, gen_random_uuid(), false, 'held', 'key', gen_random_uuid(), now(), now() + interval '1 day'
     from generate_series(1, 1000)`,
    [team.id],
  );

  const refused = await agent.raw("sendText", { body: { phone_number: uniquePhone(), message: "hello" } });

  expect(refusalOf(refused)).toBe("429 rate_limited");
  expect(await sendTo(neighbours)).toMatchObject({ status: "held" });
});

test("a text that another server holds at the same time counts", async () => {
  const { agent, agentKeyId, team } = await signInAgent(app);
  const insert = (tx: EntityManager, count: number) =>
    tx.execute(
      `insert into approval (team_id, id, test_mode, status, reason, api_key_id, created_at, expires_at)
       select ?, gen_random_uuid(), false, 'held', 'key', ?, now(), now() + interval '1 day' from generate_series(1, ?)`,
      [team.id, agentKeyId, count],
    );
  await insert(app.em(), 99);
  const commit = await hold(app, team.id, async (tx) => {
    await lockHeldOf(tx, [team.id]);
    await insert(tx, 1);
  });
  const sending = agent.raw("sendText", { body: { phone_number: uniquePhone(), message: "hello" } });
  await waitsForLock();

  await commit();

  expect(refusalOf(await sending)).toBe("429 rate_limited");
});

test("the list has the oldest text first, in pages", async () => {
  const { agent, person } = await signInAgent(app);
  const sent = [await sendTo(agent), await sendTo(agent), await sendTo(agent)];

  const first = await person.listApprovals({ query: { per_page: 2 } });
  const second = await person.listApprovals({ query: { per_page: 2, cursor: first.nextCursor! } });

  expect([...first.approvals, ...second.approvals].map(({ id }) => id)).toEqual(sent.map(({ textId }) => textId));
  expect(second).toMatchObject({ hasMore: false, nextCursor: null });
});

test("texts that were asked for at the same time are each on one page", async () => {
  const { team, agent, person } = await signInAgent(app);
  const sent = [await sendTo(agent), await sendTo(agent), await sendTo(agent)];
  await app.em().execute("update approval set created_at = now() where team_id = ?", [team.id]);

  const first = await person.listApprovals({ query: { per_page: 1 } });
  const rest = await person.listApprovals({ query: { per_page: 2, cursor: first.nextCursor! } });

  const ids = [...first.approvals, ...rest.approvals].map(({ id }) => id);
  expect(ids).toEqual(sent.map(({ textId }) => textId).toSorted());
});

test("of two approvals at once, of an approval and a rejection, and of a cancel, exactly one counts", async () => {
  const { agent, agentKey, person, key } = await signInAgent(app);
  const elsewhere = createClient(neighbour.url, key);
  const agentElsewhere = createClient(neighbour.url, agentKey);
  for (let round = 0; round < 15; round += 1) {
    const { textId: id, to } = await sendTo(agent);

    const answers = await Promise.all([
      approve(person, id),
      approve(elsewhere, id),
      reject(round % 2 === 0 ? person : elsewhere, id),
      agentElsewhere.raw("cancelMessage", { path: { id } }),
    ]);

    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const { status } = await person.getApproval({ path: { id } });
    expect(carried(to)).toHaveLength(status === "approved" ? 1 : 0);
  }
});

describe("the events of approvals", () => {
  test("reach a reader that names them and may approve, and nobody else", async () => {
    const { team, agent, agentKeyId, person, number } = await signInAgent(app);
    const types = ["approval.requested", "approval.decided"] as const;
    await person.listEvents();
    const [first, second, third] = [await sendTo(agent), await sendTo(agent), await sendTo(agent)];
    await approve(person, first!.textId);
    await reject(person, second!.textId);
    await agent.cancelMessage({ path: { id: third!.textId } });
    const reader = createClient(app.url, await buildKey(app.em(), team, { scopes: ["events:read"] }));
    const all = createClient(app.url, await buildKey(app.em(), team, { scopes: null }));

    const { events } = await person.listEvents({ query: { types: [...types], per_page: 100 } });

    const { id: decidedBy } = await person.getKey();
    expect(events.filter(({ type }) => type === "approval.requested")).toHaveLength(3);
    expect(events[0]).toMatchObject({
      type: "approval.requested",
      testMode: false,
      data: {
        messageId: first!.textId,
        from: number,
        to: first!.to,
        text: "hello",
        reason: "key",
        apiKeyId: agentKeyId,
        keyName: "Agent",
        expiresAt: expect.any(String),
      },
    });
    expect(events.filter(({ type }) => type === "approval.decided").map(({ data }) => data)).toEqual([
      { messageId: first!.textId, outcome: "approved", errorCode: null, decidedBy },
      { messageId: second!.textId, outcome: "rejected", errorCode: "approval_rejected", decidedBy },
      { messageId: third!.textId, outcome: "canceled", errorCode: null, decidedBy: agentKeyId },
    ]);
    for (const client of [reader, all]) {
      expect(refusalOf(await client.raw("listEvents", { query: { types: [...types] } }))).toBe(
        "403 insufficient_scope",
      );
      const unnamed = (await client.listEvents({ query: { per_page: 100 } })).events.map(({ type }) => type);
      expect(unnamed.filter((type) => type.startsWith("approval."))).toEqual([]);
    }
    const unnamed = (await person.listEvents({ query: { per_page: 100 } })).events.map(({ type }) => type);
    expect(unnamed.filter((type) => type.startsWith("approval."))).toEqual([]);
  });

  test("reach only an endpoint that names them, which needs the scope", async () => {
    const { team } = await signInAgent(app);
    const scopes = ["webhooks:write", "events:read"] as const;
    const one = createClient(app.url, await buildKey(app.em(), team, { scopes: [...scopes] }));
    const both = createClient(app.url, await buildKey(app.em(), team, { scopes: [...scopes, "messages:approve"] }));
    const url = "https://endpoint.invalid";
    const types = ["approval.requested" as const];

    expect(refusalOf(await one.raw("createWebhookEndpoint", { body: { url, types } }))).toBe("403 insufficient_scope");
    const { id } = (await one.createWebhookEndpoint({ body: { url } })).webhookEndpoint;
    const update = (client: typeof one, body: object) => client.raw("updateWebhookEndpoint", { path: { id }, body });
    expect(refusalOf(await update(one, { types }))).toBe("403 insufficient_scope");
    expect((await update(both, { types })).status).toBe(200);
    expect(refusalOf(await update(one, { url: "https://other.invalid" }))).toBe("403 insufficient_scope");
    expect((await update(both, { url: "https://other.invalid" })).status).toBe(200);
  });
});
