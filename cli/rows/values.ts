import { parseJson } from "../bytes/parse-json.ts";

/** Whether a value is an array, or a text that is one in JSON. */
export const isArray = (value: unknown) => Array.isArray(value) || /^\[.*\]$/s.test(String(value));

/** Reads an array, a JSON array, or texts separated by ` ::: ` as in Google's exports, or by commas, semicolons or bars. */
export function readArray(value: unknown): unknown[] {
  if (Array.isArray(value)) return value;
  const text = String(value);
  const parsed = isArray(text) ? parseJson(text) : undefined;
  if (Array.isArray(parsed)) return parsed;
  return text
    .split(text.includes(":::") ? ":::" : /[,;|\r\n]/)
    .map((each) => each.trim())
    .filter((each) => each !== "");
}
