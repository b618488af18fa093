/**
 * Redacts texts: the text and its files go, and the rest of the record stays.
 *
 * Promises: afterwards no table has the text, in whatever way it came or went out, and what is queued about it is not posted.
 * Two redactions, or a redaction and a status of the carrier, do not undo each other.
 * Costs: a few statements, each a look-up by an index.
 * Preconditions: locks are taken in this order: the claims of Idempotency-Keys, phones, the thread, files, the message, and
 * what was made of it.
 */
import { sql } from "kysely";
import type { MessageRecord } from "../../../generated/api.ts";
import { prepared, withoutResult } from "../../db/orm.ts";
import { fail } from "../../errors.ts";
import { redactCallbacks } from "../../inbound/redact-callbacks.ts";
import { forgetFiles } from "../../media/forget-files.ts";
import { redactAnswers } from "../../operations/once/answers-of-texts.ts";
import type { Scope } from "../../operations/scope.ts";
import { idsOf } from "../files/attach.ts";
import { presentRecord } from "../look-up/present.ts";
import type { RecordRow } from "../look-up/records.ts";
import type { WaitingText } from "../pending/find-pending.ts";
import { presentPending } from "../pending/present.ts";
import { measureText } from "../segments.ts";
import { findSubject, type InProgress } from "./find-subject.ts";
import { forgetCopies } from "./forget-copies.ts";

/**
 * Redacts a text in the transaction of the request. Another redaction of it changes nothing.
 *
 * @throws message_not_found
 */
export async function redactText(scope: Scope, id: string): Promise<MessageRecord | InProgress> {
  const subject = await findSubject(scope, id);
  if (subject === "in_progress") return subject;
  const { message, canceled } = subject;
  if (canceled) return presentPending(await redactCanceled(scope, canceled));
  return presentRecord(await redactMessage(scope, message));
}

async function redactMessage(scope: Scope, message: RecordRow): Promise<RecordRow> {
  const { em, teamId, files } = scope;
  const { id, threadId, direction, body, media, createdAt } = message;
  // Its record may be in another database, so that it is locked for a moment only.
  if (direction === "inbound") await redactCallbacks(em, [id]);
  // The condition on the time also holds for a row that a newer message has just changed.
  await sql`
    update thread set last_body = ''
    where team_id = ${teamId} and id = ${threadId} and last_message_at = ${createdAt}::timestamptz
  `.execute(withoutResult(em));
  await forgetFiles(em, { teamId, id, fileIds: idsOf(media), hasObjects: files.hasObjects });
  // An earlier version of the server has measured nothing.
  const { segments, encoding } = message.segments && message.encoding ? message : measureText(body);
  const { rows } = await sql`
    update message set body = '', media = '[]', segments = ${segments}::int, encoding = ${encoding}
    where team_id = ${teamId} and id = ${id} returning id
  `.execute(prepared(em));
  if (rows.length === 0) fail("message_not_found");
  await forgetCopies(scope, message);
  return { ...message, segments, encoding, body: "", media: [] };
}

/** Redacts a text that was canceled, also in the kept answer to its cancel. */
async function redactCanceled({ em, teamId, files }: Scope, text: WaitingText): Promise<WaitingText> {
  const { id, media, updatedAt } = text;
  await redactAnswers(em, teamId, id, updatedAt);
  await forgetFiles(em, { teamId, id, fileIds: idsOf(media), hasObjects: files.hasObjects });
  const { rows } = await sql`
    update pending_message set body = '', media = '[]'
    where team_id = ${teamId} and id = ${id} and status = 'canceled' returning id
  `.execute(prepared(em));
  return rows.length === 0 ? fail("message_not_found") : { ...text, body: "", media: [] };
}
