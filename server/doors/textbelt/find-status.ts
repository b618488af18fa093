import type { EntityManager } from "../../db/orm.ts";
import { findOtp } from "../../otp/find-otps.ts";
import type { NamedText } from "../../secrets/text-tokens.ts";
import { findText } from "../../texts/find-texts.ts";
import { findPending } from "../../texts/pending/find-pending.ts";

/** The words of Textbelt for our statuses. A text that waits is on its way. */
const words: Record<string, string> = {
  scheduled: "SENDING",
  held: "SENDING",
  queued: "SENDING",
  sending: "SENDING",
  sent: "SENT",
  delivered: "DELIVERED",
  read: "DELIVERED",
  undelivered: "FAILED",
  failed: "FAILED",
  canceled: "FAILED",
};

/**
 * Finds the status of a text, in the words of Textbelt. `UNKNOWN`: there is no such text any more. A text can become a
 * message between two reads, so the messages are searched last.
 */
export async function findStatus(em: EntityManager, { kind, teamId, id }: NamedText): Promise<string> {
  const status =
    kind === "otp"
      ? (await findOtp(em, teamId, id))?.deliveryStatus
      : ((await findPending(em, teamId, id))?.status ?? (await findText(em, teamId, id))?.deliveryStatus);
  return (status && words[status]) ?? "UNKNOWN";
}
