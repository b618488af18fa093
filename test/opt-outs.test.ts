import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { listConsents, listOptOuts, setConsent } from "../server/opt-outs/change-opt-outs.ts";
import type { E164 } from "../server/phone.ts";
import { useApp } from "./support/app.ts";
import { inboundForm, newSid, postCallback } from "./support/callbacks.ts";
import type { Client } from "./support/client.ts";
import { buildBusinessNumber, uniquePhone } from "./support/factories.ts";

const app = useApp();

const say = (phone: string, number: string, body: string, sid?: string) =>
  postCallback(app, "inbound", inboundForm(phone, number, body, sid));

/** What a send to the phone is answered with: `200`, or a code. */
async function trySend(client: Client, phone: string): Promise<string> {
  const { status, body } = await client.raw("sendText", { body: { phone_number: phone, message: "hello" } });
  return status === 200 ? "200" : body.error;
}

describe("a text that is the keyword", () => {
  test.each(["STOP", "STOPALL", "UNSUBSCRIBE", "CANCEL", "END", "QUIT", "stop", "Stop", " \n stop\t "])(
    "%j opts its sender out",
    async (keyword) => {
      const { client, number } = await app.signIn();
      const phone = uniquePhone();

      await say(phone, number, keyword);
      await app.jobs.drain();

      expect(await trySend(client, phone)).toBe("recipient_opted_out");
    },
  );

  test.each(["START", "UNSTOP", "start", " Unstop "])("%j opts its sender in again", async (keyword) => {
    const { client, number } = await app.signIn();
    const phone = uniquePhone();
    await say(phone, number, "STOP");
    await app.jobs.drain();

    await say(phone, number, keyword);
    await app.jobs.drain();

    expect(await trySend(client, phone)).toBe("200");
  });

  test.each(["STOP it", "please stop", "STOP.", "S TOP", "YES", "HELP", "OPTOUT", "", "СТОП"])(
    "is not %j",
    async (text) => {
      const { client, number } = await app.signIn();
      const phone = uniquePhone();

      await say(phone, number, text);
      await app.jobs.drain();

      expect(await trySend(client, phone)).toBe("200");
    },
  );
});

test("a keyword is stored as a message like any other", async () => {
  const { client, number } = await app.signIn();
  await say(uniquePhone(), number, " Stop ");
  await app.jobs.drain();

  const { threads } = await client.listThreads();
  const { messages } = await client.listThreadMessages({ path: { id: threads[0]!.id } });
  expect(messages).toMatchObject([{ body: " Stop ", status: "received" }]);
});

test("an opt-out is for the team that it was sent to, with all its numbers, and for test mode, too", async () => {
  const { client, number, team } = await app.signIn();
  const second = await buildBusinessNumber(app.em(), { team });
  const other = await app.signIn();
  const phone = uniquePhone();

  await say(phone, number, "STOP");
  await app.jobs.drain();

  const fromSecond = { phone_number: phone, message: "hello", sender: second.name };
  expect((await client.raw("sendText", { body: fromSecond })).body.error).toBe("recipient_opted_out");
  expect(await trySend(client.inTestMode(), phone)).toBe("recipient_opted_out");
  expect(await trySend(other.client, phone)).toBe("200");
});

test("a repeated callback of an old STOP does not undo a START", async () => {
  const { client, number } = await app.signIn();
  const phone = uniquePhone();
  const sid = newSid();
  for (const [body, id] of [["STOP", sid], ["START"], ["STOP", sid]] as [string, string?][]) {
    await say(phone, number, body, id);
    await app.jobs.drain();
  }

  expect(await trySend(client, phone)).toBe("200");
});

test("of what was said the last in the order of receipt counts, in whatever order it is done", async () => {
  const words = fc.array(fc.constantFrom("STOP", "START", "hello"), { minLength: 1, maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(words, fc.infiniteStream(fc.nat()), async (said, shuffle) => {
      const { client, number } = await app.signIn();
      const phone = uniquePhone();
      for (const word of said) await say(phone, number, word);
      const order = new Map(said.map((_, index) => [index, shuffle.next().value]));
      // Each by itself, in an order that is not that of receipt.
      const rows = await app
        .em()
        .execute<{ id: string }[]>("select id from callback where fields->>'From' = ? order by sequence", [phone]);
      const shuffled = rows
        .map(({ id }, index) => ({ id, rank: order.get(index)! }))
        .toSorted((a, b) => a.rank - b.rank);
      for (const { id } of shuffled) {
        await app
          .em()
          .execute("update pgboss.job set start_after = now() + interval '1 day' where id <> ? and state = 'created'", [
            id,
          ]);
        await app.em().execute("update pgboss.job set start_after = now() where id = ?", [id]);
        expect(await app.jobs.drain()).toBe(1);
      }

      const last = said.findLast((word) => word !== "hello");
      expect(await trySend(client, phone)).toBe(last === "STOP" ? "recipient_opted_out" : "200");
    }),
    { numRuns: 8 },
  );
});

test("what was said is kept for ever with when, how and by which message", async () => {
  const { client, number, team } = await app.signIn();
  const phone = uniquePhone();
  for (const word of ["STOP", "hello", "unstop", "QUIT"]) {
    await say(phone, number, word);
    await app.jobs.drain();
  }
  await setConsent(app.em(), team.id, phone, "opted_in");

  const { threads } = await client.listThreads();
  const { messages } = await client.listThreadMessages({ path: { id: threads[0]!.id } });
  const idOf = (body: string) => messages.find((message) => message.body === body)!.id;
  expect(await listConsents(app.em(), team.id, phone)).toMatchObject([
    { consent: "opted_out", source: "keyword", keyword: "STOP", messageId: idOf("STOP") },
    { consent: "opted_in", source: "keyword", keyword: "UNSTOP", messageId: idOf("unstop") },
    { consent: "opted_out", source: "keyword", keyword: "QUIT", messageId: idOf("QUIT") },
    { consent: "opted_in", source: "operator", keyword: null, messageId: null },
  ]);
  expect(await listOptOuts(app.em(), team.id, 10)).toEqual([]);
});

test("an operator's word counts from the moment it is given, and a later keyword over it", async () => {
  const { client, number, team } = await app.signIn();
  const phone = uniquePhone() as E164;

  await setConsent(app.em(), team.id, phone, "opted_out");
  expect(await trySend(client, phone)).toBe("recipient_opted_out");
  expect(await listOptOuts(app.em(), team.id, 10)).toMatchObject([{ phoneNumber: phone, source: "operator" }]);

  await say(phone, number, "START");
  await app.jobs.drain();
  expect(await trySend(client, phone)).toBe("200");
});

test("an operator's word is newer than a callback that was received before and is done later", async () => {
  const { client, number, team } = await app.signIn();
  const phone = uniquePhone() as E164;
  await say(phone, number, "STOP");

  await setConsent(app.em(), team.id, phone, "opted_in");
  await app.jobs.drain();

  expect(await trySend(client, phone)).toBe("200");
});
