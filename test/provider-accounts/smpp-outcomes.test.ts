import { isDeepStrictEqual } from "node:util";
import { describe, expect, test } from "vitest";
import { commands, writePdu } from "../../server/provider/smpp/pdu.ts";
import { useApp } from "../support/app.ts";
import { uniquePhone } from "../support/factories.ts";
import { buildSmppAccount } from "../support/smpp-accounts.ts";
import { accept, nextMessageId, type SmscBehaviour, useSmsc } from "../support/smsc.ts";
import { failed, queued, sending, type Told, toldBy } from "../support/told.ts";

const app = useApp({ carrierMilliseconds: 800 });
const smsc = useSmsc();

const refuse =
  (status: number): SmscBehaviour =>
  (_, { answer }) =>
    answer(status);

/** The same answers as those of the kinds that speak HTTP, and those of SMPP alone. */
const rows: { answer: string; behave: SmscBehaviour; told: Told }[] = [
  { answer: "an id", behave: accept, told: queued },
  { answer: "an id of 64 characters", behave: (_, { answer }) => answer(0, "7".repeat(64)), told: queued },
  { answer: "no id", behave: (_, { answer }) => answer(0), told: sending },
  { answer: "no body", behave: (_, { write }) => write({ command: 0x80000004 }), told: sending },
  { answer: "an id that cannot be stored", behave: (_, { answer }) => answer(0, "a b"), told: sending },
  { answer: "a status about the recipient", behave: refuse(0x0b), told: failed("smpp-0x0B", "recipient") },
  { answer: "a status about the content", behave: refuse(0x45), told: failed("smpp-0x45", "content") },
  { answer: "a status about the number", behave: refuse(0x0a), told: failed("smpp-0x0A", "number") },
  { answer: "a status about the account", behave: refuse(0x53), told: failed("smpp-0x53", "account") },
  { answer: "a status about the capacity", behave: refuse(0x58), told: failed("smpp-0x58", "capacity") },
  { answer: "a full queue", behave: refuse(0x14), told: failed("smpp-0x14", "capacity") },
  { answer: "a status about its own state", behave: refuse(0x64), told: failed("smpp-0x64", "unreachable") },
  { answer: "a status of its own", behave: refuse(0x0400), told: failed("smpp-0x400", "account") },
  {
    answer: "a generic refusal",
    behave: (_, { write }) => write({ command: commands.genericNack, status: 0x03 }),
    told: failed("smpp-0x03", "account"),
  },
  {
    answer: "the answer to another question",
    behave: (_, { write }) => write({ command: 0x80000015 }),
    told: sending,
  },
  {
    answer: "an answer with another sequence number",
    behave: (_, { write }) => write({ command: 0x80000004, sequence: 77_777, body: Buffer.from("id\0") }),
    told: sending,
  },
  { answer: "a reset after the text", behave: (_, { socket }) => socket.resetAndDestroy(), told: sending },
  { answer: "an end without an answer", behave: (_, { socket }) => socket.end(), told: sending },
  { answer: "silence", behave: () => {}, told: sending },
  {
    answer: "half of an answer, and an end",
    behave: (_, { socket }) => socket.end(writePdu({ command: 0x80000004, sequence: 1 }).subarray(0, 9)),
    told: sending,
  },
  {
    answer: "a PDU of 8 bytes",
    behave: (_, { writeBytes }) => writeBytes(Buffer.from([0, 0, 0, 8, 0x80, 0, 0, 4])),
    told: sending,
  },
  {
    answer: "a PDU of 2 GB",
    behave: (_, { writeBytes }) => writeBytes(Buffer.from([0x7f, 0, 0, 0, 0x80, 0, 0, 4])),
    told: sending,
  },
  {
    answer: "an id, and then bytes of HTTP in the same packet",
    behave: (_, { writeBytes }) =>
      writeBytes(
        Buffer.concat([
          writePdu({ command: 0x80000004, sequence: 2, body: Buffer.from("before\0") }),
          Buffer.from("HTTP/1.1 200 OK\r\n"),
        ]),
      ),
    told: queued,
  },
  {
    answer: "an id without its end",
    behave: (_, { write }) => write({ command: 0x80000004, body: Buffer.from("id") }),
    told: sending,
  },
  {
    answer: "bytes of HTTP",
    behave: (_, { writeBytes }) => writeBytes(Buffer.from("HTTP/1.1 200 OK\r\n")),
    told: sending,
  },
];

describe("an SMSC", () => {
  /** Sends a text, and repeats the request with the same key. Returns both answers. */
  async function sendTwice(message = "hello") {
    const { client, number } = await app.signIn();
    const account = await buildSmppAccount(app, smsc);
    await account.sendFor(number);
    const phone = uniquePhone();
    const request = { body: { phone_number: phone, message }, idempotencyKey: crypto.randomUUID() };
    const first = await client.raw("sendText", request);
    return { answers: [first, await client.raw("sendText", request)] as const, account, phone };
  }

  test.each(rows)("that answers $answer", async ({ behave, told }) => {
    smsc.behaviour = behave;

    const { answers, phone, account } = await sendTwice();

    const [first, again] = answers;
    expect(toldBy(first.body)).toEqual(told);
    // Only a text that was refused may be sent again.
    const isSentAgain = "error" in told;
    expect(smsc.textsTo(phone)).toHaveLength(isSentAgain ? 2 : 1);
    if (!isSentAgain) expect(again.body).toEqual(first.body);
    // A connection that has ended is made again, and the account sends.
    smsc.behaviour = accept;
    await smsc.bound(account.systemId);
  });

  test("that accepts the first part of a text and refuses the second leaves the outcome unknown", async () => {
    let parts = 0;
    smsc.behaviour = (_, { answer }) => {
      parts += 1;
      answer(parts === 1 ? 0 : 0x58, nextMessageId());
    };
    const { client, number } = await app.signIn();
    await (await buildSmppAccount(app, smsc)).sendFor(number);

    const sent = await client.raw("sendMessage", { body: { phone_number: uniquePhone(), message: "x".repeat(400) } });

    expect(sent.body).toMatchObject({ message: { status: "sending" } });
    expect(parts).toBe(2);
  });

  test("that refuses the first part of a text gets no other part", async () => {
    let parts = 0;
    smsc.behaviour = (_, { answer }) => {
      parts += 1;
      answer(0x58);
    };
    const { client, number } = await app.signIn();
    await (await buildSmppAccount(app, smsc)).sendFor(number);

    const sent = await client.raw("sendMessage", { body: { phone_number: uniquePhone(), message: "x".repeat(400) } });

    expect(toldBy(sent.body)).toEqual(failed("smpp-0x58", "capacity"));
    expect(parts).toBe(1);
  });

  test("that leaves ten texts without an answer gets no eleventh, which is refused for lack of capacity", async () => {
    smsc.behaviour = () => {};
    const { client, number } = await app.signIn();
    await (await buildSmppAccount(app, smsc)).sendFor(number);
    const send = () => client.raw("sendText", { body: { phone_number: uniquePhone(), message: "hello" } });

    const sent = await Promise.all(Array.from({ length: 11 }, send));

    const told = sent.map(({ body }) => toldBy(body));
    expect(told.filter((each) => isDeepStrictEqual(each, sending))).toHaveLength(10);
    expect(told).toContainEqual(failed("smpp-window", "capacity"));
    smsc.behaviour = accept;
  });

  test("that refuses the bind gets no text, and the log says why without the password", async () => {
    smsc.bindStatus = 0x0e;
    try {
      const { answers, phone } = await sendTwice();

      for (const { body } of answers) expect(toldBy(body)).toEqual(failed("provider_unreachable", "unreachable"));
      expect(smsc.textsTo(phone)).toEqual([]);
      const lines = app.logLines.filter((line) => line.includes("smpp: not bound"));
      expect(lines.some((line) => line.includes("the password is wrong (0x0E)"))).toBe(true);
      expect(app.logLines.join().includes("secret")).toBe(false);
    } finally {
      smsc.bindStatus = 0;
    }
  });

  test("gets no text with files, which is refused", async () => {
    smsc.behaviour = accept;
    const { client, number, team } = await app.signIn();
    await (await buildSmppAccount(app, smsc)).sendFor(number);
    await app.em().execute(`update business_number set capabilities = '{"mms": true}' where team_id = ?`, [team.id]);

    const body = { phone_number: uniquePhone(), message: "look", mediaUrls: ["https://example.com/a.png"] };
    const sent = await client.raw("sendMessage", { body });

    expect(toldBy(sent.body)).toEqual(failed("smpp-files", "content"));
  });
});
