import { describe, expect, test } from "vitest";
import { contractDocument } from "../../server/contract/document.ts";
import { newId } from "../../server/db/schema/ids.ts";
import { createCallbackWork } from "../../server/inbound/work-on-callbacks.ts";
import { setSuspectedRevocations, setTeamStatus } from "../../server/keys/teams.ts";
import { createLog } from "../../server/log.ts";
import { logRefusals } from "../../server/opt-outs/record-consents.ts";
import { createPhoneHashes } from "../../server/secrets/phone-hashes.ts";
import { createSealer } from "../../server/secrets/sealing.ts";
import { useApp, useNeighbour } from "../support/app.ts";
import { inboundForm, newSid, postCallback } from "../support/callbacks.ts";
import { buildBusinessNumber, type TestTeam, uniquePhone } from "../support/factories.ts";
import { carriedTo, sendTo, signInAgent } from "../support/held-texts.ts";
import { secretKey } from "../support/passcodes.ts";
import { refusalOf } from "../support/refusals.ts";
import { fromNow } from "../support/times.ts";
import { makeDue, schedule } from "../support/waiting-texts.ts";

const app = useApp({ phone: true });
const neighbour = useNeighbour(app);

const texts = {
  help: "Acme: for help, call +12025550100.",
  optOut: "Acme: you get no more texts. Text START to get them again.",
  optIn: "Acme: welcome back. Text STOP to end.",
};

/** A team whose number answers, and a phone that texts the number. */
async function signIn(autoReplies: Partial<typeof texts> = texts) {
  const signedIn = await app.signIn();
  const { client, number } = signedIn;
  const [{ id } = { id: "" }] = (await client.listBusinessNumbers()).businessNumbers;
  await client.updateBusinessNumber({ path: { id }, body: { autoReplies } });
  const phone = uniquePhone();
  return { ...signedIn, numberId: id, phone, say: (text: string, sid = newSid()) => say(number, phone, text, sid) };
}

const say = (number: string, phone: string, text: string, sid = newSid()) =>
  postCallback(app, "inbound", inboundForm(phone, number, text, sid));

/** Runs the worker, and hands over what is due. */
async function work(): Promise<void> {
  await app.jobs.drain();
  await Promise.all([app.dispatch(), neighbour.dispatch()]);
}

/** The texts that have reached a phone. */
const received = (phone: string) => carriedTo([app, neighbour], phone).map(({ body }) => body);

/** Lets a time of a team's rows be so many minutes ago. */
async function age({ id }: TestTeam, table: "message" | "pending_message", column: string, minutes: number) {
  const time = await fromNow(app.em(), -60 * minutes);
  await app.em().execute(`update ${table} set ${column} = ? where team_id = ?`, [time, id]);
}

describe("HELP", () => {
  test.each(["HELP", " help ", "Info"])("as %j is answered with the number's text, within the thread", async (text) => {
    const { client, number, phone, say } = await signIn();

    await say(text);
    await work();

    expect(received(phone)).toEqual([texts.help]);
    const { messages } = await client.listMessages({ query: { phone } });
    expect(messages).toMatchObject([
      { direction: "outbound", body: texts.help, from: number, to: phone, status: "queued", testMode: false },
      { direction: "inbound", body: text },
    ]);
    expect(messages[0]!.threadId).toBe(messages[1]!.threadId);
    expect((await client.getConsent({ path: { phone } })).state).toBe("unknown");
  });

  test.each(["please help", "help!", "information"])("within the text %j is not answered", async (text) => {
    const { phone, say } = await signIn();

    await say(text);
    await work();

    expect(received(phone)).toEqual([]);
  });

  test("is answered although the phone has opted out, and other texts stay refused", async () => {
    const { client, phone, say } = await signIn({ help: texts.help });
    await say("STOP");
    await say("HELP");

    await work();

    expect(received(phone)).toEqual([texts.help]);
    const refused = await client.raw("sendText", { body: { phone_number: phone, message: "hello" } });
    expect(refusalOf(refused)).toBe("409 recipient_opted_out");
  });

  test("is answered once in ten minutes, so that two robots do not answer each other for ever", async () => {
    const { team, number, phone } = await signIn();
    for (let round = 0; round < 3; round += 1) {
      await Promise.all([say(number, phone, "HELP"), say(number, phone, "INFO")]);
      await work();
    }
    expect(received(phone)).toEqual([texts.help]);

    await age(team, "message", "created_at", 11);
    await say(number, phone, "HELP");
    await work();

    expect(received(phone)).toEqual([texts.help, texts.help]);
  });

  test("is not answered again while its answer still waits", async () => {
    const { client, phone, say } = await signIn();
    for (const text of ["HELP", "INFO"]) {
      await say(text);
      await app.jobs.drain();
    }

    expect((await client.listPendingMessages()).messages).toMatchObject([{ to: phone, body: texts.help }]);
    await work();
    expect(received(phone)).toEqual([texts.help]);
  });

  test("is answered to many phones up to the limit of a team and day, and confirmations go on", async () => {
    const { team, number, phone, say: sayFirst } = await signIn();
    const others = [uniquePhone(), uniquePhone(), uniquePhone()];
    await sayFirst("HELP");
    await work();
    const spent = contractDocument["x-limits"].teamHelpReplies - 2;
    await app.em().execute("update key_usage set segments = ? where team_id = ?", [spent, team.id]);

    for (const other of others) await say(number, other, "HELP");
    await say(number, phone, "STOP");
    await work();

    expect(others.flatMap(received)).toEqual([texts.help, texts.help]);
    expect(received(phone).toSorted()).toEqual([texts.help, texts.optOut].toSorted());
  });

  test("of another phone, and to another number, is answered, too", async () => {
    const [one, other] = [await signIn(), await signIn()];
    const second = await buildBusinessNumber(app.em(), { team: one.team });
    await one.client.updateBusinessNumber({ path: { id: second.id }, body: { autoReplies: texts } });
    const phone = uniquePhone();

    for (const number of [one.number, second.phoneNumber, other.number]) {
      await say(number, phone, "HELP");
      await app.jobs.drain();
    }
    await say(one.number, one.phone, "HELP");
    await work();

    expect(received(phone)).toHaveLength(3);
    expect(received(one.phone)).toHaveLength(1);
  });

  test("from a sender that is no phone, or to a number without the text or that is paused, is not answered", async () => {
    const [silent, paused] = [await signIn({ optOut: texts.optOut }), await signIn()];
    await paused.client.updateBusinessNumber({ path: { id: paused.numberId }, body: { status: "paused" } });

    for (const { number, phone } of [silent, paused]) await say(number, phone, "HELP");
    await say(silent.number, "12345", "STOP");
    await work();

    for (const { phone, client } of [silent, paused]) {
      expect(received(phone)).toEqual([]);
      expect((await client.listMessages({ query: { status: "canceled" } })).messages).toEqual([]);
    }
    expect(received("12345")).toEqual([]);
  });
});

describe("a confirmation of an opt-out", () => {
  test("goes to the phone once, for STOP, STOP, STOP, before and after a worker runs", async () => {
    const { client, phone, say } = await signIn();

    await say("STOP");
    await say("stop");
    await work();
    await say("QUIT");
    await work();

    expect(received(phone)).toEqual([texts.optOut]);
    expect((await client.getConsent({ path: { phone } })).state).toBe("opted_out");
  });

  test("passes the opt-out alone: a text that waits for the phone is canceled at the same time", async () => {
    const { client, team, phone, say } = await signIn();
    const waiting = await schedule(app, client, { phone_number: phone });
    await makeDue(app, team);
    await say("STOP");

    await work();

    expect(received(phone)).toEqual([texts.optOut]);
    expect(await client.getMessage({ path: { id: waiting.id } })).toMatchObject({
      status: "canceled",
      errorCode: "recipient_opted_out",
    });
  });

  test("goes to a phone that the provider has refused before, which is no opt-out", async () => {
    const { team, phone, say } = await signIn();
    const refusal = { teamId: team.id, phone, id: newId(), messageId: null, now: await fromNow(app.em(), 0) };
    await app.inTeam(team.id, (tx) => logRefusals(tx, [refusal]));
    await say("STOP");

    await work();

    expect(received(phone)).toEqual([texts.optOut]);
  });

  test("is not sent again for a repeated callback, nor within ten minutes", async () => {
    const { phone, say } = await signIn({ optOut: texts.optOut });
    const sid = newSid();
    for (const text of ["STOP", "STOP"]) await say(text, sid);
    await work();
    await say("STOP", sid);
    await say("START");
    await say("STOP");

    await work();

    expect(received(phone)).toEqual([texts.optOut]);
  });

  test("is not sent for a STOP that changes nothing, also after ten minutes", async () => {
    const { team, phone, say } = await signIn();
    await say("STOP");
    await work();
    await age(team, "message", "created_at", 11);

    await say("STOP");
    await work();

    expect(received(phone)).toEqual([texts.optOut]);
  });

  test("answers words that opt out where the team has chosen so, and no others", async () => {
    const [blocking, reporting] = [await signIn(), await signIn()];
    await setSuspectedRevocations(app.em(), blocking.team.name, "block");

    for (const { say } of [blocking, reporting]) await say("Stop. Thank you");
    await work();

    expect([received(blocking.phone), received(reporting.phone)]).toEqual([[texts.optOut], []]);
  });
});

describe("a confirmation of an opt-in", () => {
  test("answers START once, also from a phone that never said anything", async () => {
    const { phone, say } = await signIn();
    for (const text of ["START", "UNSTOP"]) await say(text);

    await work();

    expect(received(phone)).toEqual([texts.optIn]);
  });

  test("takes the place of that of an opt-out that holds no more", async () => {
    const { phone, say } = await signIn();
    for (const text of ["STOP", "START"]) await say(text);

    await work();

    expect(received(phone)).toEqual([texts.optIn]);
  });
});

test("a confirmation of an opt-in that still waits is not sent after an opt-out", async () => {
  const { phone, say } = await signIn();
  for (const text of ["START", "STOP"]) {
    await say(text);
    await app.jobs.drain();
  }

  await work();

  expect(received(phone)).toEqual([texts.optOut]);
});

describe("an automatic reply", () => {
  test.each([
    ["worked on five minutes late", "received_at = ?::timestamptz"],
    ["received five minutes after it was sent", "content = content || jsonb_build_object('sentAt', ?::text)"],
  ])("is left out if its text is %s, and the log says so", async (_, change) => {
    const { client, phone, say } = await signIn();
    await say("STOP");
    await app.em().execute(`update callback set ${change} where processed_at is null`, [await fromNow(app.em(), -300)]);
    const lines: string[] = [];
    const log = createLog("warn", { write: (line) => lines.push(line) });

    await createCallbackWork(app.database.orm, log, createPhoneHashes(createSealer(secretKey)))["callbacks.inbound"]();
    await work();

    expect(received(phone)).toEqual([]);
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ leftOut: 1, msg: expect.stringContaining("late") }]);
    const { messages } = await client.listMessages({ query: { phone } });
    expect(messages.map(({ body }) => body)).toEqual(["STOP"]);
    expect((await client.listMessages({ query: { status: "canceled" } })).messages).toEqual([]);
  });

  test("answers a text that is worked on four minutes late", async () => {
    const { phone, say } = await signIn();
    await say("STOP");
    await app
      .em()
      .execute("update callback set received_at = ? where processed_at is null", [await fromNow(app.em(), -240)]);

    await work();

    expect(received(phone)).toEqual([texts.optOut]);
  });

  test("expires if it is not handed over within five minutes", async () => {
    const { client, team, phone, say } = await signIn();
    await say("HELP");
    await app.jobs.drain();
    const [waiting] = (await client.listPendingMessages()).messages;
    expect(waiting).toMatchObject({ to: phone, body: texts.help, status: "scheduled" });
    await age(team, "pending_message", "expires_at", 0);
    // The answer that has expired is none, although no dispatcher has looked yet.
    await say("INFO");

    await work();

    expect(received(phone)).toEqual([texts.help]);
    expect(await client.getMessage({ path: { id: waiting!.id } })).toMatchObject({
      status: "canceled",
      errorCode: "expired",
    });
  });

  test("of a suspended team is canceled", async () => {
    const { client, team, phone, say } = await signIn();
    await say("HELP");
    await app.jobs.drain();
    const [waiting] = (await client.listPendingMessages()).messages;
    await setTeamStatus(app.em(), team.name, "suspended");

    await work();

    await setTeamStatus(app.em(), team.name, "active");
    expect(received(phone)).toEqual([]);
    expect(await client.getMessage({ path: { id: waiting!.id } })).toMatchObject({ errorCode: "license_inactive" });
    // An answer that was canceled is none.
    await say("HELP");
    await work();
    expect(received(phone)).toEqual([texts.help]);
  });

  test("in test mode is simulated", async () => {
    const { client, number, phone } = await signIn();
    const tester = client.inTestMode();
    await tester.receiveSimulatedReply({ body: { from: phone, to: number, text: "HELP" } });

    await work();

    const { messages } = await tester.listMessages({ query: { phone } });
    expect(messages).toMatchObject([{ body: texts.help, testMode: true }, { body: "HELP" }]);
    expect(received(phone)).toEqual([]);
  });

  test("needs no approval, and does not make the phone a known one", async () => {
    const { person, agent, number } = await signInAgent(app, { hold: "new_recipients" });
    const [{ id } = { id: "" }] = (await person.listBusinessNumbers()).businessNumbers;
    await person.updateBusinessNumber({ path: { id }, body: { autoReplies: texts } });
    const phone = uniquePhone();
    await say(number, phone, "HELP");

    await work();

    expect(received(phone)).toEqual([texts.help]);
    expect(await sendTo(agent, phone)).toMatchObject({ status: "held" });
  });

  test("goes out once, whoever works and dispatches at the same time", async () => {
    const { client, number, phone } = await signIn();
    await Promise.all(Array.from({ length: 20 }, () => say(number, phone, "HELP")));

    await Promise.all([app.jobs.drain(), neighbour.jobs.drain()]);
    await work();

    expect(received(phone)).toEqual([texts.help]);
    expect((await client.listMessages({ query: { phone, direction: "outbound" } })).messages).toHaveLength(1);
  });
});
