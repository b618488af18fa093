import type { Ajv2020 } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import { parseTimestamp } from "../db/timestamp.ts";
import { isPhone } from "../phone.ts";

const isUri = formats.default.get("uri") as (text: string) => boolean;

/** Adds the contract's formats to a validator: the standard formats and our own. Handlers rely on them. */
export function addFormats(ajv: Ajv2020): void {
  formats.default(ajv);
  // The library's own `uri` accepts `https://` and ports that are not numbers.
  ajv.addFormat("uri", (text) => isUri(text) && URL.canParse(text));
  ajv.addFormat("e164", isPhone);
  ajv.addFormat("iso-8601", (text) => parseTimestamp(text) !== undefined);
}
