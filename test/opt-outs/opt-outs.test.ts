import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { listCallbacks, replayCallback } from "../../server/inbound/list-callbacks.ts";
import { listConsents, listOptOuts, setConsent } from "../../server/opt-outs/change-opt-outs.ts";
import { useApp } from "../support/app.ts";
import { inboundForm, newSid, postCallback } from "../support/callbacks.ts";
import type { Client } from "../support/client.ts";
import { buildBusinessNumber, uniquePhone } from "../support/factories.ts";

const app = useApp();

const say = (phone: string, number: string, body: string, sid?: string) =>
  postCallback(app, "inbound", inboundForm(phone, number, body, sid));

/** What a send to the phone is answered with: `200`, or a code. */
async function trySend(client: Client, phone: string): Promise<string> {
  const { status, body } = await client.raw("sendText", { body: { phone_number: phone, message: "hello" } });
  return status === 200 ? "200" : body.error;
}

describe("a text with a keyword", () => {
  const words = ["STOP", "STOPALL", "UNSUBSCRIBE", "CANCEL", "END", "QUIT", "REVOKE", "OPTOUT", "OPT OUT"];

  test.each([...words, "stop", "Stop", " \n stop\t ", "Opt out"])(
    "%j opts its sender out before its callback is answered, without a worker",
    async (keyword) => {
      const { client, number } = await app.signIn();
      const phone = uniquePhone();

      await say(phone, number, keyword);

      expect(await trySend(client, phone)).toBe("recipient_opted_out");
    },
  );

  test.each(["START", "UNSTOP", "start", " Unstop "])("%j opts its sender in again", async (keyword) => {
    const { client, number } = await app.signIn();
    const phone = uniquePhone();
    await say(phone, number, "STOP");

    await say(phone, number, keyword);

    expect(await trySend(client, phone)).toBe("200");
  });

  test.each(["STOP it", "please stop", "STOP.", "S TOP", "YES", "HELP", "OPT-OUT", "OPT", "", "СТОП"])(
    "with other words is ignored: %j",
    async (text) => {
      const { client, number } = await app.signIn();
      const phone = uniquePhone();

      await say(phone, number, text);
      await app.jobs.drain();

      expect(await trySend(client, phone)).toBe("200");
    },
  );
});

describe("a keyword that the provider reports for a text counts like the word in the text,", () => {
  const sayTyped = (phone: string, number: string, body: string, optOutType: string) =>
    postCallback(app, "inbound", { ...inboundForm(phone, number, body), OptOutType: optOutType });

  test("with the provider as its source", async () => {
    const { client, number, team } = await app.signIn();
    const phone = uniquePhone();

    await sayTyped(phone, number, "ARRET", "STOP");
    expect(await trySend(client, phone)).toBe("recipient_opted_out");
    await sayTyped(phone, number, "DEBUT", "START");
    expect(await trySend(client, phone)).toBe("200");

    expect(await listConsents(app.em(), team.id, phone)).toMatchObject([
      { consent: "opted_out", source: "provider", keyword: "STOP" },
      { consent: "opted_in", source: "provider", keyword: "START" },
    ]);
  });

  test.each([
    ["HELP", "hello", "200"],
    ["START", "STOP", "recipient_opted_out"],
    ["HELP", "STOP", "recipient_opted_out"],
  ])("%s on the text %s leaves a send at %s", async (optOutType, body, expected) => {
    const { client, number } = await app.signIn();
    const phone = uniquePhone();

    await sayTyped(phone, number, body, optOutType);

    expect(await trySend(client, phone)).toBe(expected);
  });
});

test("a provider's refusal for an opt-out is logged once, and opts no phone out", async () => {
  const { client, team } = await app.signIn();
  const phone = uniquePhone();
  const phoneNumber = uniquePhone();
  await say(phone, phoneNumber, "START");
  await app.jobs.drain();
  app.provider.answer = () => ({ kind: "refused", errorCode: "21610", optedOut: true });

  expect(await trySend(client, phone)).toBe("recipient_opted_out");
  const otp = await client.raw("generateOtp", { body: { phone, recipient_id: "user" } });
  expect(otp.body.error).toBe("recipient_opted_out");

  const { threads } = await client.listThreads();
  const { messages } = await client.listThreadMessages({ path: { id: threads[0]!.id } });
  const refusal = { phoneNumber: phone, consent: "opted_out", source: "provider", isEffective: false, keyword: null };
  expect(await listConsents(app.em(), team.id, phone)).toMatchObject([
    { ...refusal, messageId: messages[0]!.id },
    { ...refusal, messageId: null },
  ]);
  expect(await listOptOuts(app.em(), team.id, 10)).toEqual([]);
  app.provider.answer = () => ({ kind: "accepted", providerId: newSid(), status: "queued" });
  expect(await trySend(client, phone)).toBe("200");

  // An older keyword that is processed later must not win.
  await buildBusinessNumber(app.em(), { team, phoneNumber });
  for (const { id, fields } of await listCallbacks(app.em(), { outcome: "unknown_number", limit: 10 })) {
    if (fields.To === phoneNumber) await replayCallback(app.em(), id);
  }
  await app.jobs.drain();
  expect(await listConsents(app.em(), team.id, phone)).toHaveLength(3);
  expect(await trySend(client, phone)).toBe("200");
  expect(await trySend(client.inTestMode(), "+15005550004")).toBe("recipient_opted_out");
  expect(await listConsents(app.em(), team.id, "+15005550004")).toEqual([]);
});

test("a sender that is not a phone opts out under its own name", async () => {
  const { number, team } = await app.signIn();

  await say("72345", number, "STOP");

  expect(await listOptOuts(app.em(), team.id, 10)).toMatchObject([{ phoneNumber: "72345", source: "keyword" }]);
  await setConsent(app.em(), team.id, "72345", "opted_in");
  expect(await listOptOuts(app.em(), team.id, 10)).toEqual([]);
});

test("a keyword to a number that is added later takes effect in its order once its callback is replayed", async () => {
  const { client, team } = await app.signIn();
  const phoneNumber = uniquePhone();
  const [early, late] = [uniquePhone(), uniquePhone()];
  await say(early, phoneNumber, "STOP");
  await say(late, phoneNumber, "STOP");
  await app.jobs.drain();
  await buildBusinessNumber(app.em(), { team, phoneNumber });
  await say(late, phoneNumber, "START");

  for (const { id } of await listCallbacks(app.em(), { outcome: "unknown_number", limit: 10 })) {
    await replayCallback(app.em(), id);
  }
  await app.jobs.drain();

  expect(await trySend(client, early)).toBe("recipient_opted_out");
  expect(await trySend(client, late)).toBe("200");
});

test("a worker of an earlier version, which adds a keyword to the log itself, changes nothing", async () => {
  const { client, number, team } = await app.signIn();
  const phone = uniquePhone();
  await say(phone, number, "STOP");
  await say(phone, number, "START");

  await app.em().execute(
    `insert into consent_event (team_id, id, phone_number, consent, source, keyword, sequence, created_at)
     select ?, gen_random_uuid(), ?, 'opted_out', 'keyword', 'STOP', sequence, now() from callback
     where fields->>'From' = ? and fields->>'Body' = 'STOP'`,
    [team.id, phone, phone],
  );
  await app.jobs.drain();

  expect(await trySend(client, phone)).toBe("200");
});

test("a keyword is stored as an ordinary message", async () => {
  const { client, number } = await app.signIn();
  await say(uniquePhone(), number, " Stop ");
  await app.jobs.drain();

  const { threads } = await client.listThreads();
  const { messages } = await client.listThreadMessages({ path: { id: threads[0]!.id } });
  expect(messages).toMatchObject([{ body: " Stop ", status: "received" }]);
});

test("an opt-out applies to all numbers of its team, and to test mode", async () => {
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

test("the last keyword in the order of receipt decides, in any order of processing", async () => {
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

test("every consent is kept with its time, its way and its message", async () => {
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

test("an operator's change applies from its time on, and a later keyword overrides it", async () => {
  const { client, number, team } = await app.signIn();
  const phone = uniquePhone();

  await setConsent(app.em(), team.id, phone, "opted_out");
  expect(await trySend(client, phone)).toBe("recipient_opted_out");
  expect(await listOptOuts(app.em(), team.id, 10)).toMatchObject([{ phoneNumber: phone, source: "operator" }]);

  await say(phone, number, "START");
  await app.jobs.drain();
  expect(await trySend(client, phone)).toBe("200");
});

test("an operator's change overrides a callback that was received earlier and processed later", async () => {
  const { client, number, team } = await app.signIn();
  const phone = uniquePhone();
  await say(phone, number, "STOP");

  await setConsent(app.em(), team.id, phone, "opted_in");
  await app.jobs.drain();

  expect(await trySend(client, phone)).toBe("200");
});
