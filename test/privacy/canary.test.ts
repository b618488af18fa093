import { randomInt } from "node:crypto";
import { expect, test, vi } from "vitest";
import { addCommandEvent } from "../../server/operations/audit/add-command-event.ts";
import type { E164 } from "../../server/phone.ts";
import { sources } from "../../server/privacy/export/sources.ts";
import { useApp } from "../support/app.ts";
import { inboundForm, postCallback, statusForm } from "../support/callbacks.ts";
import { allowLoopback, createEndpoint, settled, usePublisher } from "../support/endpoints.ts";
import { finish, workOn } from "../support/erasures.ts";
import { readAllEvents } from "../support/events.ts";
import { buildKey, uniquePhone } from "../support/factories.ts";
import { useFakeServer } from "../support/fake-server.ts";
import { seen } from "../support/handsets.ts";
import { signInAgent } from "../support/held-texts.ts";
import { pictures, sendBytes, useFetcher, useFileHost } from "../support/media.ts";
import { textWithFiles } from "../support/media-form.ts";
import { readPhoneData } from "../support/phone-data.ts";
import { buildPopulatedTeam } from "../support/populated-team.ts";
import { refusalOf } from "../support/refusals.ts";
import { statisticsWith } from "../support/statistics-with.ts";
import { tablesWith } from "../support/tables-with.ts";
import { fromNow } from "../support/times.ts";
import { signInWithCredentials } from "../support/twilio-door.ts";
import { personalData } from "./personal-data.ts";

const app = useApp({ ...allowLoopback, phone: true });
const host = useFileHost();
const target = useFakeServer();
useFetcher(app);
usePublisher(app);

/** Every text in a value, at any depth, and every key. */
function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, each]) => [key, ...textsIn(each)]);
}

/** Columns of contacts that searches derive from the others. */
const derived = ["search_text", "search_trigrams"];

/** The texts in the personal columns of exported tables that have one of the words, by column. */
async function valuesOfExported(teamId: string, words: string[]): Promise<[string, string[]][]> {
  const columns = Object.entries(personalData).flatMap(([table, each]) =>
    "personal" in each && "as" in each.exported
      ? each.personal.filter((column) => !derived.includes(column)).map((column) => ({ table, column }))
      : [],
  );
  const found: [string, string[]][] = [];
  for (const { table, column } of columns) {
    const rows = await app
      .em()
      .execute<{ value: unknown }[]>(`select to_jsonb(${column}) as value from ${table} where team_id = ?`, [teamId]);
    const values = rows
      .flatMap(({ value }) => textsIn(value))
      .filter((text) => words.some((each) => text.includes(each)));
    if (values.length > 0) found.push([`${table}.${column}`, values]);
  }
  return found;
}

/** What the server has logged, without the log of the simulated carrier, and without the ids that callers give their requests. */
const logged = () =>
  app.logLines
    .filter((line) => !line.includes('"msg":"simulated carrier: text accepted"'))
    .map((line) => line.replace(/"requestId":"[^"]*"/, ""));

test("a phone, a name and a text that went through everything are nowhere after the erasure", async () => {
  const { client: other } = await buildPopulatedTeam(app);
  const { textId } = await other.sendText({ body: { phone_number: uniquePhone(), message: "hello" } });
  await seen(other, textId);
  const { team, own, number, client: twilio } = await signInWithCredentials(app);
  const digits = `1202555${String(randomInt(100, 200)).padStart(4, "0")}`;
  const phone = `+${digits}` as E164;
  const [name, word] = [`Canary${process.pid}name`, `canary${process.pid}word`];
  target.behaviour = ({ body }, response) => response.writeHead(200).end(body);
  const { endpoint } = await createEndpoint(own, target, { types: [] as never });

  // Contacts: created with a key, changed, found as a duplicate, merged.
  const contact = { name, company: `${name} Inc`, phones: [{ phoneNumber: phone, label: name }] };
  const { contact: source } = await own.createContact({
    body: { ...contact, tags: [name], notes: [word], metadata: { word }, externalId: name },
    idempotencyKey: "contact",
  });
  const { contact: twin } = await own.createContact({ body: { ...contact, name: `${name}s` } });
  await own.listDuplicateContacts();
  await own.mergeContacts({
    body: { sourceContactId: source.id, targetContactId: twin.id, strategy: "append" },
    idempotencyKey: "merge",
  });
  await own.createContact({ body: contact });

  // Texts: sent, in test mode, through a door, waiting, canceled, held, refused.
  const message = `${word} hello ${name}`;
  const replyWebhookUrl = `${target.url}/replies?to=${encodeURIComponent(phone)}`;
  const sent = await own.sendText({
    body: { phone_number: phone, message, replyWebhookUrl, webhookData: word },
    idempotencyKey: "text",
    headers: { "x-request-id": `to-${digits}-x` },
  });
  const tried = await own.inTestMode().sendText({ body: { phone_number: phone, message }, idempotencyKey: "test" });
  await seen(own.inTestMode(), tried.textId);
  await twilio.messages.create({ to: phone, body: message, statusCallback: `${target.url}/status` });
  const later = async (fields: object = {}) =>
    own.sendMessage({
      body: { phone_number: phone, message, sendAt: await fromNow(app.em(), 3_600), ...fields },
      idempotencyKey: `later ${JSON.stringify(fields)}`,
    });
  await later();
  await own.cancelMessage({ path: { id: (await later({ campaign: "spring" })).message.id }, idempotencyKey: "cancel" });
  const agent = await signInAgent(app);
  const agentKey = await buildKey(app.em(), team, { scopes: ["messages:send"], hold: "all" });
  expect(agent.team.id).not.toBe(team.id);
  const held = await own.sendText({ body: { phone_number: phone, message }, headers: { "x-api-key": agentKey } });
  await own.rejectText({ path: { id: held.textId }, body: { note: `not to ${name}` } });

  // A passcode, and what the carrier reports.
  await own.generateOtp({ body: { phone, recipient_id: phone }, idempotencyKey: "otp" });
  const sid = `SM${sent.textId.replaceAll("-", "")}`;
  for (const status of ["sent", "delivered"]) {
    await postCallback(app, "status", { ...statusForm(number, sid, status), To: phone });
  }
  const picture = Buffer.concat([pictures["image/png"], Buffer.from(word)]);
  // Texts from the phone: with a picture, with other words for STOP, and STOP.
  await postCallback(app, "inbound", {
    ...textWithFiles(number, [host.serve(`/${word}.png`, sendBytes(picture))], "image/png", phone),
    Body: message,
  });
  await app.jobs.drain();
  await postCallback(app, "inbound", inboundForm(phone, number, "leave me alone"));
  await app.jobs.drain();
  await postCallback(app, "inbound", inboundForm(phone, number, "STOP"));
  await app.jobs.drain();
  expect((await own.getConsent({ path: { phone } })).state).toBe("opted_out");
  await own.recordConsent({
    body: { phone, consent: "opted_out", reason: "verbal", evidence: { note: `${name} asked` } },
  });
  const em = app.em();
  addCommandEvent(em, { teamId: team.id, now: await fromNow(em, 0), command: "opt-outs add", target: phone });
  await em.flush();
  // What is posted, and the answers to it.
  await settled(own, endpoint, (await readAllEvents(own)).length);
  await vi.waitFor(async () => {
    const [message] = (await own.listMessages({ query: { phone, direction: "inbound" } })).messages.toReversed();
    expect(message!.media).toMatchObject([{ state: "stored" }]);
  });

  await app.em().execute("analyze");
  const found = new Set([...(await tablesWith(app.em(), digits)), ...(await tablesWith(app.em(), name))]);
  for (const table of await tablesWith(app.em(), word)) found.add(table);
  // Sealed and hashed values are not found as they are, and only the kind smpp has parts of inbound texts.
  // A carrier's id has no word of the person.
  const hidden = ["simulated_text", "erasure", "api_key", "webhook_target", "inbound_part", "carrier_copy"];
  const personal = Object.entries(personalData).flatMap(([table, each]) =>
    "personal" in each && !hidden.includes(table) ? table : [],
  );
  expect([...found].filter((table) => table !== "simulated_text" && table !== "job_common").toSorted()).toEqual(
    personal.toSorted(),
  );

  const items = await readPhoneData(own, phone);
  expect(new Set(items.map(({ kind }) => kind))).toEqual(new Set(Object.keys(sources)));
  const texts = new Set(items.flatMap((item) => textsIn(item)));
  for (const [column, values] of await valuesOfExported(team.id, [digits, name, word])) {
    for (const value of values) expect(texts, column).toContain(value);
  }

  await own.createErasure({ body: { phone } });
  await workOn(app);
  await finish(app, team);

  for (const text of [digits, name, word]) {
    expect(await tablesWith(app.em(), text), text).toEqual([]);
    expect(await statisticsWith(app.em(), text), text).toEqual([]);
    expect(logged().filter((line) => line.includes(text))).toEqual([]);
  }
  const refused = await own.raw("sendText", { body: { phone_number: phone, message: "hello" } });
  expect(refusalOf(refused)).toBe("409 recipient_opted_out");
  expect((await own.getConsent({ path: { phone } })).state).toBe("opted_out");
  const left = await readPhoneData(own, phone);
  expect([...new Set(left.map(({ kind }) => kind))]).toEqual(["consent", "opt_out"]);
  await expect(own.listContacts()).resolves.toMatchObject({ contacts: [] });
}, 180_000);
