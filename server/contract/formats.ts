import type { Ajv2020 } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import { parseTimestamp } from "../db/timestamp.ts";
import { isPhone } from "../phone.ts";

const isUri = formats.default.get("uri") as (text: string) => boolean;

/** Teaches a validator the contract's formats: the usual ones and our own. A handler may rely on them. */
export function addFormats(ajv: Ajv2020): void {
  formats.default(ajv);
  // The library's own `uri` lets `https://` and ports that are no numbers through.
  ajv.addFormat("uri", (text) => isUri(text) && URL.canParse(text));
  ajv.addFormat("e164", isPhone);
  ajv.addFormat("iso-8601", (text) => parseTimestamp(text) !== undefined);
}
