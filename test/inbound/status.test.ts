import { expect, test } from "vitest";
import { newId } from "../../server/db/schema/ids.ts";
import type { Outcome } from "../../server/provider/provider.ts";
import { messageDeliveries } from "../../server/texts/delivery-tables.ts";
import { giveUpUnknown } from "../../server/texts/give-up-unknown.ts";
import { useApp } from "../support/app.ts";
import { newSid, postCallback, statusForm } from "../support/callbacks.ts";
import { uniquePhone } from "../support/factories.ts";
import { outcomesOf, readMessage, readRow, reportStatus, sendText } from "../support/sent-texts.ts";

const app = useApp();

test("a status updates the message, and the applied reports are recorded as applied", async () => {
  const text = await sendText(app);

  for (const status of ["sent", "delivered"]) {
    await reportStatus(app, text, status);
    await app.jobs.drain();
    expect((await readMessage(text)).status).toBe(status);
  }
  expect(await outcomesOf(app, text.sid)).toEqual(["applied", "applied"]);
});

test("the reason of a failed delivery is returned with the message", async () => {
  const text = await sendText(app);

  await reportStatus(app, text, "undelivered", { ErrorCode: "30003", ErrorMessage: "Unreachable destination handset" });
  await app.jobs.drain();

  expect(await readMessage(text)).toMatchObject({ status: "undelivered", errorCode: "30003" });
});

test.each([
  ["accepted", "queued"],
  ["scheduled", "queued"],
  ["canceled", "failed"],
  ["DELIVERED", "delivered"],
  ["partially_delivered", "queued"],
  ["constructor", "queued"],
])("the provider status %s gives a queued message the status %s", async (word, status) => {
  const text = await sendText(app);

  await reportStatus(app, text, word);
  await app.jobs.drain();

  expect((await readMessage(text)).status).toBe(status);
});

test("a message that was given up accepts any later provider status", async () => {
  const text = await sendText(app, { kind: "unknown" });
  await app
    .em()
    .execute(
      "update message set created_at = (created_at at time zone 'UTC' - interval '11 minutes') at time zone 'UTC' where id = ?",
      [text.textId],
    );
  await giveUpUnknown(app.em(), messageDeliveries);
  expect(await readRow(app, text)).toMatchObject({ status: "failed", errorCode: "outcome_unknown" });

  await reportStatus(app, text, "sent", {}, `?textId=${text.textId}`);
  await app.jobs.drain();

  expect(await readRow(app, text)).toEqual({ status: "sent", errorCode: null, providerId: text.sid });
});

test("a status that arrives before the provider's response to the send is applied later", async () => {
  const { client, number } = await app.signIn();
  const sid = newSid();
  let answer: (outcome: Outcome) => void = () => {};
  const asked = new Promise<void>((resolve) => {
    app.provider.answer = () => {
      resolve();
      return new Promise((later) => {
        answer = later;
      });
    };
  });
  const sending = client.sendText({ body: { phone_number: uniquePhone(), message: "hello" } });
  await asked;

  await reportStatus(app, { number, sid }, "delivered");
  await app.jobs.drain();
  expect(await outcomesOf(app, sid)).toEqual([null]);
  answer({ kind: "accepted", providerId: sid, status: "queued" });
  const { textId, threadId } = await sending;
  await app.jobs.drain({ early: true });

  expect((await readMessage({ client, number, textId, threadId, sid })).status).toBe("delivered");
  expect(await outcomesOf(app, sid)).toEqual(["applied"]);
});

test("a status of an unknown message is retried for ten minutes and then dropped", async () => {
  const { number } = await app.signIn();
  const sid = newSid();
  await reportStatus(app, { number, sid }, "delivered");
  for (let attempt = 0; attempt < 4; attempt += 1) {
    expect(await app.jobs.drain({ early: true })).toBe(1);
    expect(await outcomesOf(app, sid)).toEqual([null]);
  }

  await app
    .em()
    .execute("update callback set received_at = received_at - interval '10 minutes' where fields->>'MessageSid' = ?", [
      sid,
    ]);
  expect(await app.jobs.drain({ early: true })).toBe(1);

  expect(await outcomesOf(app, sid)).toEqual(["unknown_message"]);
  expect(await app.jobs.drain({ early: true })).toBe(0);
});

test("a job that runs twice is followed by one retry", async () => {
  const { number } = await app.signIn();
  const sid = newSid();
  await reportStatus(app, { number, sid }, "delivered");
  const [row] = await app
    .em()
    .execute<[{ id: string }]>("select id from callback where fields->>'MessageSid' = ?", [sid]);
  await app.jobs.drain();

  await app.jobs.boss.insert("callbacks.status", [{ id: newId(), data: { callbackId: row.id, attempt: 0 } }]);
  await app.jobs.drain();

  const waiting = "select from pgboss.job where data->>'callbackId' = ? and state = 'created'";
  expect(await app.em().execute(waiting, [row.id])).toHaveLength(1);
  await app.em().execute("update callback set received_at = received_at - interval '1 hour' where id = ?", [row.id]);
  await app.jobs.drain({ early: true });
});

test.each([
  ["without a status", { MessageStatus: "" }, "unreadable"],
  ["without an id", { MessageSid: "" }, "unreadable"],
])("a status %s is recorded and has no effect", async (_, wrong, outcome) => {
  const text = await sendText(app);
  const form = { ...statusForm(text.number, text.sid, "delivered"), ...wrong };

  await postCallback(app, "status", form);
  await app.jobs.drain();

  expect((await readMessage(text)).status).toBe("queued");
  expect(await outcomesOf(app, form.MessageSid)).toContain(outcome);
});
