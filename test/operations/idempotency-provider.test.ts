import { beforeEach, expect, test } from "vitest";
import type { OutboundText, Outcome } from "../../server/provider/provider.ts";
import { useApp } from "../support/app.ts";
import type { Client, RawAnswer } from "../support/client.ts";
import { type TestTeam, uniquePhone } from "../support/factories.ts";

const app = useApp();

let accept: (text: OutboundText) => Outcome | Promise<Outcome>;
beforeEach(() => {
  accept ??= app.provider.answer;
  app.provider.answer = accept;
});

const carriedTo = (phone: string) => app.provider.texts.filter(({ to }) => to === phone);

const send = (client: Client, phone_number: string, message = "hello"): Promise<RawAnswer> =>
  client.raw("sendText", { body: { phone_number, message }, idempotencyKey: "key" });

const replayed = ({ headers }: RawAnswer) => headers.get("x-idempotency-replayed");

/** Leaves the team's key as a crash between record and settle does, that long ago. */
async function forgetAnswer(team: TestTeam, ago: string): Promise<void> {
  await app.em().execute(
    `update idempotency_key set status = null, body = null, created_at = (created_at at time zone 'UTC' - ?::interval) at time zone 'UTC'
     where team_id = ?`,
    [ago, team.id],
  );
}

/** A provider that is called, and answers when the test says so. */
function holdProvider() {
  const { promise: called, resolve: call } = Promise.withResolvers<void>();
  const { promise: outcome, resolve: finish } = Promise.withResolvers<Outcome>();
  app.provider.answer = () => {
    call();
    return outcome;
  };
  return { called, finish };
}

test.each([
  ["message_failed", false],
  ["recipient_opted_out", true],
])("after a definite refusal, %s, the key is free and a retry calls the provider again", async (error, optedOut) => {
  const { client } = await app.signIn();
  const phone = uniquePhone();
  app.provider.answer = () => ({ kind: "refused", errorCode: "30001", optedOut });
  expect((await send(client, phone)).body.error).toBe(error);
  expect((await send(client, phone)).body.error).toBe(error);
  app.provider.answer = accept;

  const third = await send(client, phone);

  expect(third.status).toBe(200);
  expect(replayed(third)).toBeNull();
  expect(carriedTo(phone)).toHaveLength(3);
  expect(replayed(await send(client, phone))).toBe("true");
});

test("after a definite refusal the key may be used for another text", async () => {
  const { client } = await app.signIn();
  app.provider.answer = () => ({ kind: "refused", errorCode: "30001", optedOut: false });
  await send(client, uniquePhone());
  app.provider.answer = accept;

  expect((await send(client, uniquePhone(), "other")).status).toBe(200);
});

test("an unknown outcome replays the first answer, without another call", async () => {
  const { client } = await app.signIn();
  const phone = uniquePhone();
  app.provider.answer = () => ({ kind: "unknown" });
  const first = await send(client, phone);
  app.provider.answer = accept;

  const second = await send(client, phone);

  expect(first.body.status).toBe("sending");
  expect(second.text).toBe(first.text);
  expect(replayed(second)).toBe("true");
  expect(carriedTo(phone)).toHaveLength(1);
});

test("a retry during the provider call of the first request waits for its answer", async () => {
  const { client } = await app.signIn();
  const phone = uniquePhone();
  const { called, finish } = holdProvider();
  const first = send(client, phone);
  await called;

  let answered = false;
  const second = send(client, phone).finally(() => (answered = true));
  await client.listThreads();
  expect(answered).toBe(false);
  finish({ kind: "accepted", providerId: "SM1", status: "sent" });

  expect((await second).text).toBe((await first).text);
  expect(replayed(await second)).toBe("true");
  expect(carriedTo(phone)).toHaveLength(1);
});

test("a mismatch does not wait for the first request", async () => {
  const { client } = await app.signIn();
  const { called, finish } = holdProvider();
  const first = send(client, uniquePhone());
  await called;

  expect((await send(client, uniquePhone())).body.error).toBe("idempotency_key_mismatch");

  finish({ kind: "unknown" });
  await first;
});

test("30 seconds after a call that never returned, a retry gets its message and sends nothing", async () => {
  const { client, team } = await app.signIn();
  const phone = uniquePhone();
  const { called, finish } = holdProvider();
  const first = send(client, phone);
  await called;
  await forgetAnswer(team, "31 seconds");

  const retry = await send(client, phone);

  expect(retry).toMatchObject({ status: 200, body: { to: phone, status: "queued" } });
  expect(replayed(retry)).toBe("true");
  expect(carriedTo(phone)).toHaveLength(1);

  // If the first request still ends, its answer is the answer to replay.
  finish({ kind: "accepted", providerId: "SM1", status: "sent" });
  const { text, body } = await first;
  expect(body).toEqual({ ...retry.body, status: "sent" });
  expect((await send(client, phone)).text).toBe(text);
});

test("after a crash between record and settle, a retry answers from the message's current state", async () => {
  const { client, team } = await app.signIn();
  const phone = uniquePhone();
  const first = await send(client, phone);
  await forgetAnswer(team, "31 seconds");

  expect((await send(client, phone)).text).toBe(first.text);

  await app.em().execute("update message set status = 'delivered' where id = ?", [first.body.textId]);
  expect((await send(client, phone)).body).toEqual({ ...first.body, status: "delivered" });
  expect(carriedTo(phone)).toHaveLength(1);
  const { messages } = await client.listThreadMessages({ path: { id: first.body.threadId } });
  expect(messages).toHaveLength(1);
});

test("after a crash the key still belongs to its request", async () => {
  const { client, team } = await app.signIn();
  const phone = uniquePhone();
  await send(client, phone);
  await forgetAnswer(team, "23 hours");

  expect((await send(client, phone, "other")).body.error).toBe("idempotency_key_mismatch");
  expect(carriedTo(phone)).toHaveLength(1);
});

test("in test mode, a retry after a crash answers from the message, too", async () => {
  const { client, team } = await app.signIn();
  const phone = uniquePhone();
  const first = await send(client.inTestMode(), phone);
  await forgetAnswer(team, "31 seconds");

  expect((await send(client.inTestMode(), phone)).text).toBe(first.text);
});

test("a retry measures a text that an earlier version stored without its segments", async () => {
  const { client, team } = await app.signIn();
  const phone = uniquePhone();
  const first = await send(client, phone, "ж".repeat(71));
  await forgetAnswer(team, "31 seconds");
  await app.em().execute("update message set segments = null, encoding = null where id = ?", [first.body.textId]);

  expect(first.body).toMatchObject({ segments: 2, encoding: "UCS-2" });
  expect((await send(client, phone, "ж".repeat(71))).text).toBe(first.text);
});

test("a key that is reused after 24 hours does not return its old answer during the new call", async () => {
  const { client, team } = await app.signIn();
  const phone = uniquePhone();
  const old = await send(client, phone);
  await app
    .em()
    .execute(
      "update idempotency_key set created_at = (created_at at time zone 'UTC' - interval '24 hours') at time zone 'UTC' where team_id = ?",
      [team.id],
    );
  const { called, finish } = holdProvider();
  const first = send(client, phone);
  await called;

  const second = send(client, phone);
  // A round trip in which an answer that is there would have come.
  await client.listThreads();
  finish({ kind: "accepted", providerId: "SM1", status: "sent" });

  expect((await first).body.textId).not.toBe(old.body.textId);
  expect((await second).text).toBe((await first).text);
});
