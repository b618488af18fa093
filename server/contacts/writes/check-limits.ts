import { bytesOf } from "../../contract/max-bytes.ts";
import { inputSchemas, type Schema } from "../../contract/schemas.ts";
import { fail } from "../../errors.ts";

/** The values of a contact whose size the contract limits. */
export interface LimitedValues {
  phones?: unknown[];
  tags?: unknown[];
  notes?: unknown[];
  metadata?: object;
}

const lengthOf = (value: unknown) => (value as unknown[]).length;

/** The contract's limits for a new contact. They hold for the result of every change, too. */
const limits = Object.entries(inputSchemas.createContact.body?.properties ?? {}).flatMap(([field, schema]) => {
  const { maxItems, "x-max-bytes": maxBytes } = schema as Schema & { maxItems?: number };
  return [
    ...(maxItems === undefined ? [] : [{ field, max: maxItems, unit: "items", measure: lengthOf }]),
    ...(maxBytes === undefined ? [] : [{ field, max: maxBytes, unit: "bytes of JSON", measure: bytesOf }]),
  ];
}) as { field: keyof LimitedValues; max: number; unit: string; measure: (value: unknown) => number }[];

/**
 * Checks the result of a change that adds values to a contact. A value that was already over its limit may keep its
 * size.
 *
 * @param before the contacts from which the result was made
 * @throws validation_error
 */
export function checkLimits(result: LimitedValues, before: LimitedValues[]): void {
  const details = limits.flatMap(({ field, max, unit, measure }) => {
    const sizeIn = (values: LimitedValues) => (values[field] === undefined ? 0 : measure(values[field]));
    const size = sizeIn(result);
    if (size <= max || before.some((values) => sizeIn(values) >= size)) return [];
    return { field, code: "validation_error", message: `would have ${size} ${unit}, and at most ${max} are allowed` };
  });
  const [first] = details;
  if (first) fail("validation_error", { message: `${first.field} ${first.message}.`, details });
}
