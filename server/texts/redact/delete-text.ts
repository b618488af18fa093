import { sql } from "kysely";
import { operations } from "../../../generated/operations.ts";
import { prepared } from "../../db/orm.ts";
import type { DeliveryStatus } from "../../db/schema/entities/message.ts";
import { fail } from "../../errors.ts";
import { forgetFiles } from "../../media/forget-files.ts";
import { redactAnswers, replaceAnswer } from "../../operations/once/answers-of-texts.ts";
import type { Scope } from "../../operations/scope.ts";
import type { E164 } from "../../phone.ts";
import { idsOf } from "../files/attach.ts";
import type { RecordRow } from "../look-up/records.ts";
import type { WaitingText } from "../pending/find-pending.ts";
import { wholeAnswerOf } from "../present.ts";
import { measureText } from "../segments.ts";
import type { StoredText } from "../texts.ts";
import { findSubject, type InProgress } from "./find-subject.ts";
import { forgetCopies } from "./forget-copies.ts";
import { removeMessages } from "./remove-messages.ts";

/**
 * Deletes a text in the transaction of the request: what a redaction empties, the record itself, and its thread if that has no
 * other message. The log of consents stays. A request that repeats the Idempotency-Key of the text is answered as before,
 * without the text, and sends nothing.
 *
 * @throws message_not_found
 * @see redact-text.ts for the order of locks
 */
export async function deleteText(scope: Scope, id: string): Promise<"deleted" | InProgress> {
  const subject = await findSubject(scope, id);
  if (subject === "in_progress") return subject;
  const { message, canceled } = subject;
  if (canceled) await deleteCanceled(scope, canceled);
  else await deleteMessage(scope, message);
  return "deleted";
}

async function deleteMessage(scope: Scope, message: RecordRow): Promise<void> {
  const { em, teamId, files } = scope;
  if (message.direction === "outbound") await keepAnswer(scope, message);
  const { hasObjects } = files;
  const removed = await removeMessages(em, { teamId, hasObjects }, [{ ...message, fileIds: idsOf(message.media) }]);
  if (removed.messages === 0) fail("message_not_found");
  await forgetCopies(scope, message);
}

/** Keeps the whole answer to the request that sent a text, because its row has the rest of it until now. */
async function keepAnswer({ em, teamId }: Scope, message: RecordRow): Promise<void> {
  const {
    id,
    threadId,
    body,
    segments,
    encoding,
    businessPhone: from,
    contactPhone: to,
    testMode,
    createdAt,
  } = message;
  const text: StoredText = {
    ...(segments && encoding ? { segments, encoding } : measureText(body)),
    ...{ id, teamId, threadId, body, testMode, createdAt, from: from as E164, to: to as E164 },
    // Only an inbound message has the status `received`.
    deliveryStatus: message.status as DeliveryStatus,
  };
  const { status } = operations.sendText;
  await replaceAnswer(em, text, { status, bodyOf: (kept) => wholeAnswerOf(kept, text) });
}

async function deleteCanceled({ em, teamId, files }: Scope, { id, media, updatedAt }: WaitingText): Promise<void> {
  await redactAnswers(em, teamId, id, updatedAt);
  await forgetFiles(em, { teamId, id, fileIds: idsOf(media), hasObjects: files.hasObjects });
  const { rows } = await sql`
    delete from pending_message where team_id = ${teamId} and id = ${id} and status = 'canceled' returning id
  `.execute(prepared(em));
  if (rows.length === 0) fail("message_not_found");
}
