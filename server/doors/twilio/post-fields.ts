import type { DoorPost, StatusPost } from "../../webhooks/queue/door-posts.ts";
import { codeOfCarrier } from "./errors.ts";
import { sidOf } from "./ids.ts";
import { apiVersion, unknownFailure } from "./present.ts";

/** The fields of a post to the address of an app, in the names and words of Twilio. */
export function fieldsOf(teamId: string, post: DoorPost): [name: string, value: string][] {
  const sid = sidOf("SM", post.messageId);
  const fields = {
    AccountSid: sidOf("AC", teamId),
    ApiVersion: apiVersion,
    From: post.from ?? "",
    To: post.to,
    MessageSid: sid,
    SmsSid: sid,
    ...statusFields(post),
  };
  return Object.entries(fields);
}

/** Our statuses are words of Twilio. */
function statusFields({ status, errorCode }: StatusPost): Record<string, string> {
  const hasFailed = status === "failed" || status === "undelivered";
  const code = (errorCode === null ? undefined : codeOfCarrier(errorCode)) ?? unknownFailure;
  return { MessageStatus: status, SmsStatus: status, ...(hasFailed && { ErrorCode: String(code) }) };
}
