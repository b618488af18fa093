import type { SendText, SentText } from "../../generated/api.ts";
import { type Api, type ApiFailure, newIdempotencyKey, writeOnce } from "../api.ts";

/** What became of a text that somebody wanted to send. The text of every other outcome than `sent` stays in its box. */
export type Outcome =
  | { kind: "sent"; text: SentText }
  /** Refused by the provider. The text is in its thread as a failed one. */
  | { kind: "refused"; failure: ApiFailure }
  /** Maybe sent, so only a repetition with the same key is safe. */
  | { kind: "unknown"; failure: ApiFailure; key: string }
  | { kind: "opted_out"; failure: ApiFailure }
  /** There is no such thread any more. */
  | { kind: "gone"; failure: ApiFailure }
  /** Nothing was sent, for the reason that the failure has. */
  | { kind: "not_sent"; failure: ApiFailure };

/** Sends a text, once. Repeats a request whose outcome is not known with its key, which may be that of an earlier call. */
export async function send(api: Api, body: SendText, key = newIdempotencyKey()): Promise<Outcome> {
  try {
    const { data } = await writeOnce(
      (idempotencyKey) => api.POST("/api/text", { body, params: { header: { "Idempotency-Key": idempotencyKey } } }),
      key,
    );
    return { kind: "sent", text: data! };
  } catch (error) {
    return outcomeOf(error as ApiFailure, key);
  }
}

function outcomeOf(failure: ApiFailure, key: string): Outcome {
  if (failure.isOutcomeUnknown || failure.code === "idempotency_in_progress") return { kind: "unknown", failure, key };
  if (failure.code === "message_failed") return { kind: "refused", failure };
  if (failure.code === "recipient_opted_out") return { kind: "opted_out", failure };
  if (failure.code === "thread_not_found") return { kind: "gone", failure };
  return { kind: "not_sent", failure };
}
