import { expect, test } from "vitest";
import { plusMicroseconds } from "../../server/db/timestamp.ts";
import { setQuietHours } from "../../server/keys/teams.ts";
import { useApp } from "../support/app.ts";
import { inboundForm, postCallback } from "../support/callbacks.ts";
import type { Client } from "../support/client.ts";
import { readAllEvents } from "../support/events.ts";
import { buildBusinessNumber, buildContact, uniquePhone } from "../support/factories.ts";
import { setQuietNow } from "../support/quiet-hours.ts";
import { refusalOf } from "../support/refusals.ts";
import { recordStatements } from "../support/statements.ts";
import { fromNow } from "../support/times.ts";
import { makeDue, schedule } from "../support/waiting-texts.ts";

const app = useApp();

const send = (client: Client, body: object = {}, idempotencyKey?: string) =>
  client.raw("sendMessage", {
    body: { phone_number: uniquePhone(), message: "hello", ...body } as never,
    ...(idempotencyKey && { idempotencyKey }),
  });

const carried = (phone: string) => app.provider.texts.filter(({ to }) => to === phone);

test("a text in quiet hours waits for their end, and sendText does not", async () => {
  const { client, team } = await app.signIn();
  const { to } = await setQuietNow(app, team);
  const phone_number = uniquePhone();

  const { message } = (await send(client, { phone_number })).body;

  expect(message).toMatchObject({ status: "scheduled", waitsFor: "quiet_hours" });
  expect(message.sendAt!.slice(11)).toBe(`${to}:00.000000Z`);
  expect(carried(phone_number)).toEqual([]);
  await client.sendText({ body: { phone_number, message: "now" } });
  expect(carried(phone_number)).toHaveLength(1);
});

test("a repetition with the same key is answered as at first, on both ends of quiet hours", async () => {
  const { client, team } = await app.signIn();
  const body = { phone_number: uniquePhone() };
  const first = await send(client, body, "before");
  for (const action of ["wait", "refuse"] as const) {
    await setQuietNow(app, team, action);
    expect((await send(client, body, "before")).body).toEqual(first.body);
  }
  await setQuietNow(app, team);
  const waiting = await send(client, body, "within");
  await setQuietHours(app.em(), team.name, null);

  expect((await send(client, body, "within")).body).toEqual(waiting.body);
  expect(carried(body.phone_number)).toHaveLength(1);
});

test("quiet hours can refuse a text, with the next allowed time, unless the text ignores them", async () => {
  const { client, team } = await app.signIn();
  const { to } = await setQuietNow(app, team, "refuse");

  const refused = await send(client);

  expect(refusalOf(refused)).toBe("409 quiet_hours");
  expect(refused.body.nextAllowedAt!.slice(11)).toBe(`${to}:00.000000Z`);
  expect((await send(client, { quietHours: "ignore" })).status).toBe(200);
});

test("the zone of the one contact with the phone counts if PostgreSQL knows it, and else those of the team", async () => {
  const { client, team } = await app.signIn();
  await setQuietNow(app, team);
  const [there, shared, nowhere] = [uniquePhone(), uniquePhone(), uniquePhone()];
  // The zone is six hours ahead of UTC.
  for (const phone of [there, shared, shared])
    await buildContact(client, { phones: [phone], metadata: { timeZone: "Etc/GMT-6" } });
  await buildContact(client, { phones: [nowhere], metadata: { timeZone: "Mars/Olympus" } });
  const quietOf = async (phone_number: string) =>
    (await client.checkMessage({ body: { phone_number, message: "hello" } })).quietHours;

  expect(await quietOf(there)).toBeNull();
  for (const phone of [shared, nowhere]) expect(await quietOf(phone)).toMatchObject({ basis: "team" });
  await setQuietNow(app, team, "wait", ["Etc/GMT-6"]);
  expect(await quietOf(uniquePhone())).toBeNull();
});

test("a reply to a text of the last 15 minutes is sent at any time, from its number and in its mode", async () => {
  const { client, team, number } = await app.signIn();
  const { phoneNumber: sender } = await buildBusinessNumber(app.em(), { team });
  await setQuietNow(app, team);
  const phone_number = uniquePhone();
  await postCallback(app, "inbound", inboundForm(phone_number, number, "Are you there?"));
  await app.jobs.drain();
  const waits = { waitsFor: "quiet_hours" };

  expect((await send(client, { phone_number, sender })).body.message).toMatchObject(waits);
  expect((await send(client.inTestMode(), { phone_number })).body.message).toMatchObject(waits);
  expect((await send(client, { phone_number })).body.message).toMatchObject({ sendAt: null });
  await app.em().execute(
    `update message set created_at = (created_at at time zone 'UTC' - interval '16 minutes') at time zone 'UTC'
     where team_id = ? and direction = 'inbound'`,
    [team.id],
  );
  expect((await send(client, { phone_number })).body.message).toMatchObject(waits);
});

test("a due text whose time has become quiet waits on, and one that ignores that is sent", async () => {
  const { client, team } = await app.signIn();
  const [waits, goes] = [await schedule(app, client), await schedule(app, client, { quietHours: "ignore" })];
  const { to } = await setQuietNow(app, team, "refuse");
  await makeDue(app, team);
  await app.dispatch();

  const kept = await client.getMessage({ path: { id: waits.id } });
  expect(kept).toMatchObject({ status: "scheduled", waitsFor: "quiet_hours" });
  expect(kept.sendAt!.slice(11)).toBe(`${to}:00.000000Z`);
  expect(carried(goes.to)).toHaveLength(1);
  await setQuietHours(app.em(), team.name, null);
  await makeDue(app, team);
  await app.dispatch();
  expect(carried(waits.to)).toHaveLength(1);
});

test("a text that expires before the end of quiet hours is refused, also where others wait", async () => {
  const { client, team } = await app.signIn();
  await setQuietNow(app, team);
  const [sendAt, before, after] = await Promise.all(
    [1_800, 3_600, 36_000].map((seconds) => fromNow(app.em(), seconds)),
  );

  const refused = await send(client, { sendAt, expiresAt: before });

  expect(refusalOf(refused)).toBe("409 quiet_hours");
  expect((await send(client, { sendAt, expiresAt: after })).body.message).toMatchObject({ waitsFor: "quiet_hours" });
  expect((await client.listPendingMessages()).messages).toHaveLength(1);
});

test("a due text that expires before the end of quiet hours is canceled with their code, and an event says so", async () => {
  const { client, team } = await app.signIn();
  await client.listEvents();
  const [first, second] = [await fromNow(app.em(), 3_700), await fromNow(app.em(), 36_000)];
  const [expires, waits] = [
    await schedule(app, client, { expiresAt: first }),
    await schedule(app, client, { expiresAt: second }),
  ];
  await setQuietNow(app, team);
  await makeDue(app, team);
  await app.dispatch();

  const canceled = await client.getMessage({ path: { id: expires.id } });
  expect(canceled).toMatchObject({ status: "canceled", errorCode: "quiet_hours", waitsFor: null });
  expect(await client.getMessage({ path: { id: waits.id } })).toMatchObject({ waitsFor: "quiet_hours" });
  expect(await readAllEvents(client)).toMatchObject([
    { type: "message.status", data: { messageId: expires.id, status: "canceled", errorCode: "quiet_hours" } },
  ]);
  expect([...carried(expires.to), ...carried(waits.to)]).toEqual([]);
});

test("a text that expires when quiet hours end is too late, and one that expires a microsecond later is not", async () => {
  const { client, team } = await app.signIn();
  const quietHours = await setQuietNow(app, team);
  const { body: check } = await client.raw("checkMessage", { body: { phone_number: uniquePhone(), message: "hello" } });
  const { nextAllowedAt: end } = check.quietHours!;
  const [sendAt, justAfter] = [await fromNow(app.em(), 3_600), plusMicroseconds(end, 1)];

  expect(refusalOf(await send(client, { sendAt, expiresAt: end }))).toBe("409 quiet_hours");
  expect((await send(client, { sendAt, expiresAt: justAfter })).body.message).toMatchObject({ sendAt: end });
  // Both have become due in quiet hours.
  await setQuietHours(app.em(), team.name, null);
  const late = await schedule(app, client, { expiresAt: end });
  const inTime = await schedule(app, client, { expiresAt: justAfter });
  await setQuietHours(app.em(), team.name, quietHours);
  await makeDue(app, team);
  await app.dispatch();
  expect(await client.getMessage({ path: { id: late.id } })).toMatchObject({ errorCode: "quiet_hours" });
  expect(await client.getMessage({ path: { id: inTime.id } })).toMatchObject({ status: "scheduled", sendAt: end });
});

test("a check of a text in quiet hours asks the database nothing twice", async () => {
  const { client, team } = await app.signIn();
  await setQuietNow(app, team);

  const statements = await recordStatements(() =>
    client.checkMessage({ body: { phone_number: uniquePhone(), message: "hello" } }),
  );

  const routes = statements.filter(({ text }) => text.includes("business_number other"));
  expect(new Set(routes.map(({ text }) => text)).size).toBe(routes.length);
});
