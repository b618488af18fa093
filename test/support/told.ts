import type { Meaning } from "../../server/provider/provider.ts";

/** What a caller is told about a text: its status, or the code of the error with what the provider said. */
export type Told = { status: "queued" | "sending" } | { error: string; code: string; about: Meaning["about"] };

export const failed = (code: string, about: Meaning["about"]): Told => ({ error: "message_failed", code, about });
export const queued: Told = { status: "queued" };
export const sending: Told = { status: "sending" };

export function toldBy(body: { status?: string; error?: string; provider?: { code: string; about: string } }) {
  return body.error === undefined
    ? { status: body.status }
    : { error: body.error, code: body.provider?.code, about: body.provider?.about };
}
