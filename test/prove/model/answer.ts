/**
 * Predicts the answers for a team and compares them with the real answers.
 */
import { type OperationId, operations } from "../../../generated/operations.ts";
import { findBreaches } from "../../../server/contract/answers.ts";
import type { RawAnswer } from "../../support/client.ts";
import * as contacts from "./contacts.ts";
import * as lists from "./lists.ts";
import { compareValues, describeValue } from "./made.ts";
import * as numbers from "./numbers.ts";
import * as otps from "./otps.ts";
import { texts } from "./pools.ts";
import type { Ask, Expected, Team } from "./team.ts";
import * as threads from "./texts.ts";

type Rule = (team: Team, ask: Ask) => Expected;

const rules: { [Id in OperationId]?: Rule } = {
  ...{ sendText: (team, ask) => threads.sendText(team, ask, texts[String(ask.body?.message)]!) },
  ...{ listThreads: threads.listThreads, getThread: threads.getThread },
  ...{ listThreadMessages: threads.listThreadMessages, listThreadReplies: threads.listThreadReplies },
  ...{ createContact: contacts.createContact, getContact: contacts.getContact, updateContact: contacts.updateContact },
  ...{ upsertContact: contacts.upsertContact, mergeContacts: contacts.mergeContacts },
  ...{ getContactByPhone: contacts.getContactByPhone, addContactPhone: contacts.addContactPhone },
  ...{ updateContactPhone: contacts.updateContactPhone, deleteContactPhone: contacts.deleteContactPhone },
  ...{ listContacts: lists.listContacts, listDuplicateContacts: lists.listDuplicateContacts },
  ...{ generateOtp: otps.generateOtp, verifyOtp: otps.verifyOtp },
  ...{ listBusinessNumbers: numbers.listBusinessNumbers, getBusinessNumber: numbers.getBusinessNumber },
  ...{ createBusinessNumber: numbers.createBusinessNumber, updateBusinessNumber: numbers.updateBusinessNumber },
  ...{
    makePrimaryBusinessNumber: numbers.makePrimaryBusinessNumber,
    archiveBusinessNumber: numbers.archiveBusinessNumber,
  },
};

/** Applies a request to the model. @throws Error that describes how the real answer differs */
export function judge(team: Team, ask: Ask, { status, headers, text, body }: RawAnswer): void {
  const breaches = findBreaches(ask.id, status, body);
  if (breaches.length > 0) throw new Error(`${ask.id} answered ${status} ${text}: ${breaches}`);
  const name = status < 400 ? String(status) : `${status} ${body.error}`;
  const isReplay = headers.get("x-idempotency-replayed") === "true";
  const difference = findDifference();
  if (difference) throw new Error(`${ask.id}: ${difference}; answered ${status} ${describeValue(body)}`);

  function findDifference(): string | undefined {
    if (ask.refused) return name === ask.refused ? undefined : `must be ${ask.refused}`;
    const content = JSON.stringify([ask.id, ask.path, ask.query, ask.body]);
    const place = ask.key === undefined || !operations[ask.id].idempotent ? undefined : `${ask.mode} ${ask.key}`;
    const kept = place === undefined ? undefined : team.kept.get(place);
    if (kept) {
      if (kept.content !== content) {
        return name === "422 idempotency_key_mismatch" ? undefined : "must be 422 idempotency_key_mismatch";
      }
      if (!isReplay || kept.status !== status || kept.text !== text) return `must be a replay of ${kept.text}`;
      return undefined;
    }
    if (isReplay) return "must be no replay";
    const expected = rules[ask.id]!(team, ask);
    if ("refusals" in expected) {
      return expected.refusals.includes(name) ? undefined : `must be ${expected.refusals.join(" or ")}`;
    }
    if (status !== operations[ask.id].status) return `must be ${operations[ask.id].status}`;
    if (place !== undefined) team.kept.set(place, { content, status, text });
    return compareValues(expected.body, body);
  }
}
