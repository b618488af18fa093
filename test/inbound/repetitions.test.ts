import twilio from "twilio";
import { describe, expect, test } from "vitest";
import { listCallbacks } from "../../server/inbound/list-callbacks.ts";
import { pruneCallbacks } from "../../server/inbound/prune-callbacks.ts";
import { recordCallbacks } from "../../server/inbound/record-callbacks.ts";
import { setConsent } from "../../server/opt-outs/change-opt-outs.ts";
import type { Inbound } from "../../server/provider/callbacks.ts";
import { useApp, useNeighbour, webhookClientSecret } from "../support/app.ts";
import { ageCallbacks, daysAgo, inboundForm, newInbound, newSid, post, statusForm } from "../support/callbacks.ts";
import type { Client } from "../support/client.ts";
import { buildBusinessNumber, uniquePhone } from "../support/factories.ts";

const publicUrl = "https://sms.example.com";
const app = useApp({ publicUrl: () => publicUrl });
const neighbour = useNeighbour(app, { publicUrl: () => publicUrl });

type Form = Record<string, string>;

interface SendOptions {
  kind?: "inbound" | "status";
  /** The form that is signed, if it is another one. */
  signed?: Form;
  query?: string;
  server?: { url: string };
}

/** Posts a callback. */
async function send(
  form: Form,
  { kind = "inbound", signed = form, query = "", server = app }: SendOptions = {},
): Promise<void> {
  const target = `/api/external/sms/${kind}${query}`;
  const answer = await post(server.url + target, new URLSearchParams(form).toString(), {
    "content-type": "application/x-www-form-urlencoded",
    "x-provider-signature": twilio.getExpectedTwilioSignature(webhookClientSecret, publicUrl + target, signed),
  });
  expect(answer.status, answer.text).toBe(200);
}

/** A form that is signed alike, because its pairs are cut elsewhere: its text has another id. */
function shift({ MessageSid, NumMedia, ...rest }: Form): Form {
  return { ...rest, MessageSid: `${MessageSid}NumMedia${NumMedia}` };
}

const withoutId = (phone: string, number: string, body: string): Form => ({ From: phone, To: number, Body: body });

async function canSend(client: Client, phone: string): Promise<boolean> {
  const { status } = await client.raw("sendText", { body: { phone_number: phone, message: "hello" } });
  return status === 200;
}

async function bodiesFrom(client: Client): Promise<string[]> {
  const { threads } = await client.listThreads();
  const pages = await Promise.all(
    threads.map(({ id }) => client.listThreadMessages({ path: { id }, query: { per_page: 100 } })),
  );
  return pages
    .flatMap(({ messages }) => messages.filter(({ direction }) => direction === "inbound"))
    .map(({ body }) => body);
}

async function recordsFor(number: string) {
  const records = await listCallbacks(app.em(), { limit: 100 });
  return records.filter(({ content }) => (content as Inbound).to === number).toReversed();
}

const outcomesFor = async (number: string) => (await recordsFor(number)).map(({ outcome }) => outcome);

/** Lets all callbacks be older by that. */
const age = (interval: string) =>
  app.em().execute(`update callback set received_at = received_at - interval '${interval}'`);

test("the record of a repetition has neither the text nor the fields, whatever it is known by", async () => {
  const { number } = await app.signIn();
  const [text, stop] = [inboundForm(uniquePhone(), number, "hello"), inboundForm(uniquePhone(), number, "STOP")];
  for (const query of ["", "", "?attempt=2"]) {
    for (const form of [text, stop]) await send(form, { query });
    await app.jobs.drain();
  }

  const said = (await recordsFor(number)).map(({ content, fields }) => [(content as Inbound).text, fields.Body]);
  const repeated = Array(4).fill(["", undefined]);
  expect(said).toEqual([["hello", "hello"], ["STOP", "STOP"], ...repeated]);
});

describe("a captured callback that is sent again under another id", () => {
  test("does not opt its sender in again, however old the first callback is", async () => {
    const { client, number } = await app.signIn();
    const phone = uniquePhone();
    const start = inboundForm(phone, number, "START");
    await send(start);
    await send(inboundForm(phone, number, "STOP"));
    await app.jobs.drain();

    await send(shift(start), { signed: start });
    expect(await canSend(client, phone)).toBe(false);

    // The log keeps the signature when the records are gone.
    await ageCallbacks(app.em(), "31 days");
    await pruneCallbacks(app.em(), await daysAgo(app.em(), 30));
    await send(shift(start), { signed: start });
    expect(await canSend(client, phone)).toBe(false);
    await app.jobs.drain();
    expect((await bodiesFrom(client)).toSorted()).toEqual(["START", "STOP"]);
  });

  test("is not stored as a second text while the first is queued or stored, on any server", async () => {
    const { client, number } = await app.signIn();
    const text = inboundForm(uniquePhone(), number, "hello");
    await send(text);

    await send(shift(text), { signed: text, server: neighbour });
    await app.jobs.drain();
    await send(shift(text), { signed: text });
    await app.jobs.drain();

    expect(await bodiesFrom(client)).toEqual(["hello"]);
    expect(await outcomesFor(number)).toEqual(["stored", "duplicate", "duplicate"]);
  });

  test("has no effect without an id if the first callback has an id", async () => {
    const { client, number } = await app.signIn();
    const phone = uniquePhone();
    const { SmsSid: _, ...stop } = inboundForm(phone, number, "STOP");
    const { MessageSid, ...rest } = stop;
    await send(stop);
    await send(inboundForm(phone, number, "START"));

    // `MessageSid` and its value, cut one letter earlier.
    await send({ ...rest, MessageSi: `d${MessageSid}` }, { signed: stop });

    expect(await canSend(client, phone)).toBe(true);
  });
});

test("concurrent repetitions of a callback are recorded once", async () => {
  const { client, number } = await app.signIn();
  const phone = uniquePhone();
  const [text, stop] = [inboundForm(phone, number, "hello"), inboundForm(phone, number, "STOP")];
  const nameless = withoutId(phone, number, "without an id");

  const posts = [text, stop, nameless].flatMap((form) =>
    [app, neighbour, app, neighbour].map((server) => ({ form, server })),
  );
  await Promise.all(posts.map(({ form, server }) => send(form, { server })));
  await app.jobs.drain();

  expect((await bodiesFrom(client)).toSorted()).toEqual(["STOP", "hello", "without an id"]);
});

test("a callback whose transaction may have committed is recorded once", async () => {
  const { client, number } = await app.signIn();
  const fields = inboundForm(uniquePhone(), number, "hello");
  const callback = newInbound(fields, { signature: `${newSid().slice(-27)}=` });
  for (const again of [false, true]) await app.em().transactional((tx) => recordCallbacks(tx, [callback], again));
  await app.jobs.drain();

  expect(await outcomesFor(number)).toEqual(["stored"]);
  expect(await bodiesFrom(client)).toEqual(["hello"]);
});

test("a keyword that the provider repeats with another signature takes effect once", async () => {
  const { client, number } = await app.signIn();
  const phone = uniquePhone();
  const stop = inboundForm(phone, number, "STOP");
  await send(stop);
  await send(inboundForm(phone, number, "START"));

  // Before its message is stored, and after.
  await send(stop, { query: "?attempt=2" });
  await app.jobs.drain();
  await send(stop, { query: "?attempt=3" });

  expect(await canSend(client, phone)).toBe(true);
  expect((await bodiesFrom(client)).toSorted()).toEqual(["START", "STOP"]);
});

test("the repetition of a callback that had no effect is processed", async () => {
  const { client, team } = await app.signIn();
  const [phone, phoneNumber] = [uniquePhone(), uniquePhone()];
  const [text, stop] = [inboundForm(phone, phoneNumber, "hello"), inboundForm(phone, phoneNumber, "STOP")];
  for (const form of [text, stop]) await send(form);
  await app.jobs.drain();
  expect(await outcomesFor(phoneNumber)).toEqual(["unknown_number", "unknown_number"]);
  await buildBusinessNumber(app.em(), { team, phoneNumber });

  for (const form of [text, stop]) await send(form);
  await app.jobs.drain();

  expect((await bodiesFrom(client)).toSorted()).toEqual(["STOP", "hello"]);
  expect(await canSend(client, phone)).toBe(false);
});

test("the repetition of a status is a duplicate, unless the first status found no message", async () => {
  const { client, number } = await app.signIn();
  const sid = newSid();
  const status = statusForm(number, sid, "delivered");
  const report = async () => {
    await send(status, { kind: "status" });
    await app.jobs.drain();
  };
  const outcomes = async () => {
    const records = await listCallbacks(app.em(), { kind: "status", limit: 10 });
    return records.filter(({ fields }) => fields.MessageSid === sid).map(({ outcome }) => outcome);
  };
  await report();
  await report();
  expect(await outcomes()).toEqual(["duplicate", null]);
  await age("11 minutes");
  await app.jobs.drain({ early: true });

  app.provider.answer = () => ({ kind: "accepted", providerId: sid, status: "queued" });
  await client.sendText({ body: { phone_number: uniquePhone(), message: "hello" } });
  await report();
  await report();
  expect(await outcomes()).toEqual(["duplicate", "applied", "duplicate", "unknown_message"]);
});

describe("a callback without an id", () => {
  test("is a duplicate only of an equal text of the last minute", async () => {
    const { client, number } = await app.signIn();
    const text = withoutId(uniquePhone(), number, "hello");
    for (const interval of ["59 seconds", "61 seconds", "0 seconds"]) {
      await send(text);
      await app.jobs.drain();
      await age(interval);
    }

    expect(await bodiesFrom(client)).toEqual(["hello", "hello"]);
    expect(await outcomesFor(number)).toEqual(["stored", "duplicate", "stored"]);
  });

  test("always takes effect as an opt-out", async () => {
    const { client, number, team } = await app.signIn();
    const phone = uniquePhone();
    const stop = withoutId(phone, number, "STOP");
    await send(stop);
    await setConsent(app.em(), team.id, phone, "opted_in");

    await send(stop);

    expect(await canSend(client, phone)).toBe(false);
    await app.jobs.drain();
    expect(await bodiesFrom(client)).toEqual(["STOP", "STOP"]);
  });

  test("takes effect once per signature as an opt-in, although its texts are stored", async () => {
    const { client, number } = await app.signIn();
    const phone = uniquePhone();
    const start = withoutId(phone, number, "START");
    const stop = () => send(inboundForm(phone, number, "STOP"));
    await stop();
    await send(start);
    expect(await canSend(client, phone)).toBe(true);

    await stop();
    await send(start);
    expect(await canSend(client, phone)).toBe(false);

    await age("2 minutes");
    await send(start);
    await app.jobs.drain();
    expect(await canSend(client, phone)).toBe(false);
    expect((await bodiesFrom(client)).toSorted()).toEqual(["START", "START", "STOP", "STOP"]);
  });
});
