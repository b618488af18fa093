import type { ReceivedData } from "../../generated/api.ts";
import type { Timestamp } from "../db/timestamp.ts";
import type { NewEvent } from "./record-events.ts";

/** An inbound text that the current transaction stores as a message. */
export interface ReceivedText {
  teamId: string;
  messageId: string;
  threadId: string;
  businessNumberId: string;
  from: string;
  to: string;
  text: string;
  media: unknown[];
  optOut: boolean;
  testMode: boolean;
  createdAt: Timestamp;
}

/** How many characters of a text an event has. No carrier takes more as one message, and a longer one could exceed 16 KiB. */
const maxCharacters = 1_600;

/** The events of the received texts of listening teams. `now` was read before the listening teams. */
export function receivedEventsOf(
  texts: ReceivedText[],
  { now, listening }: { now: Timestamp; listening: Set<string> },
): NewEvent[] {
  return texts
    .filter(({ teamId }) => listening.has(teamId))
    .map((received) => {
      const { teamId, testMode, businessNumberId } = received;
      return { teamId, type: "message.received", testMode, businessNumberId, data: dataOf(received), now };
    });
}

function dataOf({ messageId, threadId, businessNumberId, from, to, text, media, optOut, createdAt }: ReceivedText) {
  // A surrogate pair that the cut divides becomes one replacement character.
  const excerpt = text.slice(0, maxCharacters).toWellFormed();
  const data: ReceivedData = {
    messageId,
    threadId,
    businessNumberId,
    from,
    to,
    text: excerpt,
    mediaCount: media.length,
    optOut,
    createdAt,
  };
  return data;
}
