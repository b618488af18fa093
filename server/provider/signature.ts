import { createHmac, hash, timingSafeEqual } from "node:crypto";

/** The names and values of a form, as they were sent: in their order, a name perhaps more than once. */
export type FormPairs = readonly (readonly [name: string, value: string])[];

/** A callback as far as its signature is concerned. */
export interface SignedRequest {
  /** The URL as it was called, with its query: one for each address that the server is known by. */
  urls: string[];
  /** What the header says. */
  signature: string;
  /** The form, or the bytes of a JSON body. */
  content: { form: FormPairs } | { json: Buffer };
}

/**
 * The signature that the provider puts on a callback with a form body: base64 of HMAC-SHA1, keyed with the account's
 * auth token, over the public URL followed by every name and value, the names in byte order. Of a name with several
 * values each different one counts, in byte order, too.
 *
 * @see https://www.twilio.com/docs/usage/security#validating-requests
 */
export function signForm(authToken: string, url: string, form: FormPairs): string {
  return sign(authToken, url + joinPairs(form));
}

const sign = (authToken: string, signed: string): string =>
  createHmac("sha1", authToken).update(signed).digest("base64");

/** The names and values of a form as they are signed. */
function joinPairs(form: FormPairs): string {
  const sorted = form.toSorted(([a, one], [b, other]) => compareBytes(a, b) || compareBytes(one, other));
  let joined = "";
  for (const [at, [name, value]] of sorted.entries()) {
    const [lastName, lastValue] = sorted[at - 1] ?? [];
    if (name !== lastName || value !== lastValue) joined += name + value;
  }
  return joined;
}

/** The signature of a callback with a JSON body: the URL names the body's hash as `bodySHA256`, and nothing follows. */
export function signJson(authToken: string, url: string): string {
  return signForm(authToken, url, []);
}

/** The hash of a JSON body, as `bodySHA256` has it. */
export const hashBody = (body: Buffer | string): string => hash("sha256", body);

/** Whether a text could be a signature: HMAC-SHA1 has 20 bytes, which are 28 characters of base64. */
export const isSignature = (text: string): boolean => /^[A-Za-z0-9+/]{27}=$/.test(text);

/**
 * Whether a callback is signed with the auth token, over one of its URLs. The provider may sign a URL with or without
 * the port that its scheme implies. A form is sorted once, whatever the number of URLs. Each comparison takes the same
 * time wherever a signature is wrong.
 */
export function isSigned(authToken: string, { urls, signature, content }: SignedRequest): boolean {
  if ("json" in content && !namesHash(urls[0] ?? "", content.json)) return false;
  const joined = "form" in content ? joinPairs(content.form) : "";
  const isRight = (url: string) => isEqual(signature, sign(authToken, url + joined));
  return urls.some((url) => spellings(url).some(isRight));
}

/** Whether a URL names the hash of a JSON body. */
function namesHash(url: string, body: Buffer): boolean {
  const named = new URLSearchParams(url.split("?").slice(1).join("?")).get("bodySHA256") ?? "";
  return isEqual(named.toLowerCase(), hashBody(body));
}

/** The URL without the port that its scheme implies, as most are signed, and with it; as it is if it names another. */
function spellings(url: string): string[] {
  const [, scheme = "", authority = "", rest = ""] = /^(https?):\/\/([^/?#]*)(.*)$/is.exec(url) ?? [];
  const port = scheme.toLowerCase() === "https" ? ":443" : ":80";
  const host = authority.endsWith(port) ? authority.slice(0, -port.length) : authority;
  if (host === authority && /:\d+$/.test(authority)) return [url];
  return [`${scheme}://${host}${rest}`, `${scheme}://${host}${port}${rest}`];
}

const isEqual = (given: string, right: string): boolean => {
  const [a, b] = [Buffer.from(given), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
};

const surrogate = /[\ud800-\udfff]/;

/** Compares as UTF-8 has the texts, which is how UTF-16 has them where there are no surrogates. */
function compareBytes(a: string, b: string): number {
  if (a === b) return 0;
  if (surrogate.test(a) || surrogate.test(b)) return Buffer.compare(Buffer.from(a), Buffer.from(b));
  return a < b ? -1 : 1;
}
