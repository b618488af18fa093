import { countryOf, isPhone } from "../../phone.ts";
import type { DoorPost, InboundPost, StatusPost } from "../../webhooks/queue/door-posts.ts";
import { codeOfCarrier } from "./errors.ts";
import { sidOf } from "./ids.ts";
import { apiVersion, unknownFailure } from "./present.ts";

/** Makes an address of a file that everybody who has it can read for some time. */
export type LinkFile = (file: { teamId: string; id: string }) => string;

/** The fields of a post to the address of an app, in the names and words of Twilio. */
export function fieldsOf(teamId: string, post: DoorPost, linkFile: LinkFile): [name: string, value: string][] {
  const sid = sidOf("SM", post.messageId);
  const fields = {
    AccountSid: sidOf("AC", teamId),
    ApiVersion: apiVersion,
    From: post.from ?? "",
    To: post.to,
    MessageSid: sid,
    SmsSid: sid,
    ...(post.type === "status" ? statusFields(post) : inboundFields(post)),
  };
  const files = post.type === "status" ? [] : post.media;
  const media = files.flatMap(({ id, contentType }, index): [string, string][] => [
    [`MediaUrl${index}`, linkFile({ teamId, id })],
    [`MediaContentType${index}`, contentType ?? "application/octet-stream"],
  ]);
  return [...Object.entries(fields), ...media];
}

/** Our statuses are words of Twilio. */
function statusFields({ status, errorCode }: StatusPost): Record<string, string> {
  const hasFailed = status === "failed" || status === "undelivered";
  const code = (errorCode === null ? undefined : codeOfCarrier(errorCode)) ?? unknownFailure;
  return { MessageStatus: status, SmsStatus: status, ...(hasFailed && { ErrorCode: String(code) }) };
}

const optOutTypes = { opted_out: "STOP", opted_in: "START" } as const;

function inboundFields({ messageId, from, to, text, segments, media, consent }: InboundPost): Record<string, string> {
  return {
    SmsMessageSid: sidOf("SM", messageId),
    SmsStatus: "received",
    Body: text,
    NumSegments: String(segments),
    NumMedia: String(media.length),
    ...(consent && { OptOutType: optOutTypes[consent] }),
    ...country("FromCountry", from),
    ...country("ToCountry", to),
  };
}

/** A sender such as a short code has no country. */
function country(field: string, phone: string): Record<string, string> {
  const found = isPhone(phone) ? countryOf(phone) : undefined;
  return found ? { [field]: found } : {};
}
