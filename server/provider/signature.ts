import { createHmac } from "node:crypto";

/**
 * The signature that the provider puts on a callback with a form body: base64 of HMAC-SHA1, keyed with the account's
 * auth token, over the public URL followed by every name and value, the names in byte order.
 *
 * @see https://www.twilio.com/docs/usage/security#validating-requests
 */
export function signForm(authToken: string, url: string, form: Record<string, string>): string {
  const names = Object.keys(form).toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
  const signed = url + names.map((name) => name + form[name]).join("");
  return createHmac("sha1", authToken).update(signed).digest("base64");
}
