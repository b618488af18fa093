import { propertyOf, type Schema } from "./schemas.ts";
import { maxDetails } from "./violations.ts";

/**
 * A body in which nothing is larger than its refusal takes. The validator collects every error, so it would work on
 * each of a hundred thousand items, only to refuse them all:
 *
 * - an array with more than `maxItems` items keeps one more than that;
 * - objects that take no unknown fields keep a hundred of these, in all of the body.
 *
 * What is cut is refused in any case. A body with nothing to cut is returned as it is.
 */
export function cutOversized(schema: Schema, body: unknown): unknown {
  return cut(schema, body, { unknownFields: maxDetails });
}

/** How many more unknown fields are kept. */
interface Allowance {
  unknownFields: number;
}

function cut(schema: Schema, value: unknown, allowance: Allowance): unknown {
  if (typeof value !== "object" || value === null) return value;
  return Array.isArray(value) ? cutArray(schema, value, allowance) : cutObject(schema, value, allowance);
}

function cutArray(schema: Schema, array: unknown[], allowance: Allowance): unknown[] {
  const branch = branchesOf(schema).find((each) => "items" in each) as (Schema & { items: Schema }) | undefined;
  if (!branch) return array;
  const maxItems = branch.maxItems ?? schema.maxItems ?? array.length;
  const kept = array.length > maxItems + 1 ? array.slice(0, maxItems + 1) : array;
  return replaced(kept, (item) => cut(branch.items, item, allowance));
}

function cutObject(schema: Schema, object: object, allowance: Allowance): object {
  // Most bodies are small and have nothing within.
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

/** The array itself if no item is another one afterwards. */
function replaced<T>(array: T[], replace: (item: T) => T): T[] {
  const items = array.map(replace);
  return items.every((item, at) => item === array[at]) ? array : items;
}

const branchesOf = (schema: Schema): Schema[] => [schema, ...((schema.anyOf ?? []) as Schema[])];
