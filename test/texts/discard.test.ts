import { describe, expect, test } from "vitest";
import { expireHeld } from "../../server/texts/approvals/expire-held.ts";
import { cancelWaitingOfKey } from "../../server/texts/pending/waiting-of-keys.ts";
import { useApp } from "../support/app.ts";
import { buildKey, type TestTeam, uniquePhone } from "../support/factories.ts";
import { makeOverdue, signInAgent } from "../support/held-texts.ts";
import { pictures } from "../support/media.ts";
import { refusalOf } from "../support/refusals.ts";
import { tablesWith } from "../support/tables-with.ts";
import { fromNow } from "../support/times.ts";
import { signInByTwilio } from "../support/twilio-door.ts";
import { allowFiles, upload } from "../support/uploads.ts";
import { makeDue, schedule } from "../support/waiting-texts.ts";

const app = useApp();

type SignedIn = Awaited<ReturnType<typeof app.signIn>>;

/** A unique word. */
let serial = 0;
const newWord = () => {
  serial += 1;
  return `discarded${process.pid}x${serial}y`;
};

const discard = { retention: "discard" } as const;

/** What has reached the carrier with a word. */
const carriedWith = (word: string) => app.provider.texts.filter(({ body }) => body.includes(word));

/** Sends a text with a word until the carrier has it, and returns its id. */
type Way = (signedIn: SignedIn, word: string) => Promise<string>;

const ways: Record<string, Way> = {
  "is sent by POST /api/text": async ({ client }, word) => {
    const request = { body: { phone_number: uniquePhone(), message: word, ...discard }, idempotencyKey: "key" };
    const sent = await client.sendText(request);
    expect(await client.sendText(request)).toEqual(sent);
    return sent.textId;
  },
  "is sent by POST /api/messages": async ({ client }, word) => {
    const request = { body: { phone_number: uniquePhone(), message: word, ...discard }, idempotencyKey: "key" };
    const sent = await client.sendMessage(request);
    expect(sent.message).toMatchObject({ body: "", discarded: true, segments: 1, encoding: "GSM-7" });
    expect(await client.sendMessage(request)).toEqual(sent);
    return sent.message.id;
  },
  "waits and is sent": async ({ client, team }, word) => {
    const sendAt = await fromNow(app.em(), 3_600);
    const { message } = await client.sendMessage({
      body: { phone_number: uniquePhone(), message: word, sendAt, ...discard },
      idempotencyKey: "key",
    });
    expect(message).toMatchObject({ body: word, discarded: false });
    expect(await tablesWith(app.em(), word)).toEqual(["pending_message"]);
    await makeDue(app, team);
    await app.dispatch();
    return message.id;
  },
  "is sent by a client of Twilio": async (_, word) => {
    const { client, own } = await signInByTwilio(app);
    const sent = await client.messages.create({ to: uniquePhone(), body: word, contentRetention: "discard" });
    expect(sent).toMatchObject({ body: "", numSegments: "1" });
    expect(await client.messages(sent.sid).fetch()).toMatchObject({ body: "" });
    const [message] = (await own.listMessages()).messages;
    expect(message).toMatchObject({ body: "", discarded: true });
    return message!.id;
  },
};

test.each(Object.entries(ways))("a text that %s reaches the carrier, and no table has it", async (_, way) => {
  const signedIn = await app.signIn();
  await signedIn.client.listEvents();
  const word = newWord();

  const id = await way(signedIn, word);

  expect(carriedWith(word)).toMatchObject([{ id, body: word }]);
  expect(await tablesWith(app.em(), word)).toEqual([]);
});

test("a discarded text is in its thread without a text, and others keep theirs", async () => {
  const { client } = await app.signIn();
  const phone = uniquePhone();
  const send = (message: string, fields: object = {}) =>
    client.sendText({ body: { phone_number: phone, message, ...fields } });
  const { threadId, textId: kept } = await send("kept");

  const { textId } = await send("gone", discard);

  const path = { id: threadId };
  expect((await client.listThreadMessages({ path })).messages).toMatchObject([
    { id: textId, body: "", discarded: true, segments: 1, media: [] },
    { id: kept, body: "kept", discarded: false },
  ]);
  expect(await client.getThread({ path })).toMatchObject({ lastBody: "", lastDirection: "outbound" });
  expect(await client.getMessage({ path: { id: textId } })).toMatchObject({ body: "", discarded: true });
  await send("newer", { retention: "keep" });
  expect(await client.getThread({ path })).toMatchObject({ lastBody: "newer" });
});

test("texts that are sent together keep their texts, or discard them, each for itself", async () => {
  const { client } = await app.signIn();
  const words = Array.from({ length: 20 }, newWord);

  const sent = await Promise.all(
    words.map((message, index) =>
      client.sendText({ body: { phone_number: uniquePhone(), message, ...(index % 2 === 0 && discard) } }),
    ),
  );

  const read = await Promise.all(sent.map(({ textId: id }) => client.getMessage({ path: { id } })));
  expect(read.map(({ body }) => body)).toEqual(words.map((word, index) => (index % 2 === 0 ? "" : word)));
  for (const word of words) expect(carriedWith(word)).toHaveLength(1);
});

test("a text whose outcome is unknown, or that is refused, is discarded, too", async () => {
  const { client } = await app.signIn();
  const { answer } = app.provider;
  const [unknown, refused] = [newWord(), newWord()];
  app.provider.answer = ({ body }) =>
    body === unknown
      ? { kind: "unknown" }
      : { kind: "refused", optedOut: false, errorCode: "30005", message: null, moreInfo: null, about: "recipient" };
  const send = (message: string) =>
    client.raw("sendText", { body: { phone_number: uniquePhone(), message, ...discard } });

  expect((await send(unknown)).status).toBe(200);
  expect(refusalOf(await send(refused))).toBe("502 message_failed");
  app.provider.answer = answer;

  for (const word of [unknown, refused]) expect(await tablesWith(app.em(), word)).toEqual([]);
  expect((await client.listMessages()).messages.map(({ body, discarded }) => ({ body, discarded }))).toEqual(
    Array(2).fill({ body: "", discarded: true }),
  );
});

test("the files of a discarded text reach the carrier, and go when the time of their upload is over", async () => {
  const { client, team } = await app.signIn();
  await allowFiles(app.em(), team);
  const fileId = await upload(client);
  const mediaUrls = [`https://example.com/${newWord()}.png`];

  const { message } = await client.sendMessage({
    body: { phone_number: uniquePhone(), mediaUrls, mediaIds: [fileId], ...discard },
  });

  expect(message).toMatchObject({ media: [], discarded: true });
  const [address, link] = app.provider.texts.find(({ id }) => id === message.id)!.mediaUrls!;
  expect(address).toBe(mediaUrls[0]);
  expect(Buffer.from(await (await fetch(link!)).arrayBuffer())).toEqual(pictures["image/png"]);
  expect(await tablesWith(app.em(), mediaUrls[0]!)).toEqual([]);
  const [file] = await app.em().execute("select expires_at is not null as expires from media where id = ?", [fileId]);
  expect(file).toEqual({ expires: true });
});

describe("a waiting text loses its content", () => {
  const wait = async ({ client }: Pick<SignedIn, "client">, word: string, fields: object = {}) =>
    (await schedule(app, client, { message: word, ...discard, ...fields })).id;
  const held = async (word: string, later: object = {}) => {
    const user = await signInAgent(app);
    await user.person.listEvents();
    const body = { phone_number: uniquePhone(), message: word, ...discard, ...later };
    const { message } = await user.agent.sendMessage({ body, idempotencyKey: "key" });
    expect(message).toMatchObject({ status: "held", body: word });
    expect(await tablesWith(app.em(), word)).toEqual(["pending_message"]);
    return { ...user, path: { id: message.id } };
  };

  const ends: Record<string, (word: string) => Promise<void>> = {
    async "when it is canceled"(word) {
      const signedIn = await app.signIn();
      const id = await wait(signedIn, word);
      const { message } = await signedIn.client.cancelMessage({ path: { id }, idempotencyKey: "cancel" });
      expect(message).toMatchObject({ status: "canceled", body: "", discarded: true });
    },
    async "when its campaign is canceled"(word) {
      const signedIn = await app.signIn();
      await wait(signedIn, word, { campaign: "spring" });
      await signedIn.client.cancelCampaign({ body: { campaign: "spring" } });
    },
    async "when its key is revoked"(word) {
      const signedIn = await app.signIn();
      const id = await wait(signedIn, word);
      await cancelWaitingOfKey(app.em(), (await signedIn.client.getKey()).id);
      expect(await signedIn.client.getMessage({ path: { id } })).toMatchObject({ body: "", discarded: true });
    },
    async "when a rule cancels it at its time"(word) {
      const { client, team } = await app.signIn();
      const key = await buildKey(app.em(), team);
      const body = { phone_number: uniquePhone(), message: word, sendAt: await fromNow(app.em(), 3_600), ...discard };
      await client.sendMessage({ body, headers: { "x-api-key": key } });
      await client.recordConsent({ body: { phone: body.phone_number, consent: "opted_out", reason: "verbal" } });
      await makeDue(app, team);
      await app.dispatch();
      expect((await client.listPendingMessages({ query: { status: "canceled" } })).messages).toMatchObject([
        { errorCode: "recipient_opted_out", body: "", discarded: true },
      ]);
    },
    async "when it is rejected"(word) {
      const { person, path } = await held(word);
      await person.rejectText({ path, body: {} });
    },
    async "when nobody approves it"(word) {
      const { team } = await held(word);
      await makeOverdue(app, team as TestTeam);
      await expireHeld(app.em());
    },
    async "when it is approved"(word) {
      const { person, path } = await held(word);
      const request = { path, idempotencyKey: "yes" };
      const approved = await person.approveText(request);
      expect(approved.message).toMatchObject({ body: "", discarded: true });
      expect(await person.approveText(request)).toEqual(approved);
      expect(carriedWith(word)).toHaveLength(1);
    },
    async "when it was approved for a later time and is sent"(word) {
      const { person, team, path } = await held(word, { sendAt: await fromNow(app.em(), 3_600) });
      const request = { path, idempotencyKey: "yes" };
      const approved = await person.approveText(request);
      expect(approved.message).toMatchObject({ status: "scheduled", body: word, discarded: false });
      expect(await person.approveText(request)).toEqual(approved);
      await makeDue(app, team);
      await app.dispatch();
      expect(carriedWith(word)).toHaveLength(1);
    },
    async "when its approval cancels it"(word) {
      const { person, path } = await held(word);
      const { to: phone } = (await person.getApproval({ path })) as { to: string };
      await person.recordConsent({ body: { phone, consent: "opted_out", reason: "verbal" } });
      expect(refusalOf(await person.raw("approveText", { path }))).toBe("409 recipient_opted_out");
    },
  };

  test.each(Object.entries(ends))("%s", async (_, end) => {
    const word = newWord();

    await end(word);

    expect(await tablesWith(app.em(), word)).toEqual([]);
  });
});
