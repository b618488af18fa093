import { createHmac, hash, timingSafeEqual } from "node:crypto";
import type { FormPairs } from "../callbacks.ts";

/** The parts of a callback that its signature covers. */
export interface SignedRequest {
  /** The URL with its query, once for each public address of the server. */
  urls: string[];
  /** The value of the signature header. */
  signature: string;
  /** The form, or the bytes of a JSON body. */
  content: { form: FormPairs } | { json: Buffer };
}

/**
 * The provider's signature of a callback with a form body: base64 of HMAC-SHA1, keyed with the account's auth token. It
 * covers the public URL followed by every name and value, sorted by the bytes of the names. The values of a repeated
 * name are sorted by their bytes, and equal values count once.
 *
 * @see https://www.twilio.com/docs/usage/security#validating-requests
 */
export function signForm(authToken: string, url: string, form: FormPairs): string {
  return sign(authToken, url + joinPairs(form));
}

const sign = (authToken: string, signed: string): string =>
  createHmac("sha1", authToken).update(signed).digest("base64");

/** The names and values of a form in their signed order. */
function joinPairs(form: FormPairs): string {
  const sorted = sortByBytes(form);
  let joined = "";
  let last: FormPairs[number] | undefined;
  for (const pair of sorted) {
    const [name, value] = pair;
    if (name !== last?.[0] || value !== last[1]) joined += name + value;
    last = pair;
  }
  return joined;
}

/** Whether a text has the form of a signature: the 20 bytes of HMAC-SHA1 are 28 characters of base64. */
export const isSignature = (text: string): boolean => /^[A-Za-z0-9+/]{27}=$/.test(text);

/**
 * Whether a callback is signed with the auth token over one of its URLs. The provider may sign a URL with or without
 * the default port of its scheme. A form is sorted once for all URLs. Comparisons take constant time.
 */
export function isSigned(authToken: string, { urls, signature, content }: SignedRequest): boolean {
  if ("json" in content && !hasHashOf(urls[0] ?? "", content.json)) return false;
  const joined = "form" in content ? joinPairs(content.form) : "";
  const isRight = (url: string) => isEqual(signature, sign(authToken, url + joined));
  return urls.some((url) => isRight(url) || isRight(otherSpelling(url)));
}

/** Whether a URL contains the hash of a JSON body. */
function hasHashOf(url: string, body: Buffer): boolean {
  const named = new URLSearchParams(url.split("?").slice(1).join("?")).get("bodySHA256") ?? "";
  return isEqual(named.toLowerCase(), hash("sha256", body));
}

/** The URL with the default port of its scheme if it has no port, or without if it has that port. */
function otherSpelling(url: string): string {
  const [, scheme = "", authority = "", rest = ""] = /^(https?):\/\/([^/?#]*)(.*)$/is.exec(url) ?? [];
  const port = scheme.toLowerCase() === "https" ? ":443" : ":80";
  if (authority.endsWith(port)) return `${scheme}://${authority.slice(0, -port.length)}${rest}`;
  return /:\d+$/.test(authority) ? url : `${scheme}://${authority}${port}${rest}`;
}

const isEqual = (given: string, right: string): boolean => {
  const [a, b] = [Buffer.from(given), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
};

/** Sorts pairs by the bytes of their names and values. The order of code units differs only for surrogates. */
function sortByBytes(form: FormPairs): FormPairs {
  if (!form.some(([name, value]) => surrogate.test(name + value))) return form.toSorted(compareUnits);
  const keys = new Map(form.map((pair) => [pair, [bytesOf(pair[0]), bytesOf(pair[1])] as const]));
  return form.toSorted((a, b) => compareUnits(keys.get(a)!, keys.get(b)!));
}

const surrogate = /[\ud800-\udfff]/;

/** The UTF-8 bytes of a text, with a code unit for each. */
const bytesOf = (text: string) => Buffer.from(text).toString("latin1");

/** Compares pairs by UTF-16 code units, which have the order of the bytes if there are no surrogates. */
const compareUnits = ([a, one]: FormPairs[number], [b, other]: FormPairs[number]) =>
  compare(a, b) || compare(one, other);

const compare = (a: string, b: string) => (a === b ? 0 : a < b ? -1 : 1);
