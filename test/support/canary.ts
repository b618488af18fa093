/** A person who goes through everything, so that every table that can hold a person has something. */
import { randomInt } from "node:crypto";
import { expect, vi } from "vitest";
import { addCommandEvent } from "../../server/operations/audit/add-command-event.ts";
import type { E164 } from "../../server/phone.ts";
import type { TestApp } from "./app.ts";
import { inboundForm, postCallback, statusForm } from "./callbacks.ts";
import type { Client } from "./client.ts";
import { createEndpoint, settled } from "./endpoints.ts";
import { readAllEvents } from "./events.ts";
import { buildKey, type TestTeam } from "./factories.ts";
import type { FakeServer } from "./fake-server.ts";
import { seen } from "./handsets.ts";
import { signInAgent } from "./held-texts.ts";
import { type FileHost, pictures, sendBytes } from "./media.ts";
import { textWithFiles } from "./media-form.ts";
import { fromNow } from "./times.ts";
import { signInWithCredentials } from "./twilio-door.ts";

/** What nobody else has: the digits of a phone, a name, and a word of texts. */
export interface Canary {
  team: TestTeam;
  /** A client of the team, with every right. */
  own: Client;
  phone: E164;
  digits: string;
  name: string;
  word: string;
}

/**
 * Lets a person leave traces everywhere: contacts, texts, callbacks, files, posts. The phone opts out at last. The app has handsets,
 * fetches files and posts events.
 */
export async function leaveTraces(app: TestApp, host: FileHost, target: FakeServer): Promise<Canary> {
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
  return { team, own, phone, digits, name, word };
}
