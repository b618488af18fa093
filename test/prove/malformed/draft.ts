import { createHash } from "node:crypto";
import twilio from "twilio";
import { type RouteId, routes } from "../../../generated/operations.ts";

export type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

/** A request in parts that can be broken separately. */
export interface Draft {
  id: RouteId;
  method: string;
  /** The segments of the path, percent-encoded. */
  segments: string[];
  query: [name: string, value: string][];
  /** Follows the query as it is. */
  rawQuery: string[];
  version: string;
  /** Headers without the key and the headers of the body. A name may occur several times. */
  headers: [name: string, value: string][];
  /** Unchanged header lines. */
  rawHeaders: string[];
  /** The value of `X-API-Key`; undefined for no header. */
  key: string | undefined;
  body: { [name: string]: Json } | undefined;
  /** Replaces the body. */
  content?: string | Buffer;
}

/** An error in a request. */
export interface Breakage {
  /** The description in a report. */
  name: string;
  /** The broken part: a field, a parameter, or the form of the request. */
  subject: string;
  /** The allowed answers, for example `404 not_found`. */
  expected: string[];
  /** Whether the server refuses it before it knows the operation. */
  isUnread?: boolean;
  apply(draft: Draft): void;
}

/** The address and token that sign callbacks. */
export interface Signer {
  publicUrl: string;
  authToken: string;
}

/** Returns the bytes of the request, which closes its connection. */
export function encodeRequest(draft: Draft, signer: Signer): Buffer {
  const content = Buffer.from(draft.content ?? (draft.body === undefined ? "" : JSON.stringify(draft.body)));
  const has = (wanted: string) => draft.headers.some(([name]) => name.toLowerCase() === wanted);
  const isSigned = routes[draft.id].auth === "signature" && !has("x-provider-signature");
  const query = [...draft.query];
  // The provider does not sign the body of another type.
  if (isSigned && !has("content-type") && !query.some(([name]) => name === "bodySHA256")) {
    query.push(["bodySHA256", createHash("sha256").update(content).digest("hex")]);
  }
  const search = [new URLSearchParams(query).toString(), ...draft.rawQuery].filter(Boolean).join("&");
  const target = `/${draft.segments.join("/")}${search === "" ? "" : `?${search}`}`;
  const headers = [...draft.headers];
  if (draft.key !== undefined) headers.push(["X-API-Key", draft.key]);
  if (content.length > 0) headers.push(["Content-Length", String(content.length)]);
  if (content.length > 0 && !has("content-type")) headers.push(["Content-Type", "application/json"]);
  if (isSigned) {
    const { publicUrl, authToken } = signer;
    headers.push(["X-Provider-Signature", twilio.getExpectedTwilioSignature(authToken, publicUrl + target, {})]);
  }
  headers.push(["Connection", "close"]);
  const lines = [...draft.rawHeaders, ...headers.map(([name, value]) => `${name}: ${value}`)];
  const head = [`${draft.method} ${target} ${draft.version}`, ...lines, "", ""].join("\r\n");
  return Buffer.concat([Buffer.from(head, "latin1"), content]);
}
