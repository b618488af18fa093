import { beforeEach, describe, expect, test } from "vitest";
import { listCallbacks } from "../../server/inbound/list-callbacks.ts";
import { giveUpParts } from "../../server/inbound/parts.ts";
import { encodeGsm, encodeUcs2 } from "../../server/provider/smpp/alphabet.ts";
import { type ShortMessage, tags } from "../../server/provider/smpp/pdu.ts";
import { useApp, useNeighbour } from "../support/app.ts";
import type { Client } from "../support/client.ts";
import { uniquePhone } from "../support/factories.ts";
import { refusalOf } from "../support/refusals.ts";
import { buildSmppAccount } from "../support/smpp-accounts.ts";
import { accept, international, useSmsc } from "../support/smsc.ts";

const app = useApp();
const neighbour = useNeighbour(app);
const smsc = useSmsc();

beforeEach(() => {
  smsc.behaviour = accept;
});

async function signIn(settings: Record<string, string> = {}) {
  const session = await app.signIn();
  const account = await buildSmppAccount(app, smsc, settings);
  await account.sendFor(session.number);
  const phone = uniquePhone();
  const addresses = { source: international(phone), destination: international(session.number) };
  /** Delivers a text of the phone to the number. */
  const text = (message: Partial<ShortMessage>) => smsc.deliver(account.systemId, { ...addresses, ...message });
  return { ...session, account, phone, addresses, text };
}

const send = (client: Client, phone: string) =>
  client.sendText({ body: { phone_number: phone, message: "hello" } } as never) as Promise<{ textId: string }>;

const readMessage = async (client: Client, id: string) =>
  (await client.getMessage({ path: { id } })) as { status: string; errorCode: string | null };

async function receivedTexts(client: Client): Promise<string[]> {
  await app.jobs.drain();
  const { threads } = await client.listThreads();
  if (threads.length === 0) return [];
  const { messages } = await client.listThreadMessages({ path: { id: threads[0]!.id } });
  return messages.filter(({ direction }) => direction === "inbound").map(({ body }) => body);
}

describe("a receipt", () => {
  /** Sends a text whose id is `id`, and delivers a receipt. Returns the message after it. */
  async function sendAndReport(id: string, receipt: Partial<ShortMessage>, settings: Record<string, string> = {}) {
    const { client, account, phone, addresses } = await signIn(settings);
    smsc.behaviour = (_, { answer }) => answer(0, id);
    const { textId } = await send(client, phone);
    expect(await smsc.deliver(account.systemId, { ...addresses, esmClass: 0x04, ...receipt })).toBe(0);
    await app.jobs.drain();
    return readMessage(client, textId);
  }

  const textOf = (id: string, word: string) =>
    Buffer.from(
      `id:${id} sub:001 dlvrd:001 submit date:2611262200 done date:2611262201 stat:${word} err:034 text:hello`,
    );

  test.each([
    ["DELIVRD", "delivered", null],
    ["UNDELIV", "undelivered", "smpp-undeliv"],
    ["EXPIRED", "undelivered", "smpp-expired"],
    ["REJECTD", "failed", "smpp-rejectd"],
    ["DELETED", "failed", "smpp-deleted"],
    ["ACCEPTD", "sent", null],
    ["ENROUTE", "sent", null],
    ["UNKNOWN", "queued", null],
  ])("of a text that is %s makes it %s", async (word, status, errorCode) => {
    const id = `r-${word}`;
    expect(await sendAndReport(id, { shortMessage: textOf(id, word) })).toMatchObject({ status, errorCode });
  });

  test("counts by its parameters before its words, and in whatever class", async () => {
    const receipt = {
      esmClass: 0,
      shortMessage: textOf("another", "UNDELIV"),
      optional: new Map([
        [tags.receiptedMessageId, Buffer.from("by-parameter\0")],
        [tags.messageState, Buffer.from([2])],
      ]),
    };
    expect(await sendAndReport("by-parameter", receipt)).toMatchObject({ status: "delivered" });
  });

  test.each([
    ["decimal", "0A1b2C", String(0x0a1b2c)],
    ["hex", "662315", "000A1B2B"],
  ])("may write its ids as %s, where the answer to a text does not", async (receiptIds, answered, reported) => {
    const shortMessage = textOf(reported, "DELIVRD");
    expect(await sendAndReport(answered, { shortMessage }, { receiptIds })).toMatchObject({ status: "delivered" });
  });

  test("is recorded without the text that was sent, and once if it is repeated", async () => {
    const { account, addresses } = await signIn();
    const receipt = { ...addresses, esmClass: 0x04, shortMessage: textOf("r-twice", "DELIVRD") };
    for (const _ of [1, 2]) expect(await smsc.deliver(account.systemId, receipt)).toBe(0);

    const rows = await app.em().execute("select fields, outcome from callback where provider_id like '%:r-twice'");

    expect(rows.filter((row) => row.outcome === "duplicate")).toHaveLength(1);
    expect(rows).toHaveLength(2);
    expect(JSON.stringify(rows).includes("hello")).toBe(false);
  });

  test("without id and state is recorded and changes nothing", async () => {
    expect(await sendAndReport("r-none", { shortMessage: Buffer.from("thank you") })).toMatchObject({
      status: "queued",
    });
  });
});

describe("a text", () => {
  test.each([
    ["the GSM alphabet", 0, encodeGsm("50€ [ok] @ £ ñ")!, "50€ [ok] @ £ ñ"],
    ["the GSM alphabet with a class", 0xf1, encodeGsm("Ünï".replace("ï", "i"))!, "Üni"],
    ["UCS-2", 8, encodeUcs2("żółw 🐢"), "żółw 🐢"],
    ["Latin-1", 3, Buffer.from("Größe ÿ", "latin1"), "Größe ÿ"],
    ["ASCII", 1, Buffer.from("plain_text@"), "plain_text@"],
    ["Cyrillic", 6, Buffer.from([0xbf, 0xe0, 0xd8, 0xd2, 0xd5, 0xe2]), "Привет"],
  ])("in %s is received as it was written", async (_, dataCoding, shortMessage, expected) => {
    const { client, text } = await signIn();

    expect(await text({ dataCoding, shortMessage })).toBe(0);

    expect(await receivedTexts(client)).toEqual([expected]);
  });

  test("in message_payload, with NUL and half of a surrogate pair is received", async () => {
    const { client, text } = await signIn();
    const payload = Buffer.concat([encodeUcs2("a\0b"), Buffer.from([0xd8, 0x3d])]);

    expect(await text({ dataCoding: 8, optional: new Map([[tags.messagePayload, payload]]) })).toBe(0);

    expect(await receivedTexts(client)).toEqual(["a\ufffdb\ufffd"]);
  });

  test("that is a keyword opts its sender out before it is answered", async () => {
    const { client, phone, text } = await signIn();

    expect(await text({ shortMessage: encodeGsm("STOP")! })).toBe(0);

    expect(refusalOf(await client.raw("sendText", { body: { phone_number: phone, message: "x" } }))).toBe(
      "409 recipient_opted_out",
    );
  });

  test("that is repeated within a minute is received once, also by another process", async () => {
    const { client, account, text } = await signIn();
    await neighbour.accounts.refresh();
    await smsc.bound(account.systemId, 2);
    const shortMessage = encodeGsm("once")!;
    await Promise.all([text({ shortMessage }), text({ shortMessage })]);

    expect(await receivedTexts(client)).toEqual(["once"]);

    await app.em().execute(
      `update callback set received_at = (received_at at time zone 'UTC' - interval '61 seconds') at time zone 'UTC'
       where provider_account_id = ?`,
      [account.id],
    );
    await text({ shortMessage });
    expect(await receivedTexts(client)).toEqual(["once", "once"]);
  });

  test("that opts in counts again after a later STOP, though the bytes are those of the first", async () => {
    const { client, account, phone, text } = await signIn();
    for (const word of ["START", "STOP", "START"]) {
      expect(await text({ shortMessage: encodeGsm(word)! })).toBe(0);
      await app.em().execute(
        `update callback set received_at = (received_at at time zone 'UTC' - interval '61 seconds') at time zone 'UTC'
         where provider_account_id = ?`,
        [account.id],
      );
    }

    expect((await client.getConsent({ path: { phone } })).state).toBe("opted_in");
    await send(client, phone);
  });

  test("that opts in and is repeated within a minute, after a STOP, does not count again", async () => {
    const { client, phone, text } = await signIn();
    for (const word of ["START", "STOP", "START"]) expect(await text({ shortMessage: encodeGsm(word)! })).toBe(0);

    expect((await client.getConsent({ path: { phone } })).state).toBe("opted_out");
  });

  test("that cannot be recorded is answered with a temporary error, and received when it is repeated", async () => {
    const { client, text } = await signIn();
    await app.em().execute("alter table callback rename to callback_away");
    const shortMessage = encodeGsm("later")!;
    try {
      expect(await text({ shortMessage })).toBe(0x64);
    } finally {
      await app.em().execute("alter table callback_away rename to callback");
    }

    expect(await text({ shortMessage })).toBe(0);
    expect(await receivedTexts(client)).toEqual(["later"]);
  });

  test("with a wrong length is refused, and the connection stays", async () => {
    const { client, account, text } = await signIn();
    const answer = await smsc.ask(account.systemId, 0x05, Buffer.from("\0\x01\x01123\0"));

    expect(answer.status).toBe(0x01);
    expect(await text({ shortMessage: encodeGsm("after")! })).toBe(0);
    expect(await receivedTexts(client)).toEqual(["after"]);
    expect(smsc.bindsOf(account.systemId)).toHaveLength(1);
  });

  test("comes from a short code or a name as well", async () => {
    const { account, addresses } = await signIn();
    for (const source of [
      { ton: 3, npi: 0, digits: "12345" },
      { ton: 5, npi: 0, digits: "Bank" },
      { ton: 0, npi: 0, digits: "12025550188" },
    ]) {
      await smsc.deliver(account.systemId, { ...addresses, source, shortMessage: encodeGsm("hi")! });
    }

    const records = await app
      .em()
      .execute("select content->>'from' as sender from callback where provider_account_id = ? order by sequence", [
        account.id,
      ]);
    expect(records).toEqual([{ sender: "12345" }, { sender: "Bank" }, { sender: "+12025550188" }]);
  });
});

describe("a text in parts", () => {
  const wide = (reference: number, count: number, number: number) =>
    Buffer.from([6, 8, 4, reference >> 8, reference & 0xff, count, number]);
  const narrow = (reference: number, count: number, number: number) => Buffer.from([5, 0, 3, reference, count, number]);

  const ofParts = (header: typeof wide, reference: number, texts: string[]) =>
    texts.map((body, index) => ({
      esmClass: 0x40,
      dataCoding: 8,
      shortMessage: Buffer.concat([header(reference, texts.length, index + 1), encodeUcs2(body)]),
    }));

  test.each([
    ["headers with 8 bits", narrow],
    ["headers with 16 bits", wide],
  ])("by %s is one text, in any order, and a pair may be divided", async (_, header) => {
    const { client, text } = await signIn();
    const turtle = "🐢";
    const [first, second, third] = ofParts(header, 7, [`one ${turtle[0]}`, `${turtle[1]} two`, " three"]);

    expect(await text(third!)).toBe(0);
    expect(await text(first!)).toBe(0);
    expect(await receivedTexts(client)).toEqual([]);
    expect(await text(second!)).toBe(0);

    expect(await receivedTexts(client)).toEqual([`one ${turtle} two three`]);
  });

  test("by parameters is one text", async () => {
    const { client, text } = await signIn();
    for (const [number, body] of [
      [1, "left "],
      [2, "right"],
    ] as const) {
      const optional = new Map([
        [tags.sarReference, Buffer.from([1, 2])],
        [tags.sarTotal, Buffer.from([2])],
        [tags.sarNumber, Buffer.from([number])],
      ]);
      expect(await text({ shortMessage: encodeGsm(body)!, optional })).toBe(0);
    }

    expect(await receivedTexts(client)).toEqual(["left right"]);
  });

  test("is one text if parts are repeated, and its reference can be used again", async () => {
    const { client, text } = await signIn();
    const parts = ofParts(narrow, 9, ["a1 ", "a2"]);
    for (const part of [parts[0]!, parts[0]!, parts[1]!, parts[1]!, parts[0]!]) expect(await text(part)).toBe(0);
    for (const part of ofParts(narrow, 9, ["b1 ", "b2"])) expect(await text(part)).toBe(0);

    expect((await receivedTexts(client)).toSorted()).toEqual(["a1 a2", "b1 b2"]);
  });

  test("is one text if its parts come to two processes at once", async () => {
    const { client, account, text } = await signIn();
    await neighbour.accounts.refresh();
    await smsc.bound(account.systemId, 2);
    const parts = ofParts(narrow, 11, ["p1 ", "p2 ", "p3 ", "p4"]);
    await Promise.all(parts.map(text));

    expect(await receivedTexts(client)).toEqual(["p1 p2 p3 p4"]);
  });

  test("of which some never arrive is received without them after ten minutes", async () => {
    const { client, account, text } = await signIn();
    const [, second, , fourth] = ofParts(narrow, 13, ["1", "two ", "3", "four"]);
    await text(second!);
    await text(fourth!);
    expect(await giveUpParts(app.em())).toBe(0);

    await app.em().execute(
      `update inbound_part set received_at = (received_at at time zone 'UTC' - interval '11 minutes') at time zone 'UTC'
       where provider_account_id = ?`,
      [account.id],
    );
    const given = await Promise.all([giveUpParts(app.em()), giveUpParts(app.em())]);

    expect(given.toSorted()).toEqual([0, 1]);
    expect(await receivedTexts(client)).toEqual(["…two …four"]);
    expect(await app.em().execute("select from inbound_part where provider_account_id = ?", [account.id])).toEqual([]);
  });

  test("is forgotten a minute after it was joined", async () => {
    const { account, text } = await signIn();
    for (const part of ofParts(narrow, 15, ["x", "y"])) await text(part);
    await app.em().execute(
      `update inbound_part set joined_at = (joined_at at time zone 'UTC' - interval '2 minutes') at time zone 'UTC'
       where provider_account_id = ?`,
      [account.id],
    );

    await giveUpParts(app.em());

    expect(await app.em().execute("select from inbound_part where provider_account_id = ?", [account.id])).toEqual([]);
    const records = await listCallbacks(app.em(), { kind: "inbound", limit: 1 });
    expect(records).toHaveLength(1);
  });
});
