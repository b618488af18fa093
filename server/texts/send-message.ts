import type { MessageRecord, SentMessage } from "../../generated/api.ts";
import { queries } from "../db/orm.ts";
import { newId, newIdAt } from "../db/schema/ids.ts";
import type { Timestamp } from "../db/timestamp.ts";
import { fail, failFields } from "../errors.ts";
import type { OnceAnswer } from "../operations/handlers.ts";
import { awaitFirstRequest } from "../operations/once/with-provider.ts";
import type { Scope } from "../operations/scope.ts";
import { presentRecord } from "./look-up/present.ts";
import { readWhole } from "./look-up/records.ts";
import { presentPending } from "./pending/present.ts";
import { errorOfSendAt, scheduling, type TextToSchedule } from "./pending/schedule-text.ts";
import type { KeptText } from "./present.ts";
import { measureText } from "./segments.ts";
import { send } from "./send.ts";
import { messageOfThread, type TextToSend } from "./send-text.ts";
import type { TextKind } from "./text-kind.ts";
import type { NewText, StoredText } from "./texts.ts";

export interface MessageToSend extends TextToSend {
  maxSegments: number;
  /** When it is sent; undefined: at once. */
  sendAt: Timestamp | undefined;
  expiresAt: Timestamp | undefined;
}

/**
 * Sends a text at once, or stores it until its time comes.
 *
 * @throws too_many_segments, invalid_send_at, validation_error for `expiresAt`, and the codes of `sendText`
 */
export async function sendMessage(
  scope: Scope,
  { maxSegments, sendAt, expiresAt, ...text }: MessageToSend,
): Promise<OnceAnswer<SentMessage>> {
  const { teamId, apiKeyId, rights, testMode, now, claim, provider } = scope;
  const measured = measureText(text.body);
  if (measured.segments > maxSegments) {
    fail("too_many_segments", {
      message: `The text has ${measured.segments} segments, and maxSegments is ${maxSegments}.`,
    });
  }
  if (expiresAt !== undefined && sendAt === undefined) failFields(["expiresAt"], "can be given only with sendAt");
  if (expiresAt !== undefined && expiresAt <= sendAt!) failFields(["expiresAt"], "must be later than sendAt");
  const request = { ...text, ...measured, teamId, apiKeyId, rights, testMode, now, claim };
  if (sendAt === undefined) return send(scope, message, { ...request, id: newId(), foresee: provider.foresee });
  return schedule(scope, { ...request, id: newIdAt(sendAt), sendAt, expiresAt: expiresAt ?? null });
}

/** Stores a text until its time comes, or answers as the first request with the same key. */
async function schedule(scope: Scope, text: TextToSchedule): Promise<OnceAnswer<SentMessage>> {
  const error = errorOfSendAt(text.sendAt, text.now);
  const recorded = error ? ({ kind: "refused", error } as const) : await scope.commit(scheduling, text);
  if (recorded.kind === "stored") return { body: sent(presentPending(recorded.stored)), replayed: false };
  const first = text.claim && (await awaitFirstRequest(scope.em, text.claim));
  // The claim commits with its answer.
  if (first) return { body: JSON.parse(first.kept!), replayed: true };
  if (recorded.kind === "refused") throw recorded.error;
  // The key is taken, and its first request has released it since.
  return schedule(scope, text);
}

const sent = (message: MessageRecord): SentMessage => ({ success: true, message });

/** A message of a thread, for an answer with its record. */
const message: TextKind<NewText, StoredText, SentMessage> = {
  ...messageOfThread,
  present: ({ from, to, deliveryStatus, ...text }) =>
    sent(
      presentRecord({
        ...text,
        direction: "outbound",
        businessPhone: from,
        contactPhone: to,
        status: deliveryStatus,
        errorCode: null,
        media: [],
      }),
    ),
  async replay(em, teamId, id, kept) {
    const [stored] = await readWhole(queries(em), teamId, [id]);
    if (!stored || kept === undefined) return stored && sent(presentRecord(stored));
    const { status } = JSON.parse(kept) as KeptText;
    return sent(presentRecord({ ...stored, status, errorCode: null }));
  },
};
