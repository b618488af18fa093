/**
 * Predicts the answers for a team and compares them with the real answers.
 */
import { type OperationId, operations } from "../../../generated/operations.ts";
import { findBreaches } from "../../../server/contract/answers.ts";
import type { RawAnswer } from "../../support/client.ts";
import * as contacts from "./contacts.ts";
import { compareValues, describeValue } from "./expected-values.ts";
import * as lists from "./lists.ts";
import * as merges from "./merges.ts";
import * as numbers from "./numbers.ts";
import * as otps from "./otps.ts";
import { texts } from "./pools.ts";
import type { ApiRequest, Expected, Team } from "./team.ts";
import * as threads from "./texts.ts";

type Rule = (team: Team, request: ApiRequest) => Expected;

const rules: { [Id in OperationId]?: Rule } = {
  sendText: (team, request) => threads.sendText(team, request, texts[String(request.body?.message)]!),
  listThreads: threads.listThreads,
  getThread: threads.getThread,
  listThreadMessages: threads.listThreadMessages,
  listThreadReplies: threads.listThreadReplies,
  createContact: contacts.createContact,
  getContact: contacts.getContact,
  updateContact: contacts.updateContact,
  upsertContact: contacts.upsertContact,
  deleteContact: contacts.deleteContact,
  mergeContacts: merges.mergeContacts,
  previewMerge: merges.previewMerge,
  undoMerge: merges.undoMerge,
  getContactByPhone: contacts.getContactByPhone,
  addContactPhone: contacts.addContactPhone,
  updateContactPhone: contacts.updateContactPhone,
  deleteContactPhone: contacts.deleteContactPhone,
  listContacts: lists.listContacts,
  listDuplicateContacts: lists.listDuplicateContacts,
  generateOtp: otps.generateOtp,
  verifyOtp: otps.verifyOtp,
  listBusinessNumbers: numbers.listBusinessNumbers,
  getBusinessNumber: numbers.getBusinessNumber,
  createBusinessNumber: numbers.createBusinessNumber,
  updateBusinessNumber: numbers.updateBusinessNumber,
  makePrimaryBusinessNumber: numbers.makePrimaryBusinessNumber,
  archiveBusinessNumber: numbers.archiveBusinessNumber,
};

/** Applies a request to the model. @throws Error that describes how the real answer differs */
export function checkAnswer(team: Team, request: ApiRequest, { status, headers, text, body }: RawAnswer): void {
  const breaches = findBreaches(request.id, status, body);
  if (breaches.length > 0) throw new Error(`${request.id} answered ${status} ${text}: ${breaches}`);
  const name = status < 400 ? String(status) : `${status} ${body.error}`;
  const isReplay = headers.get("x-idempotency-replayed") === "true";
  const difference = findDifference();
  if (difference) throw new Error(`${request.id}: ${difference}; answered ${status} ${describeValue(body)}`);

  function findDifference(): string | undefined {
    if (request.refused) return name === request.refused ? undefined : `must be ${request.refused}`;
    const content = JSON.stringify([request.id, request.path, request.query, request.body]);
    const mapKey =
      request.key === undefined || operations[request.id].once === null ? undefined : `${request.mode} ${request.key}`;
    const stored = mapKey === undefined ? undefined : team.answersByKey.get(mapKey);
    if (stored) {
      if (stored.content !== content) {
        return name === "422 idempotency_key_mismatch" ? undefined : "must be 422 idempotency_key_mismatch";
      }
      if (!isReplay || stored.status !== status || stored.text !== text) return `must be a replay of ${stored.text}`;
      return undefined;
    }
    if (isReplay) return "must be no replay";
    const expected = rules[request.id]!(team, request);
    if ("refusals" in expected) {
      return expected.refusals.includes(name) ? undefined : `must be ${expected.refusals.join(" or ")}`;
    }
    if (status !== operations[request.id].status) return `must be ${operations[request.id].status}`;
    if (mapKey !== undefined) team.answersByKey.set(mapKey, { content, status, text });
    return compareValues(expected.body, body);
  }
}
