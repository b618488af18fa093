import type { Ajv2020 } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import { isTimestampWithOffset, parseTimestamp } from "../db/timestamp.ts";
import { isPhone } from "../phone.ts";

const isUri = formats.default.get("uri") as (text: string) => boolean;

/** Adds the contract's formats to a validator: the standard formats and our own. Handlers rely on them. */
export function addFormats(ajv: Ajv2020): void {
  formats.default(ajv);
  // The library's own `uri` accepts `https://` and ports that are not numbers.
  ajv.addFormat("uri", (text) => isUri(text) && URL.canParse(text));
  ajv.addFormat("e164", isPhone);
  ajv.addFormat("iso-8601", (text) => parseTimestamp(text) !== undefined);
  ajv.addFormat("iso-8601-with-offset", isTimestampWithOffset);
}

/** What a value of each format of the contract must be, in words with an example. */
export const formatsInWords: Record<string, string> = {
  "date-time": "must be a timestamp in ISO 8601, for example 2026-11-21T10:15:30Z",
  "iso-8601": "must be a timestamp in ISO 8601, for example 2026-11-21T10:15:30Z",
  "iso-8601-with-offset": "must be a timestamp with its offset, for example 2026-11-21T18:00:00+01:00",
  e164: "must be a possible phone number: check the country code and the number of digits, for example +12025550123",
  int32: "must be an integer from -2147483648 to 2147483647",
  int64: "must be an integer that JSON parsers keep, for example 42",
  uri: "must be an address, for example https://example.com/replies",
  uuid: "must be a UUID, for example 019aa4a1-7c3e-7d52-9a0e-3b8f6f1d8a10",
};
