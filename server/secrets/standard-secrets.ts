import { randomBytes } from "node:crypto";

/** The lengths that Standard Webhooks allows, in bytes. */
const minBytes = 24;
const maxBytes = 64;

/** The length of an HMAC-SHA256 value. */
const secretBytes = 32;

/** Makes a secret of Standard Webhooks. */
export const makeStandardSecret = (): string => `whsec_${randomBytes(secretBytes).toString("base64")}`;

/** What a secret of Standard Webhooks must be; undefined for a right one. */
export function standardSecretFault(value: string): string | undefined {
  const [, coded = ""] = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(value) ?? [];
  const bytes = Buffer.from(coded, "base64");
  const isRight = bytes.length >= minBytes && bytes.length <= maxBytes && bytes.toString("base64") === coded;
  return isRight ? undefined : `must be whsec_ and the base64 of ${minBytes} to ${maxBytes} bytes`;
}
