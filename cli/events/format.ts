import type { EventRecord, MessageStatusData, OtpStatusData, TeamEvent } from "../../generated/api.ts";
import { reasonOf } from "../failures.ts";
import type { Io } from "../io.ts";
import { plain, styleFor } from "../output/plain-text.ts";
import { formatTime } from "../output/times.ts";
import type { Answer } from "./forward.ts";

/** Formats an event as a line: time, type and what became of its object. */
export function formatEvent({ stdout, env }: Io, event: EventRecord): string {
  const style = styleFor(stdout, env);
  const time = style("dim", formatTime(event.timestamp));
  const mode = event.testMode ? style("dim", "[test] ") : "";
  return `${time}  ${style("bold", plain(event.type).padEnd(16))}  ${mode}${plain(summarize(event as TeamEvent))}`;
}

/** Formats the answer to a post, as the line below its event. */
export function formatAnswer({ stdout, env }: Io, { status, error, milliseconds }: Answer): string {
  const style = styleFor(stdout, env);
  const isTaken = status !== null && status >= 200 && status < 300;
  const result = style(isTaken ? "green" : "red", status === null ? `not posted: ${plain(error!)}` : String(status));
  return `          -> ${result} in ${milliseconds} ms`;
}

function summarize(event: TeamEvent): string {
  switch (event.type) {
    case "message.received":
      return `${event.data.from} -> ${event.data.to}  ${event.data.text}`;
    case "message.status":
      return `${event.data.to}  ${event.data.status}${reason(event.data)}  ${event.data.messageId}`;
    case "otp.status":
      return `${event.data.phone}  ${event.data.deliveryStatus}${reason(event.data)}  ${event.data.otpId}`;
    case "consent.changed":
      return `${event.data.phone}  ${event.data.consent} by ${event.data.keyword ?? event.data.source}`;
    case "contact.changed":
      return `${event.data.contactId}  ${event.data.created ? "created" : "changed"}: ${event.data.fields.join(", ")}`;
    case "contact.merged":
      return `${event.data.mergedFrom} into ${event.data.contactId}`;
    case "contact.deleted":
      return `${event.data.contactId}  deleted`;
    case "erasure.completed":
      return `${event.data.erasureId}  done`;
    default:
      // A later server may have more types.
      return JSON.stringify((event as EventRecord).data);
  }
}

const reason = ({ errorCode, provider }: MessageStatusData | OtpStatusData) =>
  errorCode === null ? "" : ` (${reasonOf(errorCode, provider?.meaning)})`;
