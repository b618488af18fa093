import { sql } from "kysely";
import type { PhoneDataKind } from "../../../generated/api.ts";
import { findContacts } from "../../contacts/find-contacts.ts";
import { presentContact } from "../../contacts/present.ts";
import { queries } from "../../db/orm.ts";
import { type Entry, entryColumns } from "../../opt-outs/entries.ts";
import { presentCase, presentEntry } from "../../opt-outs/present.ts";
import { caseColumns, type SuspectedCase } from "../../opt-outs/suspected/cases.ts";
import { readCallbacks } from "./callbacks.ts";
import { readMessages } from "./messages.ts";
import { readNext, recordsOf, type Source, type SourcePosition } from "./source.ts";

const readContacts: Source = async ({ em, teamId, phone, ...page }) => {
  const holders = queries(em)
    .selectFrom("ContactPhone")
    .select(["contactId", "contactCreatedAt"])
    .where("teamId", "=", teamId)
    .where("phoneNumber", "=", phone);
  const found = await readNext(holders, page, "contact_created_at, contact_id");
  const positions: SourcePosition[] = found.map(({ contactId: id, contactCreatedAt: createdAt }) => ({
    id,
    createdAt,
  }));
  const contacts = await findContacts(
    em,
    positions.map(({ id }) => ({ teamId, id })),
  );
  const whole = new Map(contacts.map((each) => [each.contact.id, presentContact(each)]));
  const { records, next } = recordsOf(positions, page.limit, ({ id }) => whole.get(id) ?? {});
  // A contact that was deleted meanwhile is not there any more.
  return { records: records.filter(({ id }) => whole.has(id)), next };
};

/** Both contacts of each merge as they were, and as the merge left them. */
const readMerges: Source = async ({ em, teamId, phone, ...page }) => {
  const merges = queries(em)
    .selectFrom("ContactMerge")
    .select(["id", "mergedAt as createdAt", "sourceId", "targetId", "kept", "movedThreads", "undoneAt", "apiKeyId"])
    .where("teamId", "=", teamId)
    .where(sql<boolean>`phones @> array[${phone}]::text[]`);
  return recordsOf(await readNext(merges, page, "merged_at, id"), page.limit);
};

const readThreads: Source = async ({ em, teamId, phone, ...page }) => {
  const threads = queries(em)
    .selectFrom("Thread")
    .select(["id", "createdAt", "businessNumberId", "contactPhone", "contactId", "contactName", "contactTags"])
    .select(["messageCount", "lastDirection", "lastBody", "lastMessageAt"])
    .where("teamId", "=", teamId)
    .where("contactPhone", "=", phone);
  return recordsOf(await readNext(threads, page), page.limit);
};

const readPendingTexts: Source = async ({ em, teamId, phone, ...page }) => {
  const texts = queries(em)
    .selectFrom("PendingMessage")
    .select(["id", "createdAt", "updatedAt", "phoneNumber", "threadId", "businessNumberId", "testMode", "status"])
    .select(["body", "media", "segments", "encoding", "sendAt", "expiresAt", "errorCode", "campaign", "apiKeyId"])
    .select(["replyWebhookUrl", "webhookData", "statusCallback", "autoReply"])
    .where("teamId", "=", teamId)
    .where("phoneNumber", "=", phone);
  return recordsOf(await readNext(texts, page), page.limit);
};

/**
 * The approvals of texts that wait, were canceled, or have become messages. An approval has the id of its text and no phone, so it is
 * looked up by the texts of the phone.
 */
const readApprovals: Source = async ({ em, teamId, phone, ...page }) => {
  const approvals = queries(em)
    .selectFrom(
      sql<{ id: string }>`(
        select p.id from pending_message p where p.team_id = ${teamId} and p.phone_number = ${phone}
        union
        select m.id from thread t join message m on m.team_id = ${teamId} and m.thread_id = t.id
        where t.team_id = ${teamId} and t.contact_phone = ${phone} and m.direction = 'outbound'
      )`.as("t"),
    )
    .innerJoinLateral(
      (text) =>
        text
          .selectFrom("Approval")
          .selectAll()
          .where("Approval.teamId", "=", teamId)
          .whereRef("Approval.id", "=", "t.id")
          .limit(1)
          .as("a"),
      (join) => join.onTrue(),
    )
    .select(["a.id", "a.createdAt", "a.testMode", "a.status", "a.reason", "a.apiKeyId", "a.errorCode", "a.decidedBy"])
    .select(["a.decidedAt", "a.note", "a.expiresAt"]);
  return recordsOf(await readNext(approvals, page, "a.created_at, a.id"), page.limit);
};

const readPasscodes: Source = async ({ em, teamId, phone, ...page }) => {
  const passcodes = queries(em)
    .selectFrom("Otp")
    .select(["id", "createdAt", "updatedAt", "phoneNumber", "recipientId", "businessNumberId", "testMode", "apiKeyId"])
    .select(["length", "lifetimeSeconds", "expiresAt", "status", "attempts", "verifiedAt", "deliveryStatus"])
    .select(["providerId", "errorCode"])
    .where("teamId", "=", teamId)
    .where("phoneNumber", "=", phone);
  return recordsOf(await readNext(passcodes, page), page.limit);
};

/** Entries from before an erasure stand under the hash of the phone. */
const readConsents: Source = async ({ em, teamId, phone, names, ...page }) => {
  const entries = queries(em)
    .selectFrom("ConsentEvent")
    .select([...entryColumns, "providerId"])
    .where("teamId", "=", teamId)
    .where("phoneNumber", "in", names)
    .$castTo<Entry & { providerId: string | null }>();
  return recordsOf(await readNext(entries, page), page.limit, ({ providerId, ...entry }) => ({
    ...presentEntry({ ...entry, phoneNumber: phone }),
    providerId,
  }));
};

/** An opt-out stands under the phone, under its hash, or for a while under both. */
const readOptOut: Source = async ({ em, teamId, phone, names, after }) => {
  const optOuts = await queries(em)
    .selectFrom("OptOut")
    .select("createdAt")
    .where("teamId", "=", teamId)
    .where("phoneNumber", "in", names)
    .orderBy("createdAt")
    .limit(after ? 0 : 1)
    .execute();
  return { records: optOuts.map(({ createdAt }) => ({ id: phone, createdAt, data: { phone } })), next: undefined };
};

const readSuspected: Source = async ({ em, teamId, phone, ...page }) => {
  const cases = queries(em)
    .selectFrom("SuspectedRevocation")
    .select(caseColumns)
    .where("teamId", "=", teamId)
    .where("phoneNumber", "=", phone)
    .$castTo<SuspectedCase>();
  return recordsOf(await readNext(cases, page), page.limit, presentCase);
};

/** The sources of all kinds of records about a phone, in the order of an export. */
export const sources: Record<PhoneDataKind, Source> = {
  contact: readContacts,
  merge: readMerges,
  thread: readThreads,
  message: readMessages,
  pending_text: readPendingTexts,
  approval: readApprovals,
  passcode: readPasscodes,
  consent: readConsents,
  opt_out: readOptOut,
  suspected_revocation: readSuspected,
  callback: readCallbacks,
};
