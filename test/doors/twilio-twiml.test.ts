import twilio from "twilio";
import { expect, test, vi } from "vitest";
import { useProvider } from "../../server/business-numbers/use-provider.ts";
import { findDoorKey } from "../../server/doors/secrets.ts";
import { startAnswers } from "../../server/doors/work.ts";
import { updateKey } from "../../server/keys/keys.ts";
import { createLog } from "../../server/log.ts";
import { startQueue } from "../../server/queue/queue.ts";
import { createPhoneHashes } from "../../server/secrets/phone-hashes.ts";
import { createSealer } from "../../server/secrets/sealing.ts";
import { useApp } from "../support/app.ts";
import { inboundForm, postCallback, statusForm } from "../support/callbacks.ts";
import { buildOptOut, uniquePhone } from "../support/factories.ts";
import { answer, type Behaviour, useFakeServer } from "../support/fake-server.ts";
import { changeJobs } from "../support/jobs.ts";
import { secretKey } from "../support/passcodes.ts";
import { fromNow } from "../support/times.ts";
import { signInWithCredentials, type TwilioUser } from "../support/twilio-door.ts";
import { createTestPoster, makeDue, receiveText, testFiles, useDeliverer } from "../support/webhooks.ts";

const app = useApp({ webhookAllowPrivate: ["127.0.0.0/8"] });
const target = useFakeServer();
// An attempt that ends by its timeout on a busy machine would have no answer.
useDeliverer(app, { post: createTestPoster(8_000) });

let serial = 0;

/** A user whose number posts its texts to the target, at a path of its own. */
async function signInWithAddress(mode: "live" | "test" = "live") {
  const user = await signInWithCredentials(app, mode);
  serial += 1;
  const path = `/inbound/${serial}`;
  const [{ id } = { id: "" }] = (await user.own.listBusinessNumbers()).businessNumbers;
  await user.own.updateBusinessNumber({ path: { id }, body: { inboundWebhookUrl: `${target.url}${path}` } });
  return { ...user, path };
}

/** Answers with XML. */
const xml = (text: string, { type = "text/xml", status = 200 } = {}): Behaviour =>
  answer(status, text, { "content-type": type });

function twimlOf(...texts: string[]): string {
  const response = new twilio.twiml.MessagingResponse();
  for (const text of texts) response.message(text);
  return response.toString();
}

/** Receives a text, and waits until its post is recorded. Returns the sender. */
async function receive({ number, team }: TwilioUser, from = uniquePhone(), text = "hello") {
  const before = await countAttempts(team.id);
  await postCallback(app, "inbound", inboundForm(from, number, text));
  await app.jobs.drain();
  await vi.waitFor(async () => expect(await countAttempts(team.id)).toBe(before + 1), { timeout: 8_000 });
  return from;
}

const countAttempts = async (teamId: string) =>
  (await app.em().execute("select from webhook_attempt where team_id = ?", [teamId])).length;

/** Counts the jobs of a team alone: the repeated posts of other tests get answers, too. */
const countJobs = async (teamId: string) =>
  (await app.em().execute("select from pgboss.job where name = 'doors.twiml' and data ->> 'teamId' = ?", [teamId]))
    .length;

/** The API key of a user's token. */
const keyOf = async ({ team }: TwilioUser) => {
  const place = { teamId: team.id, door: "twilio", testMode: false } as const;
  return (await findDoorKey(app.em(), place))!;
};

const sentTo = (phone: string) => app.provider.texts.filter(({ to }) => to === phone).map(({ body }) => body);

test("the texts of an answer are sent to the sender, in their order and in the thread", async () => {
  const user = await signInWithAddress();
  target.behaviour = xml(twimlOf("One & <two>", "Three 🎉"));

  const from = await receive(user);
  expect(sentTo(from)).toEqual([]);
  await app.sendAnswers();

  expect(sentTo(from)).toEqual(["One & <two>", "Three 🎉"]);
  const { messages } = await user.own.listMessages({ query: { phone: from } });
  expect(messages.map(({ body, from: sender }) => [body, sender])).toEqual([
    ["Three 🎉", user.number],
    ["One & <two>", user.number],
    ["hello", from],
  ]);
  expect(new Set(messages.map(({ threadId }) => threadId)).size).toBe(1);
});

test("the texts of an answer wait for the pace of the number, and are not refused", async () => {
  const user = await signInWithAddress();
  await useProvider(app.em(), user.number as never, "default", 1);
  await app.accounts.refresh();
  await user.own.sendText({ body: { phone_number: uniquePhone(), message: "hello" } });
  const wait = async (seconds: number) =>
    app
      .em()
      .execute("update number_pace set free_at = ? where team_id = ?", [
        await fromNow(app.em(), seconds),
        user.team.id,
      ]);
  await wait(60);
  target.behaviour = xml(twimlOf("One", "Two"));

  const sender = await receive(user);
  await app.sendAnswers();
  await app.dispatch();
  const waiting = await user.own.listMessages({ query: { phone: sender, status: "scheduled" } });
  for (let round = 0; round < 2; round++) {
    await wait(0);
    await app.dispatch();
  }
  await useProvider(app.em(), user.number as never, "default", null);
  await app.accounts.refresh();

  expect(waiting.messages.map(({ body }) => body).sort()).toEqual(["One", "Two"]);
  expect(sentTo(sender)).toEqual(["One", "Two"]);
});

test("a process sends the texts of an answer by itself", async () => {
  const user = await signInWithAddress();
  target.behaviour = xml(twimlOf("hi"));
  const log = createLog("silent");
  const queue = await startQueue(app.database.address, log);
  const phoneHashes = createPhoneHashes(createSealer(secretKey));
  const means = { orm: app.database.orm, log, carrierOf: () => app.provider, files: testFiles(app), phoneHashes };
  const stop = await startAnswers(queue, means);
  try {
    const from = await receive(user);

    await vi.waitFor(() => expect(sentTo(from)).toEqual(["hi"]), { timeout: 8_000 });
  } finally {
    await stop();
    await queue.stop();
  }
});

test.each([
  "Application/XML; charset=utf-8",
  // Flask and PHP name each answer HTML, and the quickstarts of Twilio leave it so.
  "text/html; charset=utf-8",
])("TwiML counts with the type %s, too", async (type) => {
  const user = await signInWithAddress();
  target.behaviour = xml(twimlOf("hi"), { type });

  const from = await receive(user);
  await app.sendAnswers();

  expect(sentTo(from)).toEqual(["hi"]);
});

test.each<[name: string, behaviour: Behaviour]>([
  ["another type", xml(twimlOf("hi"), { type: "text/plain" })],
  ["a page", xml("<!doctype html><html><body>hi</body></html>", { type: "text/html" })],
  ["no success", xml(twimlOf("hi"), { status: 404 })],
  ["a redirect", xml(twimlOf("hi"), { status: 302 })],
  ["TwiML of more than 64 KiB", xml(`<!--${"x".repeat(65_536)}-->${twimlOf("hi").replace(/^<\?.*?\?>/, "")}`)],
  ["XML that is not well-formed", xml("<Response><Message>hi</Response>")],
  ["a doctype", xml("<!DOCTYPE Response><Response><Message>hi</Message></Response>")],
  ["more than ten messages", xml(twimlOf(...Array.from({ length: 11 }, () => "hi")))],
  [
    "an answer that breaks off",
    (_, response) =>
      void response
        .writeHead(200, { "content-type": "text/xml", "content-length": "500" })
        .write(twimlOf("hi"), () => response.destroy()),
  ],
])("an answer with %s sends nothing", async (_, behaviour) => {
  const user = await signInWithAddress();
  target.behaviour = behaviour;

  const from = await receive(user);

  expect(await countJobs(user.team.id)).toBe(0);
  expect(sentTo(from)).toEqual([]);
});

test("TwiML of 64 KiB is read", async () => {
  const user = await signInWithAddress();
  const text = "<Response><Message>hi</Message></Response>";
  target.behaviour = xml(`<!--${"x".repeat(65_536 - text.length - 7)}-->${text}`);

  const from = await receive(user);
  await app.sendAnswers();

  expect(sentTo(from)).toEqual(["hi"]);
});

test("a second attempt counts, and a later one does not", async () => {
  const user = await signInWithAddress();
  target.behaviour = answer(500, "");
  const [second, third] = [await receive(user), await receive(user)];
  const attempt = async (count: number, behaviour: Behaviour) => {
    target.behaviour = behaviour;
    await makeDue(app, user.team);
    await vi.waitFor(async () => expect(await countAttempts(user.team.id)).toBe(count), { timeout: 8_000 });
  };
  const only =
    (phone: string): Behaviour =>
    (request, response) =>
      (request.form.From === phone ? xml(twimlOf("late")) : answer(500, ""))(request, response);

  await attempt(4, only(second));
  await attempt(5, only(third));
  await app.sendAnswers();

  expect(sentTo(second)).toEqual(["late"]);
  expect(sentTo(third)).toEqual([]);
});

test("a job that runs again, and an attempt that is repeated, send nothing twice", async () => {
  const user = await signInWithAddress();
  target.behaviour = xml(twimlOf("one", "two"));
  const from = await receive(user);
  await app.sendAnswers();

  await app.em().execute("update pgboss.job set state = 'created', completed_on = null where name = 'doors.twiml'");
  expect(await app.sendAnswers()).toBeGreaterThan(0);
  expect(sentTo(from)).toEqual(["one", "two"]);
  await app.em().execute("delete from pgboss.job where name = 'doors.twiml'");
  target.behaviour = xml(twimlOf("other", "words"));
  await app
    .em()
    .execute(
      "update webhook_delivery set status = 'pending', attempt_count = 0, next_attempt_at = now() where team_id = ?",
      [user.team.id],
    );
  await app.em().execute("delete from webhook_attempt where team_id = ?", [user.team.id]);
  await app
    .em()
    .execute(
      "insert into webhook_target (team_id, name, due_at, is_door) select team_id, target, now(), true from webhook_delivery where team_id = ? on conflict (team_id, name) do update set due_at = excluded.due_at",
      [user.team.id],
    );
  await vi.waitFor(async () => expect(await countAttempts(user.team.id)).toBe(1), { timeout: 8_000 });
  expect(await app.sendAnswers()).toBeGreaterThan(0);

  expect(sentTo(from)).toEqual(["one", "two"]);
});

test("a status of an answered text is posted to its address, which may be relative", async () => {
  const user = await signInWithAddress();
  const response = new twilio.twiml.MessagingResponse();
  response.message({ statusCallback: `/twiml-status/${serial}` }, "hi");
  response.message({ statusCallback: "ftp://example.com/" }, "without");
  target.behaviour = xml(response.toString());
  const from = await receive(user);
  await app.sendAnswers();
  const [{ id } = { id: "" }] = app.provider.texts.filter(({ to }) => to === from);

  const form = statusForm("", `SM${id.replaceAll("-", "")}`, "delivered");
  await postCallback(app, "status", form, { query: `?textId=${id}` });
  await app.jobs.drain();

  const posts = () => target.requests.filter(({ path }) => path === `/twiml-status/${serial}`);
  await vi.waitFor(() => expect(posts()).toHaveLength(1), { timeout: 8_000 });
  expect(posts()[0]!.form).toMatchObject({ MessageStatus: "delivered", To: from });
  expect(sentTo(from)).toEqual(["hi", "without"]);
});

test("an address for statuses that the contract refuses is left out, as is one of a key without the scope", async () => {
  const [user, limited] = [await signInWithAddress(), await signInWithAddress()];
  const response = new twilio.twiml.MessagingResponse();
  const addresses = ["ftp://example.com/", "https://user@example.com/", `https://example.com/${"a".repeat(2_029)}`];
  for (const statusCallback of addresses) response.message({ statusCallback }, "hi");
  await updateKey(app.em(), await keyOf(limited), { scopes: ["messages:send"] });
  target.behaviour = xml(response.toString());
  await receive(user);
  target.behaviour = xml('<Response><Message statusCallback="/status">hi</Message></Response>');
  await receive(limited);

  await app.sendAnswers();

  for (const [{ team }, count] of [
    [user, 3],
    [limited, 1],
  ] as const) {
    const sent = await app
      .em()
      .execute("select status_callback from message where team_id = ? and direction = 'outbound'", [team.id]);
    expect(sent).toEqual(Array(count).fill({ status_callback: null }));
  }
});

test("in test mode, an answer is a text of test mode", async () => {
  const user = await signInWithAddress("test");
  target.behaviour = xml(twimlOf("hi"));
  const to = uniquePhone();
  const sent = await user.own.inTestMode().sendText({ body: { phone_number: to, message: "hello" } });
  await receiveText(app, user.team, sent, { text: "YES" });
  await vi.waitFor(async () => expect(await countAttempts(user.team.id)).toBe(1), { timeout: 8_000 });

  await app.sendAnswers();

  expect(sentTo(to)).toEqual([]);
  const { messages } = await user.own.inTestMode().listMessages({ query: { phone: to } });
  expect(messages.map(({ body, testMode }) => [body, testMode])).toEqual([
    ["hi", true],
    ["YES", true],
    ["hello", true],
  ]);
});

test("a sender that has opted out is not answered, and other texts of the answer are not affected by a refusal", async () => {
  const user = await signInWithAddress();
  target.behaviour = xml(twimlOf("You are out."));
  const from = await receive(user, uniquePhone(), "STOP");
  const other = uniquePhone();
  await receive(user, other);
  await buildOptOut(app.em(), user.team, other);

  await app.sendAnswers();

  expect(sentTo(from)).toEqual([]);
  expect(sentTo(other)).toEqual([]);
});

test("the texts of an answer wait for an approval, if those of the key do", async () => {
  const user = await signInWithAddress();
  target.behaviour = xml(twimlOf("One", "Two"));
  await app.em().execute("update api_key set hold = 'all' where id = ?", [await keyOf(user)]);

  const from = await receive(user);
  await app.sendAnswers();

  expect(sentTo(from)).toEqual([]);
  const { approvals } = await user.own.listApprovals();
  expect(approvals.map(({ to, body }) => [to, body])).toEqual([
    [from, "One"],
    [from, "Two"],
  ]);
});

test("the rights of the key hold: its recipients, its budget, and its end", async () => {
  const [limited, poor, revoked] = [await signInWithAddress(), await signInWithAddress(), await signInWithAddress()];
  target.behaviour = xml(twimlOf("hi"));
  await updateKey(app.em(), await keyOf(limited), { recipients: ["+49"] });
  await updateKey(app.em(), await keyOf(poor), { segmentsPerDay: 1 });
  await app.em().execute("update api_key set revoked_at = now() where id = ?", [await keyOf(revoked)]);

  const senders = [await receive(limited), await receive(poor), await receive(poor), await receive(revoked)];
  await app.sendAnswers();

  expect(senders.map((from) => sentTo(from).length).toSorted()).toEqual([0, 0, 0, 1]);
  expect(sentTo(senders[0]!)).toEqual([]);
  expect(sentTo(senders[3]!)).toEqual([]);
});

test.each<[why: string, begin: string, end: string]>([
  [
    "no secret key opens the key of the team's erased phones",
    "update team set erasure_key = 'unreadable' where id = :team",
    "update team set erasure_key = null where id = :team",
  ],
  [
    "the database does not store it",
    `create function refuse() returns trigger language plpgsql as $$ begin raise exception 'refused'; end $$;
     create trigger refuse before insert on message for each row execute function refuse()`,
    "drop function refuse() cascade",
  ],
])("a text of an answer is sent later if %s for the moment", async (_, begin, end) => {
  const user = await signInWithAddress();
  target.behaviour = xml(twimlOf("one", "two"));
  const from = await receive(user);
  const change = (sql: string) => app.em().execute(sql.replace(":team", `'${user.team.id}'`));

  await change(begin);
  await app.sendAnswers();
  expect(sentTo(from)).toEqual([]);
  await change(end);
  await changeJobs(app.em(), "name = 'doors.twiml' and state = 'retry'", "start_after = now()");
  await app.sendAnswers();

  expect(sentTo(from)).toEqual(["one", "two"]);
});

test("two machines that answer each other end at fifteen texts of a thread in half a minute", async () => {
  const user = await signInWithAddress();
  target.behaviour = xml(twimlOf("ping", "ping"));
  const from = uniquePhone();

  for (let round = 0; round < 10; round += 1) {
    await receive(user, from, `pong ${round}`);
    await app.sendAnswers();
  }

  expect(sentTo(from)).toHaveLength(15);
  expect(app.logLines.some((line) => line.includes("too many texts of the thread"))).toBe(true);
  await app
    .em()
    .execute(
      "update message set created_at = (created_at at time zone 'UTC' - interval '1 minute') at time zone 'UTC' where team_id = ?",
      [user.team.id],
    );
  await receive(user, from, "pong");
  await app.sendAnswers();
  expect(sentTo(from)).toHaveLength(17);
});

test("texts of a thread that wait for their turns count among the fifteen", async () => {
  const user = await signInWithAddress();
  await useProvider(app.em(), user.number as never, "default", 1);
  await app.accounts.refresh();
  target.behaviour = xml(twimlOf("ping", "ping"));
  const from = uniquePhone();

  for (let round = 0; round < 8; round += 1) {
    await receive(user, from, `pong ${round}`);
    await app.sendAnswers();
  }
  const waiting = await user.own.listMessages({ query: { phone: from, status: "scheduled", per_page: 100 } });
  await useProvider(app.em(), user.number as never, "default", null);
  await app.accounts.refresh();

  expect(waiting.messages).toHaveLength(15);
});

test("the answer to a status is not TwiML", async () => {
  const user = await signInWithAddress();
  target.behaviour = xml(twimlOf("hi"));
  const statusCallback = `${target.url}/not-twiml`;
  const message = await user.client.messages.create({ to: uniquePhone(), body: "hello", statusCallback });

  await postCallback(app, "status", statusForm("", message.sid, "delivered"));
  await app.jobs.drain();
  await vi.waitFor(async () => expect(await countAttempts(user.team.id)).toBe(1), { timeout: 8_000 });

  expect(await countJobs(user.team.id)).toBe(0);
  expect(sentTo(message.to)).toEqual(["hello"]);
});
