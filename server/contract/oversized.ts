import { branchesOf, propertyOf, type Schema } from "./schemas.ts";
import { maxDetails } from "./violations.ts";

/**
 * Cuts the oversized values of a body. The validator collects every error, so it would check each of a hundred thousand
 * items, only to refuse the body:
 *
 * - an array with more than `maxItems` items keeps `maxItems + 1` of them;
 * - objects that allow no unknown fields keep a hundred unknown fields in the whole body.
 *
 * A body that is cut is still invalid. A body with nothing to cut is returned unchanged.
 */
export function cutOversized(schema: Schema, body: unknown): unknown {
  return cut(schema, body, { unknownFields: maxDetails });
}

/** The number of unknown fields that may still be kept. */
interface Allowance {
  unknownFields: number;
}

function cut(schema: Schema, value: unknown, allowance: Allowance): unknown {
  if (typeof value !== "object" || value === null) return value;
  return Array.isArray(value) ? cutArray(schema, value, allowance) : cutObject(schema, value, allowance);
}

function cutArray(schema: Schema, array: unknown[], allowance: Allowance): unknown[] {
  const branch = branchesOf(schema).find(({ items }) => items);
  if (!branch?.items) return array;
  const { items } = branch;
  const maxItems = branch.maxItems ?? schema.maxItems ?? array.length;
  const kept = array.length > maxItems + 1 ? array.slice(0, maxItems + 1) : array;
  return replaceItems(kept, (item) => cut(items, item, allowance));
}

function cutObject(schema: Schema, object: object, allowance: Allowance): object {
  // Most bodies are small and not nested.
  const values = Object.values(object);
  if (values.length <= allowance.unknownFields && !values.some((value) => typeof value === "object")) return object;
  const branch = branchesOf(schema).find(({ properties }) => properties);
  if (!branch) return object;
  let isCut = false;
  const fields = Object.entries(object).flatMap(([name, field]): [string, unknown][] => {
    const property = propertyOf(branch, name);
    if (!property && branch.additionalProperties === false) {
      if (allowance.unknownFields === 0) {
        isCut = true;
        return [];
      }
      allowance.unknownFields -= 1;
    }
    const kept = property ? cut(property, field, allowance) : field;
    isCut ||= kept !== field;
    return [[name, kept]];
  });
  return isCut ? Object.fromEntries(fields) : object;
}

/** The array with each item replaced; the same array if no item changes. */
function replaceItems<T>(array: T[], replace: (item: T) => T): T[] {
  const items = array.map(replace);
  return items.every((item, at) => item === array[at]) ? array : items;
}
