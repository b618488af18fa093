import { beforeEach, expect, test } from "vitest";
import type { OutboundText, Outcome } from "../../server/provider/provider.ts";
import { useApp } from "../support/app.ts";
import type { Client, RawAnswer } from "../support/client.ts";
import { buildOtp, type TestTeam, uniquePhone } from "../support/factories.ts";
import { codeIn } from "../support/passcodes.ts";

const app = useApp();

let accept: (text: OutboundText) => Outcome | Promise<Outcome>;
beforeEach(() => {
  accept ??= app.provider.answer;
  app.provider.answer = accept;
});

const generate = (client: Client, phone: string, recipient_id = "user"): Promise<RawAnswer> =>
  client.raw("generateOtp", { body: { phone, recipient_id }, idempotencyKey: "key" });

const verify = (client: Client, otp: string, idempotencyKey?: string): Promise<RawAnswer> =>
  client.raw("verifyOtp", {
    body: { recipient_id: "user", otp },
    ...(idempotencyKey !== undefined && { idempotencyKey }),
  });

const carriedTo = (phone: string) => app.provider.texts.filter(({ to }) => to === phone);

const replayed = ({ headers }: RawAnswer) => headers.get("x-idempotency-replayed");

/** Leaves the team's keys as a crash between record and settle does, that long ago. */
const forgetAnswers = (team: TestTeam, ago: string) =>
  app.em().execute(
    `update idempotency_key set status = null, body = null, created_at = (created_at at time zone 'UTC' - ?::interval) at time zone 'UTC'
     where team_id = ?`,
    [ago, team.id],
  );

test("a repetition with its key creates no passcode and sends nothing, and the code stays valid", async () => {
  const { client } = await app.signIn();
  const phone = uniquePhone();
  const first = await generate(client, phone);

  const second = await generate(client, phone);

  expect(second.text).toBe(first.text);
  expect(replayed(second)).toBe("true");
  expect(carriedTo(phone)).toHaveLength(1);
  expect((await verify(client, codeIn(carriedTo(phone)[0]!))).body.otpId).toBe(first.body.otpId);
});

test("100 concurrent requests with one key are one passcode, one text and 100 equal answers", async () => {
  const { client } = await app.signIn();
  const phone = uniquePhone();

  const answers = await Promise.all(Array.from({ length: 100 }, () => generate(client, phone)));

  expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
  expect(answers.filter((answer) => replayed(answer) === "true")).toHaveLength(99);
  expect(carriedTo(phone)).toHaveLength(1);
});

test("another recipient under the same key is a mismatch, and the recipient's passcode stays valid", async () => {
  const { client } = await app.signIn();
  const phone = uniquePhone();
  await generate(client, phone);

  expect((await generate(client, phone, "another")).body.error).toBe("idempotency_key_mismatch");

  expect((await verify(client, codeIn(carriedTo(phone)[0]!))).status).toBe(200);
});

test("after a definite refusal the key is free, and a repetition sends another code", async () => {
  const { client } = await app.signIn();
  const phone = uniquePhone();
  app.provider.answer = () => ({ kind: "refused", errorCode: "30001", optedOut: false });
  expect((await generate(client, phone)).body.error).toBe("message_failed");
  app.provider.answer = accept;

  const second = await generate(client, phone);

  expect(second.status).toBe(200);
  expect(replayed(second)).toBeNull();
  const [refused, sent] = carriedTo(phone);
  expect(sent!.id).not.toBe(refused!.id);
  expect((await verify(client, codeIn(sent!))).status).toBe(200);
});

test("an unknown outcome replays its answer and sends nothing", async () => {
  const { client } = await app.signIn();
  const phone = uniquePhone();
  app.provider.answer = () => ({ kind: "unknown" });
  const first = await generate(client, phone);

  const second = await generate(client, phone);

  expect(first.body.deliveryStatus).toBe("sending");
  expect(second.text).toBe(first.text);
  expect(carriedTo(phone)).toHaveLength(1);
});

test("after a crash between record and settle, a repetition answers from the row and sends nothing", async () => {
  const { client, team } = await app.signIn();
  const phone = uniquePhone();
  const first = await generate(client, phone);
  await forgetAnswers(team, "31 seconds");

  expect((await generate(client, phone)).text).toBe(first.text);

  await app.em().execute("update otp set delivery_status = 'delivered' where id = ?", [first.body.otpId]);
  expect((await generate(client, phone)).body).toEqual({ ...first.body, deliveryStatus: "delivered" });
  expect(carriedTo(phone)).toHaveLength(1);
});

test("30 seconds after a call that never returned, a repetition gets its passcode and sends nothing", async () => {
  const { client, team } = await app.signIn();
  const phone = uniquePhone();
  const { promise: called, resolve: call } = Promise.withResolvers<void>();
  const { promise: outcome, resolve: finish } = Promise.withResolvers<Outcome>();
  app.provider.answer = () => {
    call();
    return outcome;
  };
  const first = generate(client, phone);
  await called;
  await forgetAnswers(team, "31 seconds");

  const retry = await generate(client, phone);

  expect(retry).toMatchObject({ status: 200, body: { deliveryStatus: "queued" } });
  finish({ kind: "accepted", providerId: "SM1", status: "sent" });
  expect((await first).body).toEqual({ ...retry.body, deliveryStatus: "sent" });
  expect(carriedTo(phone)).toHaveLength(1);
});

test("a right guess may be repeated with its key, even after a newer passcode", async () => {
  const { client, team } = await app.signIn();
  await buildOtp(app.em(), { team, recipientId: "user" });
  const first = await verify(client, "123456", "guess");
  await generate(client, uniquePhone());

  const second = await verify(client, "123456", "guess");

  expect(first.status).toBe(200);
  expect(second.text).toBe(first.text);
  expect(replayed(second)).toBe("true");
});

test("a wrong guess does not use its key: each repetition counts, and the key is free", async () => {
  const { client, team } = await app.signIn();
  const { id } = await buildOtp(app.em(), { team, recipientId: "user" });

  for (let tries = 0; tries < 3; tries++) {
    const answer = await verify(client, "654321", "guess");
    expect(answer.body.error).toBe("otp_invalid");
    expect(replayed(answer)).toBeNull();
  }
  const right = await verify(client, "123456", "guess");

  expect(right.status).toBe(200);
  expect(await app.em().execute("select attempts from otp where id = ?", [id])).toEqual([{ attempts: 3 }]);
});

test("the key of a created passcode is a mismatch for its verification", async () => {
  const { client } = await app.signIn();
  const phone = uniquePhone();
  await generate(client, phone);

  const answer = await verify(client, codeIn(carriedTo(phone)[0]!), "key");

  expect(answer).toMatchObject({ status: 422, body: { error: "idempotency_key_mismatch" } });
});

test("live and test mode have separate keys and passcodes", async () => {
  const { client } = await app.signIn();
  const phone = uniquePhone();
  const live = await generate(client, phone);

  const inTestMode = await generate(client.inTestMode(), phone);

  expect(inTestMode.body.otpId).not.toBe(live.body.otpId);
  expect(replayed(inTestMode)).toBeNull();
  expect((await verify(client, codeIn(carriedTo(phone)[0]!))).status).toBe(200);
});
