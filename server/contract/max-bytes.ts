import { str } from "ajv";
import type { Ajv2020 } from "ajv/dist/2020.js";

/**
 * The size of a JSON value in bytes of JSON in UTF-8. Works without recursion, because values that are nested too deeply
 * for `JSON.stringify` are measured before they are refused.
 */
export function bytesOf(value: unknown): number {
  let bytes = 0;
  const open = [value];
  while (open.length > 0) {
    const each = open.pop();
    if (typeof each !== "object" || each === null) {
      bytes += bytesOfScalar(each);
      continue;
    }
    const names = Array.isArray(each) ? [] : Object.keys(each);
    const members: unknown[] = Array.isArray(each) ? each : Object.values(each);
    // Two brackets, the commas, and a colon for each name.
    bytes += 2 + Math.max(0, members.length - 1) + names.length;
    for (const name of names) bytes += bytesOfScalar(name);
    for (const member of members) open.push(member);
  }
  return bytes;
}

const bytesOfScalar = (value: unknown) => Buffer.byteLength(JSON.stringify(value));

/** Adds the contract's keyword `x-max-bytes`, which limits the `bytesOf` a value, to a validator. */
export function addMaxBytes(ajv: Ajv2020): void {
  ajv.addKeyword({
    keyword: "x-max-bytes",
    schemaType: "number",
    validate: (max: number, value: unknown) => bytesOf(value) <= max,
    error: { message: ({ schema }) => str`must NOT have more than ${schema} bytes of JSON` },
  });
}
