import { createHash } from "node:crypto";
import twilio from "twilio";
import { type RouteId, routes } from "../../../generated/operations.ts";

export type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

/** A request before it is written, in parts that can be broken one by one. */
export interface Draft {
  id: RouteId;
  method: string;
  /** Of the path, percent-encoded. */
  segments: string[];
  query: [name: string, value: string][];
  /** Follows the query as it is. */
  rawQuery: string[];
  version: string;
  /** Without the key, and without those that the body needs; a name may stand there several times. */
  headers: [name: string, value: string][];
  /** Lines that stand among the headers as they are. */
  rawHeaders: string[];
  /** In `X-API-Key`; undefined: in no header. */
  key: string | undefined;
  body: { [name: string]: Json } | undefined;
  /** Sent in the place of the body. */
  content?: string | Buffer;
}

/** One thing that is wrong with a request. */
export interface Breakage {
  /** In words, for whoever reads the report. */
  name: string;
  /** What of the operation is broken: a field, a parameter, or how the request is written. */
  subject: string;
  /** The answers that it may lead to, each as `404 not_found`. */
  expected: string[];
  /** Whether it is refused before anybody can tell which operation it is for. */
  isUnread?: boolean;
  apply(draft: Draft): void;
}

/** Who signs callbacks. */
export interface Signer {
  publicUrl: string;
  authToken: string;
}

/** The bytes of a request, with which its connection ends. */
export function write(draft: Draft, signer: Signer): Buffer {
  const content = Buffer.from(draft.content ?? (draft.body === undefined ? "" : JSON.stringify(draft.body)));
  const has = (wanted: string) => draft.headers.some(([name]) => name.toLowerCase() === wanted);
  const isSigned = routes[draft.id].auth === "signature" && !has("x-provider-signature");
  const query = [...draft.query];
  // Of a body that claims to be something else the provider signs nothing.
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
