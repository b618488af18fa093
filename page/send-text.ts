import type { SendMessage } from "../generated/api.ts";
import { type Api, attempt, type Outcome } from "./api.ts";
import type { Draft } from "./kept.ts";

/** The most characters of a text that `POST /api/text` takes. */
const maxShortLength = 160;

/**
 * Sends what was written, now or at its time. `onSent` is called with the thread of the text; null while the text waits, for
 * its time or for the end of quiet hours. A long text may have as many segments as it needs, because its box counts them.
 */
export function sendText(
  api: Api,
  { text: message, sendAt, unknownKey }: Draft,
  to: Pick<SendMessage, "phone_number" | "threadId" | "sender">,
  onSent?: (threadId: string | null) => void,
): Promise<Outcome> {
  const body = { ...to, message };
  return attempt(async (header) => {
    if (sendAt === undefined && [...message].length <= maxShortLength) {
      const { data } = await api.POST("/api/text", { params: { header }, body });
      return onSent?.(data!.threadId);
    }
    const time = sendAt === undefined ? {} : { sendAt: new Date(sendAt).toISOString() };
    const { data } = await api.POST("/api/messages", {
      params: { header },
      body: { ...body, ...time, maxSegments: 24 },
    });
    const { waitsFor, threadId } = data!.message;
    return onSent?.(waitsFor === null ? threadId : null);
  }, unknownKey);
}
