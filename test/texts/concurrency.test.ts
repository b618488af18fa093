import { expect, test } from "vitest";
import { useApp } from "../support/app.ts";
import type { Client, RawAnswer } from "../support/client.ts";
import { buildBusinessNumber, buildMessage, buildOptOut, uniquePhone } from "../support/factories.ts";

const app = useApp();

const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));

const bodyOf = (index: number) => `text ${index}`;

function send(client: Client, phone_number: string, message: string) {
  return client.sendText({ body: { phone_number, message } });
}

test("50 concurrent first texts to one phone create one thread with 50 messages, each with its own timestamp", async () => {
  const { client } = await app.signIn();
  const phone = uniquePhone();

  const sent = await Promise.all(times(50, (index) => send(client, phone, bodyOf(index))));

  const { threads } = await client.listThreads();
  expect(threads).toHaveLength(1);
  const { messages } = await client.listThreadMessages({ path: { id: threads[0]!.id }, query: { per_page: 100 } });
  expect(messages).toHaveLength(50);
  expect(new Set(messages.map(({ createdAt }) => createdAt)).size).toBe(50);
  expect(messages.map(({ createdAt }) => createdAt)).toEqual(
    messages
      .map(({ createdAt }) => createdAt)
      .sort()
      .reverse(),
  );
  expect(threads[0]).toMatchObject({ lastMessageAt: messages[0]!.createdAt, lastBody: messages[0]!.body });

  // Each caller was told of its own message.
  const stored = new Map(messages.map(({ id, body, createdAt }) => [id, { body, createdAt }]));
  expect(sent.map(({ textId }) => stored.get(textId))).toEqual(
    sent.map(({ createdAt }, index) => ({ body: bodyOf(index), createdAt })),
  );
  expect(sent.every(({ threadId }) => threadId === threads[0]!.id)).toBe(true);
});

test("concurrent texts of several teams to one phone stay separate", async () => {
  const phone = uniquePhone();
  const teams = await Promise.all(times(4, () => app.signIn()));

  const sent = await Promise.all(times(40, (index) => send(teams[index % 4]!.client, phone, bodyOf(index))));

  for (const [turn, { client }] of teams.entries()) {
    const { threads } = await client.listThreads();
    const { messages } = await client.listThreadMessages({ path: { id: threads[0]!.id } });
    const own = sent.filter((_, index) => index % 4 === turn);
    expect(messages.map(({ id }) => id).sort()).toEqual(own.map(({ textId }) => textId).sort());
  }
});

test("concurrent inbound and outbound messages have one total order in the thread", async () => {
  const { client, team } = await app.signIn();
  const number = await buildBusinessNumber(app.em(), { team });
  const phone = uniquePhone();
  const { threadId } = await buildMessage(app.em(), { team, number, phone });

  await Promise.all(
    times(10, (index) => [
      client.sendText({ body: { threadId, message: bodyOf(index) } }),
      buildMessage(app.em(), { team, number, phone }),
    ]).flat(),
  );

  const { messages } = await client.listThreadMessages({ path: { id: threadId }, query: { per_page: 100 } });
  expect(new Set(messages.map(({ createdAt }) => createdAt)).size).toBe(21);
  const { lastMessageAt, lastBody, lastDirection } = await client.getThread({ path: { id: threadId } });
  expect({ lastMessageAt, lastBody, lastDirection }).toEqual({
    lastMessageAt: messages[0]!.createdAt,
    lastBody: messages[0]!.body,
    lastDirection: messages[0]!.direction,
  });
});

test("each of many concurrent texts with different outcomes gets its own correct answer", async () => {
  const { client, team } = await app.signIn();
  const other = await app.signIn();
  const { threadId: foreignThread } = await buildMessage(app.em(), { team: other.team });
  const { threadId: ownThread } = await buildMessage(app.em(), { team });
  const { threadId: pausedThread } = await buildMessage(app.em(), {
    team,
    number: await buildBusinessNumber(app.em(), { team, status: "paused" }),
  });
  const [optedOut, newPhone, replayedPhone, refusedPhone, lostPhone] = times(5, uniquePhone);
  await buildOptOut(app.em(), team, optedOut!);
  const kept = await client.raw("sendText", {
    body: { phone_number: replayedPhone!, message: "once" },
    idempotencyKey: "kept",
  });
  const accept = app.provider.answer;
  app.provider.answer = (text) => {
    if (text.to === refusedPhone) return { kind: "refused", errorCode: "30006", optedOut: false };
    return text.to === lostPhone ? { kind: "unknown" } : accept(text);
  };

  const refusalOf = (status: number, error: string) => (answer: RawAnswer) =>
    expect(answer).toMatchObject({ status, body: { success: false, error } });
  const successWith = (body: object) => (answer: RawAnswer) => expect(answer).toMatchObject({ status: 200, body });
  const fates: [input: Parameters<typeof client.raw<"sendText">>[1], check: (answer: RawAnswer) => void][] = [
    [{ body: { phone_number: optedOut!, message: "no" } }, refusalOf(409, "recipient_opted_out")],
    [
      { body: { phone_number: optedOut!, message: "no" }, idempotencyKey: "out" },
      refusalOf(409, "recipient_opted_out"),
    ],
    [
      { body: { phone_number: replayedPhone!, message: "once" }, idempotencyKey: "kept" },
      ({ status, text, headers }) => {
        expect({ status, text }).toEqual({ status: 200, text: kept.text });
        expect(headers.get("x-idempotency-replayed")).toBe("true");
      },
    ],
    [
      { body: { phone_number: replayedPhone!, message: "twice" }, idempotencyKey: "kept" },
      refusalOf(422, "idempotency_key_mismatch"),
    ],
    [{ body: { phone_number: newPhone!, message: "first" } }, successWith({ to: newPhone, status: "queued" })],
    [
      { body: { phone_number: newPhone!, message: "second" }, idempotencyKey: "new" },
      successWith({ to: newPhone, status: "queued" }),
    ],
    [{ body: { threadId: foreignThread, message: "no" } }, refusalOf(404, "thread_not_found")],
    [{ body: { threadId: pausedThread, message: "no" } }, refusalOf(422, "sending_number_not_resolved")],
    [{ body: { threadId: ownThread, phone_number: newPhone!, message: "no" } }, refusalOf(422, "invalid_thread")],
    [{ body: { threadId: ownThread, message: "yes" } }, successWith({ threadId: ownThread })],
    [{ body: { phone_number: uniquePhone(), message: "no", sender: "nobody" } }, refusalOf(422, "invalid_sender")],
    [{ body: { phone_number: refusedPhone!, message: "no" } }, refusalOf(502, "message_failed")],
    [{ body: { phone_number: lostPhone!, message: "lost" } }, successWith({ to: lostPhone, status: "sending" })],
    [{ body: { phone_number: uniquePhone(), message: "" } }, refusalOf(422, "message_required_or_empty")],
  ];
  const foreign = other.client.raw("sendText", { body: { threadId: foreignThread, message: "mine" } });
  const answers = await Promise.all(fates.map(([input]) => client.raw("sendText", input)));
  app.provider.answer = accept;

  for (const [index, [, check]] of fates.entries()) check(answers[index]!);
  expect((await foreign).status).toBe(200);
  expect(answers[4]!.body.threadId).toBe(answers[5]!.body.threadId);
  expect(answers[4]!.body.textId).not.toBe(answers[5]!.body.textId);
  // Just these were handed over: nothing that was refused, nothing twice.
  const carried = app.provider.texts.map(({ body }) => body).filter((body) => !body.startsWith("text "));
  expect(carried.sort()).toEqual(["first", "lost", "mine", "no", "once", "second", "yes"]);
});

test("more concurrent texts than one transaction holds are all sent, each to its own phone", async () => {
  const { client } = await app.signIn();
  const phones = times(150, uniquePhone);

  const sent = await Promise.all(phones.map((phone) => send(client, phone, phone)));

  expect(sent.map(({ to }) => to)).toEqual(phones);
  const own = new Set(phones);
  const carried = app.provider.texts.filter(({ to }) => own.has(to));
  expect(carried.every(({ to, body }) => to === body)).toBe(true);
  expect(carried.map(({ id }) => id).sort()).toEqual(sent.map(({ textId }) => textId).sort());
});

test("a text that the database refuses fails alone, and the others of its batch are sent once", async () => {
  const { client } = await app.signIn();
  await app.em().execute(
    `create function refuse_message() returns trigger language plpgsql as $$ begin raise 'no'; end $$;
     create trigger refuse before insert on message for each row when (new.body = 'poison')
     execute function refuse_message()`,
  );
  const phones = times(20, uniquePhone);

  const answers = await Promise.all(
    phones.map((phone_number, index) =>
      client.raw("sendText", {
        body: { phone_number, message: index % 7 === 3 ? "poison" : "hello" },
        idempotencyKey: phone_number,
      }),
    ),
  );

  expect(answers.map(({ status }) => status)).toEqual(phones.map((_, index) => (index % 7 === 3 ? 500 : 200)));
  const healthy = phones.filter((_, index) => index % 7 !== 3);
  expect(
    app.provider.texts
      .map(({ to }) => to)
      .filter((to) => phones.includes(to))
      .sort(),
  ).toEqual(healthy.sort());
  expect((await client.listThreads({ query: { per_page: 100 } })).threads).toHaveLength(healthy.length);

  // A failure keeps no key: the same request may be repeated.
  await app.em().execute("drop trigger refuse on message");
  const again = await client.raw("sendText", {
    body: { phone_number: phones[3]!, message: "poison" },
    idempotencyKey: phones[3]!,
  });
  expect(again.status).toBe(200);
});
