import { describe, expect, test } from "vitest";
import { useApp } from "../support/app.ts";
import { inboundForm, postCallback, statusForm } from "../support/callbacks.ts";
import { createClient } from "../support/client.ts";
import { finish, passHours, workOn } from "../support/erasures.ts";
import { readAllEvents } from "../support/events.ts";
import { buildContact, buildKey, buildMessage, uniquePhone } from "../support/factories.ts";
import { refusalOf } from "../support/refusals.ts";
import { tablesWith } from "../support/tables-with.ts";
import { fromNow } from "../support/times.ts";
import { schedule } from "../support/waiting-texts.ts";

const app = useApp();

const idle = { messages: 0, contacts: 0, callbacks: 0, events: 0, deliveries: 0, passcodes: 0 };

test("an erasure runs, watches for 72 hours, and is done", async () => {
  const { client, team, number } = await app.signIn();
  const phone = uniquePhone();
  const { id: contactId } = await buildContact(client, { phones: [phone] });
  await postCallback(app, "inbound", inboundForm(phone, number, "hello"));
  await app.jobs.drain();
  await client.sendText({ body: { phone_number: phone, message: "hello" } });

  const { erasure } = await client.createErasure({ body: { phone } });
  expect(erasure).toEqual({
    id: expect.any(String),
    status: "running",
    contactId: null,
    requestedAt: expect.any(String),
    watchUntil: expect.any(String),
    completedAt: null,
    removed: { ...idle, contacts: 1 },
    carrierCopies: { open: 0, deleted: 0, givenUp: 0, kept: 0 },
  });
  expect(Date.parse(erasure.watchUntil) - Date.parse(erasure.requestedAt)).toBe(72 * 3_600_000);
  expect(refusalOf(await client.raw("getContact", { path: { id: contactId } }))).toBe("404 contact_not_found");
  const path = { id: erasure.id };
  const readCompleted = async () => (await readAllEvents(client)).filter(({ type }) => type === "erasure.completed");

  await workOn(app);
  expect((await client.listMessages()).messages).toEqual([]);
  expect((await client.listThreads()).threads).toEqual([]);
  expect((await client.getErasure({ path })).status).toBe("running");
  await passHours(app, team, 1);
  await workOn(app);
  expect(await client.getErasure({ path })).toMatchObject({ status: "watching", completedAt: null });
  await passHours(app, team, 72);
  // The first read of events begins their record.
  expect(await readCompleted()).toEqual([]);
  await workOn(app);

  expect(await client.getErasure({ path })).toMatchObject({
    status: "done",
    completedAt: expect.any(String),
    removed: { ...idle, contacts: 1, messages: 2, callbacks: 1 },
  });
  expect(await readCompleted()).toMatchObject([{ data: { erasureId: erasure.id } }]);
  await workOn(app);
  expect(await readCompleted()).toHaveLength(1);
  const { erasures } = await client.listErasures();
  expect(erasures.map(({ id }) => id)).toEqual([erasure.id]);
  const [row] = await app.em().execute("select sealed, due_at from erasure where team_id = ?", [team.id]);
  expect(row).toEqual({ sealed: null, due_at: null });
});

test("an opt-out outlives an erasure: texts, passcodes and waiting texts are refused, and the consent says so", async () => {
  const { client, team, number } = await app.signIn();
  const phone = uniquePhone();
  await postCallback(app, "inbound", inboundForm(phone, number, "STOP"));
  await app.jobs.drain();
  const refused = async () => [
    refusalOf(await client.raw("sendText", { body: { phone_number: phone, message: "hello" } })),
    refusalOf(await client.raw("generateOtp", { body: { phone, recipient_id: "user" } })),
    refusalOf(
      await client.raw("sendMessage", {
        body: { phone_number: phone, message: "later", sendAt: await fromNow(app.em(), 3_600) },
      }),
    ),
  ];
  const all = Array(3).fill("409 recipient_opted_out");
  expect(await refused()).toEqual(all);

  await client.createErasure({ body: { phone } });
  expect(await refused()).toEqual(all);
  await finish(app, team);

  expect(await refused()).toEqual(all);
  const answer = await client.raw("sendText", { body: { phone_number: phone, message: "hello" } });
  expect(answer.body.consent).toMatchObject({ source: "keyword" });
  const consent = await client.getConsent({ path: { phone } });
  expect(consent).toMatchObject({ phone, state: "opted_out", decidedBy: { keyword: "STOP", messageId: null } });
  const check = await client.checkMessage({ body: { phone_number: phone, message: "hello" } });
  expect(check.consent).toMatchObject({ state: "opted_out" });
  const rows = await app
    .em()
    .execute<{ phone_number: string }[]>("select phone_number from opt_out where team_id = ?", [team.id]);
  expect(rows).toEqual([{ phone_number: expect.stringMatching(/^h:[\w-]{43}$/) }]);
  expect(app.provider.texts.filter(({ to }) => to === phone)).toEqual([]);
});

test("an erased phone can opt in again, and then out, and a second erasure keeps what was last", async () => {
  const { client, team, number } = await app.signIn();
  const phone = uniquePhone();
  const say = async (text: string) => {
    await postCallback(app, "inbound", inboundForm(phone, number, text));
    await app.jobs.drain();
  };
  const send = async () => (await client.raw("sendText", { body: { phone_number: phone, message: "hello" } })).status;
  await say("STOP");
  await client.createErasure({ body: { phone } });
  await finish(app, team);
  expect(await send()).toBe(409);

  await say("START");
  expect(await send()).toBe(200);
  expect((await client.getConsent({ path: { phone } })).state).toBe("opted_in");
  await client.createErasure({ body: { phone } });
  await finish(app, team);
  expect(await send()).toBe(200);

  await say("STOP");
  expect(await send()).toBe(409);
  await client.createErasure({ body: { phone } });
  await finish(app, team);
  expect(await send()).toBe(409);
  expect((await client.getConsent({ path: { phone } })).state).toBe("opted_out");
});

test("an opt-in that is older than an erased opt-out does not undo it, and a newer one does", async () => {
  const { client, team } = await app.signIn();
  const phone = uniquePhone();
  await client.recordConsent({ body: { phone, consent: "opted_out", reason: "verbal" } });
  await client.createErasure({ body: { phone } });
  await finish(app, team);
  const optIn = { phone, consent: "opted_in" as const, reason: "verbal" as const, evidence: { note: "asked" } };

  const old = await client.raw("recordConsent", { body: { ...optIn, occurredAt: "2020-01-01T00:00:00Z" } });
  expect(refusalOf(old)).toBe("409 consent_conflict");
  const imported = await client.importConsents({
    body: { vendor: "Acme", consents: [{ phone, consent: "opted_in", evidence: { note: "list" } }] },
  });
  expect(imported).toMatchObject({ applied: 0, notEffective: 1 });
  expect((await client.getConsent({ path: { phone } })).state).toBe("opted_out");

  await client.recordConsent({ body: optIn });
  expect((await client.getConsent({ path: { phone } })).state).toBe("opted_in");
  await client.sendText({ body: { phone_number: phone, message: "hello" } });
});

test("texts that wait for the phone are gone with the answer, and a contact with another phone stays with that", async () => {
  const { client } = await app.signIn();
  const [phone, other] = [uniquePhone(), uniquePhone()];
  const only = await buildContact(client, { phones: [phone] });
  const both = await buildContact(client, { phones: [phone, other] });
  await schedule(app, client, { phone_number: phone });
  const canceled = await schedule(app, client, { phone_number: phone });
  await client.cancelMessage({ path: { id: canceled.id } });
  const kept = await schedule(app, client, { phone_number: other });

  const { erasure } = await client.createErasure({ body: { phone } });

  expect(erasure.removed.contacts).toBe(1);
  expect((await client.listPendingMessages()).messages.map(({ id }) => id)).toEqual([kept.id]);
  expect((await client.listPendingMessages({ query: { status: "canceled" } })).messages).toEqual([]);
  expect(refusalOf(await client.raw("getContact", { path: { id: only.id } }))).toBe("404 contact_not_found");
  expect(await client.getContact({ path: { id: both.id } })).toMatchObject({
    primaryPhone: other,
    phones: [{ phoneNumber: other, isPrimary: true }],
  });
});

test("a contact is erased with all of its phones", async () => {
  const { client, team, number } = await app.signIn();
  const phones = [uniquePhone(), uniquePhone()];
  const { id: contactId } = await buildContact(client, { phones });
  for (const phone of phones) await postCallback(app, "inbound", inboundForm(phone, number, "hello"));
  await app.jobs.drain();

  const { erasure } = await client.createErasure({ body: { contactId } });
  await finish(app, team);

  expect(erasure).toMatchObject({ contactId, removed: { contacts: 1 } });
  expect((await client.listThreads()).threads).toEqual([]);
  expect(refusalOf(await client.raw("getContact", { path: { id: contactId } }))).toBe("404 contact_not_found");
  expect((await client.getErasure({ path: { id: erasure.id } })).removed).toMatchObject({ messages: 2, callbacks: 2 });
});

test("a text that the person sends after the request is stored as usual, and stays", async () => {
  const { client, team, number } = await app.signIn();
  const phone = uniquePhone();
  await postCallback(app, "inbound", inboundForm(phone, number, "before"));
  await app.jobs.drain();
  await client.createErasure({ body: { phone } });
  await postCallback(app, "inbound", inboundForm(phone, number, "after"));
  await app.jobs.drain();

  await workOn(app);

  expect((await client.listMessages()).messages.map(({ body }) => body)).toEqual(["after"]);
  const { threads } = await client.listThreads();
  expect(threads).toMatchObject([{ contactPhone: phone, lastBody: "after" }]);
  await finish(app, team);
  expect((await client.listMessages()).messages.map(({ body }) => body)).toEqual(["after"]);
});

test("a late report of an erased text has no effect, and is emptied once nothing more can come", async () => {
  const { client, team, number } = await app.signIn();
  const phone = uniquePhone();
  const { textId } = await client.sendText({ body: { phone_number: phone, message: "hello" } });
  const sid = `SM${textId.replaceAll("-", "")}`;
  await client.createErasure({ body: { phone } });
  await workOn(app);
  await postCallback(app, "status", { ...statusForm(number, sid, "delivered"), To: phone });
  await app.jobs.drain();
  const naming = () =>
    app
      .em()
      .execute("select from callback where content::text like ? or fields::text like ?", [`%${phone}%`, `%${phone}%`]);
  expect(await naming()).toHaveLength(1);
  // As if the report had come two days after the request.
  await app
    .em()
    .execute(
      "update callback set outcome = 'unknown_message', processed_at = received_at, received_at = ? where fields::text like ?",
      [await fromNow(app.em(), -49 * 3_600), `%${phone}%`],
    );

  await finish(app, team);

  expect(await naming()).toEqual([]);
  expect((await client.listMessages()).messages).toEqual([]);
});

test("a report on a text that is about to be erased leaves nothing, and that on a later text keeps its event", async () => {
  const { client, team, number } = await app.signIn();
  const phone = uniquePhone();
  const send = () => client.sendText({ body: { phone_number: phone, message: "hello" } });
  const report = async (textId: string) => {
    const sid = `SM${textId.replaceAll("-", "")}`;
    await postCallback(app, "status", { ...statusForm(number, sid, "delivered"), To: phone });
    await app.jobs.drain();
  };
  const reportedIds = async () =>
    (await readAllEvents(client)).flatMap(({ type, data }) =>
      type === "message.status" || type === "otp.status" ? Object.values(data)[0] : [],
    );
  await client.listEvents();
  const [erased, { otpId }] = [await send(), await client.generateOtp({ body: { phone, recipient_id: "user" } })];
  await client.createErasure({ body: { phone } });
  await report(erased.textId);
  await report(otpId);
  const later = await send();
  await report(later.textId);
  expect(await reportedIds()).toEqual([erased.textId, otpId, later.textId]);

  await finish(app, team);

  expect(await reportedIds()).toEqual([later.textId]);
  expect(await tablesWith(app.em(), phone.slice(1))).toEqual(["event", "thread"]);
});

test("a repeated key of an erased text sends nothing", async () => {
  const { client, team } = await app.signIn();
  const phone = uniquePhone();
  const request = { body: { phone_number: phone, message: "hello" }, idempotencyKey: "once" };
  await client.sendText(request);
  await client.createErasure({ body: { phone } });
  await finish(app, team);

  const repeated = await client.raw("sendText", request);

  expect(refusalOf(repeated)).toBe("409 idempotency_in_progress");
  expect(app.provider.texts.filter(({ to }) => to === phone)).toHaveLength(1);
});

test("another team's data of the same phone stays", async () => {
  const [one, other] = [await app.signIn(), await app.signIn()];
  const phone = uniquePhone();
  for (const { client, number } of [one, other]) {
    await buildContact(client, { phones: [phone] });
    await postCallback(app, "inbound", inboundForm(phone, number, "STOP"));
    await app.jobs.drain();
    await client.raw("generateOtp", { body: { phone, recipient_id: "user" } });
  }
  const read = async ({ client, number }: typeof one) => ({
    threads: (await client.listThreads()).threads,
    messages: (await client.listMessages()).messages,
    contact: await client.getContactByPhone({ path: { phone } }),
    consent: await client.getConsent({ path: { phone } }),
    callbacks: await app.em().execute("select * from callback where content ->> 'to' = ?", [number]),
  });
  const before = await read(other);

  await one.client.createErasure({ body: { phone } });
  await finish(app, one.team);

  expect(await read(other)).toEqual(before);
  expect((await read(one)).messages).toEqual([]);
});

test("several workers erase more messages than a step has, while texts to the phone go on", async () => {
  const { client, team, number } = await app.signIn();
  const phone = uniquePhone();
  const { threadId } = await buildMessage(app.em(), { team, phone });
  await app.em().execute(
    `insert into message (team_id, id, thread_id, direction, body, status, test_mode, created_at, updated_at)
     select m.team_id, gen_random_uuid(), m.thread_id, 'outbound', 'old', 'sent', false, m.created_at, m.created_at
     from message m cross join generate_series(1, 1200) where m.team_id = ?`,
    [team.id],
  );
  await app.em().execute("update thread set message_count = 1201 where team_id = ? and id = ?", [team.id, threadId]);
  const { erasure } = await client.createErasure({ body: { phone } });

  const send = () => client.sendText({ body: { phone_number: phone, message: "new", sender: number } });
  await Promise.all([workOn(app), workOn(app), workOn(app), send(), send(), send()]);
  await finish(app, team);

  expect((await client.listMessages()).messages.map(({ body }) => body)).toEqual(["new", "new", "new"]);
  expect((await client.getErasure({ path: { id: erasure.id } })).removed.messages).toBe(1_201);
});

describe("createErasure refuses", () => {
  test("a phone whose erasure runs, and more than ten that run", async () => {
    const { client, team } = await app.signIn();
    const phone = uniquePhone();
    await client.createErasure({ body: { phone } });
    expect(refusalOf(await client.raw("createErasure", { body: { phone } }))).toBe("409 erasure_in_progress");
    for (let i = 0; i < 9; i += 1) await client.createErasure({ body: { phone: uniquePhone() } });
    expect(refusalOf(await client.raw("createErasure", { body: { phone: uniquePhone() } }))).toBe(
      "409 erasure_in_progress",
    );
    await workOn(app);
    await passHours(app, team, 1);
    await workOn(app);
    expect((await client.createErasure({ body: { phone } })).erasure.status).toBe("running");
  });

  test("a number of the team, no subject, two subjects, and an unknown contact", async () => {
    const { client, number } = await app.signIn();
    const { id } = await buildContact(client);
    const refuse = async (body: object) => refusalOf(await client.raw("createErasure", { body }));

    expect(await refuse({ phone: number })).toBe("422 validation_error");
    expect(await refuse({})).toBe("422 invalid_phone");
    expect(await refuse({ phone: "12025550123" })).toBe("422 invalid_phone");
    expect(await refuse({ phone: uniquePhone(), contactId: id })).toBe("422 validation_error");
    expect(await refuse({ contactId: "019aa4a1-7c3e-7d52-9a0e-000000000000" })).toBe("404 contact_not_found");
    expect(refusalOf(await client.raw("getErasure", { path: { id } }))).toBe("404 erasure_not_found");
    expect((await client.listErasures()).erasures).toEqual([]);
    expect(await client.getContact({ path: { id } })).toMatchObject({ id });
  });

  test("a key without scopes, because the scope must be named", async () => {
    const { team } = await app.signIn();
    const key = await buildKey(app.em(), team, { scopes: null });
    const refused = await createClient(app.url, key).raw("createErasure", { body: { phone: uniquePhone() } });

    expect(refusalOf(refused)).toBe("403 insufficient_scope");
    expect(refused.headers.get("www-authenticate")).toContain('scope="privacy:write"');
  });
});

test("a repetition with the same key begins one erasure, whose audit event does not name the phone", async () => {
  const { client } = await app.signIn();
  const request = { body: { phone: uniquePhone() }, idempotencyKey: "once" };

  const first = await client.createErasure(request);
  expect(await client.createErasure(request)).toEqual(first);

  expect((await client.listErasures()).erasures).toHaveLength(1);
  const { auditEvents } = await client.listAuditEvents();
  const own = auditEvents.filter(({ operation }) => operation === "createErasure");
  expect(own).toMatchObject([{ target: first.erasure.id }]);
});
