import { expect, test } from "vitest";
import type { Outcome } from "../../server/provider/provider.ts";
import { useApp } from "../support/app.ts";
import type { RawAnswer } from "../support/client.ts";
import { buildOptOut, uniquePhone } from "../support/factories.ts";

const app = useApp();

const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));

const carriedTo = (phone: string) => app.provider.texts.filter(({ to }) => to === phone);

/** Checks that all answers are one success and its replays, equal to the byte. */
function expectOneAndReplays(answers: RawAnswer[], status: number): void {
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
  expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([status]));
  expect(answers.filter(({ headers }) => headers.get("x-idempotency-replayed") === null)).toHaveLength(1);
}

test("100 concurrent texts with one key are one text and 100 equal answers", async () => {
  const { client } = await app.signIn();
  const phone = uniquePhone();
  const body = { phone_number: phone, message: "hello" };

  const answers = await Promise.all(times(100, () => client.raw("sendText", { body, idempotencyKey: "key" })));

  expectOneAndReplays(answers, 200);
  expect(carriedTo(phone)).toHaveLength(1);
  const { messages } = await client.listThreadMessages({ path: { id: answers[0]!.body.threadId } });
  expect(messages).toHaveLength(1);
});

test("in test mode, each of 100 concurrent texts with five keys gets the answer of its key's first text", async () => {
  const { client, team } = await app.signIn();
  const silent = uniquePhone();
  await buildOptOut(app.em(), team, silent);
  const refused = "+15005550001";
  const phones = [uniquePhone(), refused, uniquePhone(), silent, uniquePhone()];

  const answers = await Promise.all(
    times(100, (index) =>
      client.inTestMode().raw("sendText", {
        body: { phone_number: phones[index % 5]!, message: "hello" },
        idempotencyKey: `key ${index % 5}`,
      }),
    ),
  );

  const byKey = times(5, (key) => answers.filter((_, index) => index % 5 === key));
  for (const key of [0, 2, 4]) {
    expectOneAndReplays(byKey[key]!, 200);
    const { messages } = await client.listThreadMessages({ path: { id: byKey[key]![0]!.body.threadId } });
    expect(messages).toHaveLength(1);
  }
  expect(byKey[1]!.map(({ body }) => body.error)).toEqual(Array(20).fill("message_failed"));
  expect(byKey[3]!.map(({ body }) => body.error)).toEqual(Array(20).fill("recipient_opted_out"));
});

test("100 concurrent texts with one key wait for a slow provider's answer to the first", async () => {
  const { client } = await app.signIn();
  const phone = uniquePhone();
  const accept = app.provider.answer;
  const { promise: called, resolve: call } = Promise.withResolvers<void>();
  const { promise: slow, resolve: finish } = Promise.withResolvers<Outcome>();
  app.provider.answer = () => {
    call();
    return slow;
  };
  const body = { phone_number: phone, message: "hello" };
  let answered = 0;
  const send = () => client.raw("sendText", { body, idempotencyKey: "key" }).finally(() => (answered += 1));

  const first = send();
  await called;
  const others = times(99, send);
  // Later requests are answered earlier, because only requests with the key wait.
  for (let reads = 0; reads < 5; reads += 1) await client.listThreads();
  expect(answered).toBe(0);
  app.provider.answer = accept;
  finish({ kind: "accepted", providerId: "SM1", status: "sent" });
  const answers = await Promise.all([first, ...others]);

  expectOneAndReplays(answers, 200);
  expect(answers[0]!.body.status).toBe("sent");
  expect(carriedTo(phone)).toHaveLength(1);
});

test("100 concurrent creates of a business number with one key are one number and 100 equal answers", async () => {
  const { client } = await app.signIn({ withNumber: false });
  const body = { name: "Main", phoneNumber: uniquePhone(), phoneNumberSid: "PN1" };

  const answers = await Promise.all(
    times(100, () => client.raw("createBusinessNumber", { body, idempotencyKey: "key" })),
  );

  expectOneAndReplays(answers, 201);
  expect((await client.listBusinessNumbers()).businessNumbers).toHaveLength(1);
});

test("100 concurrent archivings of a number with one key all answer that it is archived", async () => {
  const { client } = await app.signIn();
  const body = { name: "Spare", phoneNumber: uniquePhone(), phoneNumberSid: "PN1" };
  const { businessNumber } = await client.createBusinessNumber({ body });
  const path = { id: businessNumber.id };

  const answers = await Promise.all(
    times(100, () => client.raw("archiveBusinessNumber", { path, idempotencyKey: "key" })),
  );

  expectOneAndReplays(answers, 200);
});

test.each(["sendText", "createBusinessNumber"] as const)(
  "%s: one of two concurrent bodies with one key succeeds, and the other is a mismatch",
  async (id) => {
    const { client } = await app.signIn();
    const phones = [uniquePhone(), uniquePhone()];
    const bodyOf = (phone: string) =>
      id === "sendText"
        ? { phone_number: phone, message: "hello" }
        : { name: phone, phoneNumber: phone, phoneNumberSid: "PN1" };
    const before = (await client.listBusinessNumbers()).businessNumbers.length;

    const answers = await Promise.all(
      times(40, (index) => client.raw(id, { body: bodyOf(phones[index % 2]!), idempotencyKey: "key" })),
    );

    const winner = answers.findIndex(({ status }) => status < 300) % 2;
    expectOneAndReplays(
      answers.filter((_, index) => index % 2 === winner),
      id === "sendText" ? 200 : 201,
    );
    const losers = answers.filter((_, index) => index % 2 !== winner);
    expect(losers.map(({ status, body }) => [status, body.error])).toEqual(
      times(20, () => [422, "idempotency_key_mismatch"]),
    );
    if (id === "sendText") expect(phones.flatMap(carriedTo)).toHaveLength(1);
    else expect((await client.listBusinessNumbers()).businessNumbers).toHaveLength(before + 1);
  },
);

test("many concurrent keys, each used several times, are one text for each key", async () => {
  const { client } = await app.signIn();
  const phones = times(20, uniquePhone);
  const send = (phone: string) =>
    client.raw("sendText", { body: { phone_number: phone, message: "hello" }, idempotencyKey: phone });

  const answers = await Promise.all(times(5, () => phones.map(send)).flat());

  for (const [index, phone] of phones.entries()) {
    expectOneAndReplays(
      answers.filter((_, turn) => turn % phones.length === index),
      200,
    );
    expect(carriedTo(phone)).toHaveLength(1);
  }
});

test("if the provider refuses the first of many texts with one key, the next is sent and the others replay it", async () => {
  const { client } = await app.signIn();
  const phone = uniquePhone();
  const accept = app.provider.answer;
  app.provider.answer = () => {
    app.provider.answer = accept;
    return { kind: "refused", errorCode: "30001", optedOut: false };
  };
  const body = { phone_number: phone, message: "hello" };

  const answers = await Promise.all(times(20, () => client.raw("sendText", { body, idempotencyKey: "key" })));

  expect(answers.filter(({ status }) => status === 502)).toHaveLength(1);
  expectOneAndReplays(
    answers.filter(({ status }) => status !== 502),
    200,
  );
  expect(carriedTo(phone)).toHaveLength(2);
});
