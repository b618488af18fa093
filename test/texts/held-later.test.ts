import { expect, test, vi } from "vitest";
import { cancelWaitingOfKey } from "../../server/texts/pending/waiting-of-keys.ts";
import { useApp } from "../support/app.ts";
import { createClient } from "../support/client.ts";
import { readAllEvents } from "../support/events.ts";
import { uniquePhone } from "../support/factories.ts";
import { carriedTo, sendTo, signInAgent } from "../support/held-texts.ts";
import { hold } from "../support/held-transaction.ts";
import { setQuietNow } from "../support/quiet-hours.ts";
import { refusalOf } from "../support/refusals.ts";
import { fromNow } from "../support/times.ts";
import { makeDue, schedule } from "../support/waiting-texts.ts";

const app = useApp();

test("a message of a key that holds texts waits, and is answered as a record", async () => {
  const { agent, person, number } = await signInAgent(app);
  const phone = uniquePhone();

  const { message } = await agent.sendMessage({ body: { phone_number: phone, message: "hello" } });

  expect(message).toMatchObject({ status: "held", waitsFor: "approval", from: number, to: phone, threadId: null });
  const approved = await person.approveText({ path: { id: message.id } });
  expect(approved).toMatchObject({ success: true, message: { id: message.id, status: "queued", to: phone } });
  expect(carriedTo([app], phone)).toHaveLength(1);
});

test("a check says that a text would wait, and stores nothing", async () => {
  const { agent, person } = await signInAgent(app, { hold: "new_recipients" });
  const [known, unknown] = [uniquePhone(), uniquePhone()];
  await person.sendText({ body: { phone_number: known, message: "hello" } });
  const check = (phone_number: string) => agent.checkMessage({ body: { phone_number, message: "hello" } });

  expect(await check(known)).toMatchObject({ wouldSend: true, waitsForApproval: false });
  expect(await check(unknown)).toMatchObject({ wouldSend: true, waitsForApproval: true });
  expect((await person.listApprovals()).approvals).toEqual([]);
});

test("a text of test mode makes its recipient known in test mode alone", async () => {
  const { agent, person } = await signInAgent(app, { hold: "new_recipients" });
  const phone = uniquePhone();
  await sendTo(person.inTestMode(), phone);

  expect(await sendTo(agent, phone)).toMatchObject({ status: "held" });
  expect(await sendTo(agent.inTestMode(), phone)).toMatchObject({ status: "queued" });
});

test("a message is answered a second time as the first time", async () => {
  const { agent, person } = await signInAgent(app);
  const request = { body: { phone_number: uniquePhone(), message: "hello" }, idempotencyKey: "once" };

  const first = await agent.sendMessage(request);
  await person.approveText({ path: { id: first.message.id } });

  expect(await agent.sendMessage(request)).toEqual(first);
});

test("a text with a time waits first for its approval, then for its time", async () => {
  const { team, agent, person } = await signInAgent(app);
  const waiting = await schedule(app, agent);

  expect(waiting).toMatchObject({ status: "held", waitsFor: "approval", sendAt: expect.any(String) });
  expect(await person.getApproval({ path: { id: waiting.id } })).toMatchObject({ sendAt: waiting.sendAt });
  await app.dispatch();
  const { message } = await person.approveText({ path: { id: waiting.id }, idempotencyKey: "yes" });
  expect(message).toMatchObject({ status: "scheduled", waitsFor: "send_at", sendAt: waiting.sendAt });
  expect(await person.approveText({ path: { id: waiting.id }, idempotencyKey: "yes" })).toEqual({
    success: true,
    message,
  });
  await app.dispatch();
  expect(carriedTo([app], waiting.to)).toEqual([]);

  await makeDue(app, team);
  await app.dispatch();

  expect(carriedTo([app], waiting.to)).toHaveLength(1);
  expect(await person.getApproval({ path: { id: waiting.id } })).toMatchObject({ status: "approved" });
});

test("an approved text that is canceled before its time stays an approved one", async () => {
  const { agent, person } = await signInAgent(app);
  const { id } = await schedule(app, agent);
  await person.approveText({ path: { id } });

  await agent.cancelMessage({ path: { id } });

  expect(await agent.getMessage({ path: { id } })).toMatchObject({ status: "canceled", errorCode: null });
  expect(await person.getApproval({ path: { id } })).toMatchObject({ status: "approved" });
});

test("a text whose time has come is not sent without an approval, and is sent with the approval after it", async () => {
  const { team, agent, person } = await signInAgent(app);
  const waiting = await schedule(app, agent);
  await makeDue(app, team);
  await app.dispatch();
  expect(carriedTo([app], waiting.to)).toEqual([]);

  const { message } = await person.approveText({ path: { id: waiting.id } });

  expect(message).toMatchObject({ id: waiting.id, status: "queued" });
  expect(carriedTo([app], waiting.to)).toHaveLength(1);
});

test("a text that came too late is canceled by its approval", async () => {
  const { team, agent, person } = await signInAgent(app);
  const waiting = await schedule(app, agent, { expiresAt: await fromNow(app.em(), 7_200) });
  await app
    .em()
    .execute(`update pending_message set send_at = created_at, expires_at = created_at where team_id = ?`, [team.id]);

  expect(refusalOf(await person.raw("approveText", { path: { id: waiting.id } }))).toBe("409 approval_canceled");
  expect(await agent.getMessage({ path: { id: waiting.id } })).toMatchObject({
    status: "canceled",
    errorCode: "expired",
  });
});

test("the texts of a campaign wait each for an approval, and are canceled together", async () => {
  const { agent, agentKeyId, person } = await signInAgent(app);
  const campaign = "spring sale";
  const texts = [
    await schedule(app, agent, { campaign }),
    await schedule(app, agent, { campaign }),
    await schedule(app, agent, { campaign }),
  ];
  await person.approveText({ path: { id: texts[0]!.id } });

  const canceled = await agent.cancelCampaign({ body: { campaign } });

  expect(canceled).toMatchObject({ canceled: 3, sent: 0, hasMore: false });
  const approvals = await Promise.all(texts.map(({ id }) => person.getApproval({ path: { id } })));
  expect(approvals.map(({ status }) => status)).toEqual(["approved", "canceled", "canceled"]);
  expect(approvals.slice(1).map(({ decidedBy }) => decidedBy)).toEqual([agentKeyId, agentKeyId]);
});

test("a campaign has more texts while one that waits for an approval is being decided about", async () => {
  const { team, agent } = await signInAgent(app);
  const campaign = "spring sale";
  const { id } = await schedule(app, agent, { campaign });
  const commit = await hold(app, team.id, (tx) =>
    tx.execute("select from pending_message where team_id = ? and id = ? for update", [team.id, id]),
  );

  expect(await agent.cancelCampaign({ body: { campaign } })).toMatchObject({ canceled: 0, hasMore: true });
  await commit();

  expect(await agent.cancelCampaign({ body: { campaign } })).toMatchObject({ canceled: 1, hasMore: false });
});

test("an approved text of a campaign that is due counts as handed over", async () => {
  const { team, agent, person } = await signInAgent(app);
  const campaign = "spring sale";
  const { id } = await schedule(app, agent, { campaign });
  await makeDue(app, team);
  await person.approveText({ path: { id } });

  expect(await agent.cancelCampaign({ body: { campaign } })).toMatchObject({ canceled: 0, sent: 1 });
});

test("the texts of a revoked key are canceled with their approvals", async () => {
  const { agent, person, agentKeyId } = await signInAgent(app);
  await person.listEvents();
  const { textId: id, threadId } = await agent.sendText({ body: { phone_number: uniquePhone(), message: "hello" } });

  expect(await cancelWaitingOfKey(app.em(), agentKeyId)).toBe(1);

  expect(await person.getApproval({ path: { id } })).toMatchObject({ status: "canceled", errorCode: "key_revoked" });
  expect((await person.raw("getThread", { path: { id: threadId } })).status).toBe(404);
  expect((await readAllEvents(person)).map(({ data }) => data)).toMatchObject([{ messageId: id, status: "canceled" }]);
});

test("an approval in quiet hours lets the text wait for their end", async () => {
  const { team, agent, person } = await signInAgent(app);
  const waiting = (await agent.sendMessage({ body: { phone_number: uniquePhone(), message: "hello" } })).message;
  const urgent = await agent.sendText({ body: { phone_number: uniquePhone(), message: "hello" } });
  await setQuietNow(app, team, "wait");

  const { message } = await person.approveText({ path: { id: waiting.id } });

  expect(message).toMatchObject({ status: "scheduled", waitsFor: "quiet_hours", sendAt: expect.any(String) });
  expect(carriedTo([app], waiting.to)).toEqual([]);
  // POST /api/text has no quiet hours, with and without an approval.
  await person.approveText({ path: { id: urgent.textId } });
  expect(carriedTo([app], urgent.to)).toHaveLength(1);
});

test("a text that its key scheduled before it had a hold is sent at its time", async () => {
  const { team, agent, agentKey } = await signInAgent(app, { hold: null });
  const waiting = await schedule(app, agent);
  await app.em().execute(`update api_key set hold = 'all' where team_id = ? and name = 'Agent'`, [team.id]);
  await vi.waitFor(async () =>
    expect(await schedule(app, createClient(app.url, agentKey))).toMatchObject({ status: "held" }),
  );
  await makeDue(app, team);
  await app.dispatch();

  expect(carriedTo([app], waiting.to)).toHaveLength(1);
});
