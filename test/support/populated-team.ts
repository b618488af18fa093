import { randomBytes } from "node:crypto";
import { readClock } from "../../server/db/clock.ts";
import type { EntityManager } from "../../server/db/orm.ts";
import { WebhookDelivery } from "../../server/db/schema/entities/webhook-delivery.ts";
import { newId } from "../../server/db/schema/ids.ts";
import { listKeys } from "../../server/keys/keys.ts";
import { setConsent } from "../../server/opt-outs/change-opt-outs.ts";
import { newSid } from "./callbacks.ts";
import type { Client } from "./client.ts";
import {
  buildBusinessNumber,
  buildContact,
  buildMessage,
  buildOptOut,
  buildOtp,
  makeMerge,
  type TestTeam,
  uniquePhone,
} from "./factories.ts";
import { askForText } from "./held-texts.ts";

/** The ids, names and secrets of a team's records, which another team may try to use. */
export interface TeamRecords {
  teamId: string;
  apiKeyId: string;
  threadId: string;
  messageId: string;
  /** The provider's id of the message. */
  providerId: string;
  numberId: string;
  archivedId: string;
  senderName: string;
  senderPhone: string;
  contactId: string;
  /** The id of a phone of the contact that is not primary. */
  phoneId: string;
  contactPhone: string;
  contactName: string;
  externalId: string;
  tag: string;
  otherContactId: string;
  /** The recipient of the passcode `otpId` with the code `code`. */
  recipientId: string;
  otpId: string;
  code: string;
  optedOutPhone: string;
  /** A delivery that has succeeded. */
  deliveryId: string;
  endpointId: string;
  /** The id of a text that waits for an approval. */
  heldId: string;
  /** The id of a case that nobody has decided. */
  caseId: string;
  /** A key that has been used. */
  idempotencyKey: string;
  threadsCursor: string;
  messagesCursor: string;
  repliesCursor: string;
  textsListCursor: string;
  waitingCursor: string;
  approvalsCursor: string;
  contactsCursor: string;
  duplicatesCursor: string;
  eventsCursor: string;
  auditCursor: string;
  consentsCursor: string;
  optOutsCursor: string;
  casesCursor: string;
  mergeId: string;
  mergesCursor: string;
  erasureId: string;
  erasuresCursor: string;
  phoneDataCursor: string;
  deliveriesCursor: string;
}

/** A team with records of every kind. */
export interface PopulatedTeam {
  client: Client;
  team: TestTeam;
  records: TeamRecords;
}

/** Creates teams. */
interface TeamFactory {
  em(): EntityManager;
  signIn(): Promise<{ client: Client; team: TestTeam }>;
}

export const longAgo = "2020-01-01T00:00:00Z";

/** Creates a team whose lists all have more than one page. */
export async function buildPopulatedTeam({ em, signIn }: TeamFactory): Promise<PopulatedTeam> {
  const { client, team } = await signIn();
  // From the first read on, the events of the team are recorded.
  await client.listEvents();
  const number = await buildBusinessNumber(em(), { team });
  const archived = await buildBusinessNumber(em(), { team, status: "archived" });
  const phone = uniquePhone();
  await buildMessage(em(), { team, number });
  await buildMessage(em(), { team, number, phone });
  const message = await buildMessage(em(), { team, number, phone });
  const providerId = newSid();
  await em().execute("update message set provider_id = ? where id = ?", [providerId, message.id]);

  // Two contacts form two groups of duplicates, and two others are in no group.
  const shared = { phones: [uniquePhone()], externalId: `crm ${newId()}` };
  await buildContact(client, shared);
  await buildContact(client, shared);
  const contact = await buildContact(client, {
    phones: [phone, uniquePhone()],
    externalId: `crm ${newId()}`,
    tags: [`tag ${newId()}`],
  });
  const idempotencyKey = `key ${newId()}`;
  const body = { name: `contact ${newId()}`, phones: [uniquePhone()] };
  const { contact: other } = await client.createContact({ body, idempotencyKey });

  const code = String(10_000_000 + Math.floor(Math.random() * 90_000_000));
  const otp = await buildOtp(em(), { team, code, recipientId: `recipient ${newId()}` });
  const optedOutPhone = uniquePhone();
  await buildOptOut(em(), team, optedOutPhone);
  for (let i = 0; i < 2; i += 1) await setConsent(em(), team.id, uniquePhone(), "opted_out");

  // Texts that wait longer than any test.
  const sendAt = new Date(Date.now() + 30 * 86_400_000).toISOString();
  for (let i = 0; i < 2; i += 1) {
    const body = { phone_number: phone, message: `waits ${i}`, sendAt, campaign: "spring sale" };
    await client.sendMessage({ body });
  }

  const heldId = await askForText(client);
  await askForText(client);

  const caseId = await insertCase(em(), team);
  await insertCase(em(), team);

  const mergeId = await makeMerge(client);
  await makeMerge(client);

  const erasureId = await insertErasure(em(), team);
  await insertErasure(em(), team);

  // The endpoint gets no events, so that no worker changes it.
  const { webhookEndpoint: endpoint } = await client.createWebhookEndpoint({
    body: { url: "https://endpoint.invalid", types: ["webhook.disabled"] },
  });
  for (let i = 0; i < 2; i += 1)
    await buildDelivery(em(), team, { endpointId: endpoint.id, eventId: newId(), eventType: "webhook.test" });

  const path = { id: message.threadId };
  const query = { per_page: 1 };
  const [
    threads,
    messages,
    replies,
    texts,
    waiting,
    approvals,
    contacts,
    duplicates,
    events,
    audit,
    consents,
    optOuts,
    cases,
    merges,
    erasures,
    phoneData,
    deliveries,
  ] = await Promise.all([
    client.listThreads({ query }),
    client.listThreadMessages({ path, query }),
    client.listThreadReplies({ path, query: { ...query, since: longAgo } }),
    client.listMessages({ query }),
    client.listPendingMessages({ query }),
    client.listApprovals({ query }),
    client.listContacts({ query }),
    client.listDuplicateContacts({ query }),
    client.listEvents({ query }),
    client.listAuditEvents({ query }),
    client.listConsents({ query }),
    client.listOptOuts({ query }),
    client.listSuspectedRevocations({ query }),
    client.listMerges({ query }),
    client.listErasures({ query }),
    client.exportPhoneData({ path: { phone }, query }),
    client.listWebhookEndpointDeliveries({ path: { id: endpoint.id }, query }),
  ]);
  const records: TeamRecords = {
    teamId: team.id,
    apiKeyId: (await listKeys(em(), team))[0]!.id,
    threadId: message.threadId,
    messageId: message.id,
    providerId,
    numberId: number.id,
    archivedId: archived.id,
    senderName: number.name,
    senderPhone: number.phoneNumber,
    contactId: contact.id,
    phoneId: contact.phones[1]!.id,
    contactPhone: phone,
    contactName: contact.name,
    externalId: contact.externalId!,
    tag: contact.tags[0]!,
    otherContactId: other.id,
    recipientId: otp.recipientId,
    otpId: otp.id,
    code,
    optedOutPhone,
    deliveryId: await buildDelivery(em(), team, { messageId: message.id }),
    endpointId: endpoint.id,
    heldId,
    caseId,
    idempotencyKey,
    threadsCursor: threads.nextCursor!,
    messagesCursor: messages.nextCursor!,
    repliesCursor: replies.nextCursor!,
    textsListCursor: texts.nextCursor!,
    waitingCursor: waiting.nextCursor!,
    approvalsCursor: approvals.nextCursor!,
    contactsCursor: contacts.nextCursor!,
    duplicatesCursor: duplicates.nextCursor!,
    eventsCursor: events.nextCursor!,
    auditCursor: audit.nextCursor!,
    consentsCursor: consents.nextCursor!,
    optOutsCursor: optOuts.nextCursor!,
    casesCursor: cases.nextCursor!,
    mergeId,
    mergesCursor: merges.nextCursor!,
    erasureId,
    erasuresCursor: erasures.nextCursor!,
    phoneDataCursor: phoneData.nextCursor!,
    deliveriesCursor: deliveries.nextCursor!,
  };
  return { client, team, records };
}

/** Inserts an open case of a phone of its own, and returns its id. */
export async function insertCase(em: EntityManager, team: Pick<TestTeam, "id">): Promise<string> {
  const id = newId();
  await em.execute(
    `insert into suspected_revocation (team_id, id, phone_number, message_id, business_number_id, kind, rule, due_at, created_at)
       values (?, ?, ?, ?, ?, 'revocation', 'phrase', now() + interval '14 days', now())`,
    [team.id, id, uniquePhone(), newId(), newId()],
  );
  return id;
}

/** Inserts an erasure that is done, and returns its id. */
async function insertErasure(em: EntityManager, team: Pick<TestTeam, "id">): Promise<string> {
  const id = newId();
  const removed = { messages: 0, contacts: 0, callbacks: 0, events: 0, deliveries: 0, passcodes: 0 };
  await em.execute(
    `insert into erasure (team_id, id, status, phone_hashes, step, removed, requested_at, watch_until, completed_at)
       values (?, ?, 'done', '{}', 0, ?, now(), now(), now())`,
    [team.id, id, JSON.stringify(removed)],
  );
  return id;
}

/** Creates a delivery of a message or of an event, which has succeeded. */
async function buildDelivery(
  em: EntityManager,
  team: TestTeam,
  subject: { messageId: string } | { endpointId: string; eventId: string; eventType: string },
): Promise<string> {
  const now = await readClock(em);
  const delivery = em.create(WebhookDelivery, {
    teamId: team.id,
    id: newId(),
    ...subject,
    url: "https://example.com/replies",
    payload: "{}",
    status: "delivered",
    attemptCount: 1,
    nextAttemptAt: null,
    createdAt: now,
    updatedAt: now,
  });
  await em.flush();
  return delivery.id;
}

const uuid = /[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g;

/** Creates an unknown value of the same shape and length. */
export function unknownLike(text: string): string {
  if (text.match(uuid)) return text.replaceAll(uuid, newId);
  if (/^\+\d+$/.test(text)) return uniquePhone();
  if (/^\d+$/.test(text)) return text.replaceAll(/\d/g, (digit) => String((Number(digit) + 1) % 10));
  if (/^SM[\da-f]{32}$/.test(text)) return newSid();
  if (/^[\w-]+\.[\w-]{22}$/.test(text)) {
    return text.replaceAll(/[\w-]+/g, ({ length }) => randomBytes(length).toString("base64url").slice(0, length));
  }
  throw new Error(`There is no unknown value like ${text}`);
}
