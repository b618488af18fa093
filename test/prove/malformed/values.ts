/**
 * Generates invalid values from a schema of the contract.
 */
import fc from "fast-check";
import { contractDocument } from "../../../server/contract/document.ts";
import type { Schema } from "../../../server/contract/schemas.ts";
import type { Json } from "./draft.ts";

/** An invalid value, and the codes of the contract for it. */
export interface InvalidValue {
  value: Json;
  codes: string[];
}

const { bodyDepth } = contractDocument["x-limits"];

type Limits = Schema & { items?: Schema; examples?: Json[]; anyOf?: Limits[] };

/** The distance beyond a limit; often 1. */
export const excess = fc.oneof(fc.constant(1), fc.integer({ min: 1, max: 300 }));

const unstorable = fc.constantFrom("\0", "a\0b", "\ud800", "x\udfff");

const ofType: Record<string, fc.Arbitrary<Json>> = {
  string: fc.oneof(fc.string(), unstorable, fc.nat().map(String)),
  boolean: fc.boolean(),
  integer: fc.oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true })),
  array: fc.array(fc.integer(), { maxLength: 3 }),
  object: fc.dictionary(fc.string({ maxLength: 5 }), fc.integer(), { maxKeys: 3 }),
  null: fc.constant(null),
};

/** Values that a schema does not allow. `inherited` is the code of the containing field. */
export function brokenValues(schema: Limits, inherited = "validation_error"): fc.Arbitrary<InvalidValue> {
  const branches: Limits[] = schema.anyOf ?? [schema];
  const within = schema["x-error-code"] ?? inherited;
  const own = [schema, ...branches].map((branch) => branch["x-error-code"]).find(Boolean) ?? inherited;
  const types = branches.flatMap(({ type }) => type ?? []) as string[];
  const wrong = (values: fc.Arbitrary<Json>) => values.map((value): InvalidValue => ({ value, codes: [own] }));

  // The schema does not say whether null counts as absent.
  const others = Object.keys(ofType).filter((type) => !types.includes(type) && type !== "null");
  const broken = others.map((type) => wrong(ofType[type]!));
  for (const branch of branches) {
    const limits = { ...branch, ...(schema.maxItems !== undefined && { maxItems: schema.maxItems }) };
    if (schema.maxLength !== undefined) limits.maxLength = schema.maxLength;
    if (branch.type === "string") broken.push(wrong(unstorable), ...brokenTexts(limits).map(wrong));
    if (branch.type === "integer") broken.push(...brokenNumbers(limits).map(wrong));
    if (branch.type === "array") broken.push(...brokenArrays(limits, own, within));
    if (branch.type === "object") broken.push(...brokenObjects(branch, within));
  }
  return fc.oneof(...broken);
}

/** Texts that a schema does not allow. */
export function brokenTexts(schema: Limits): fc.Arbitrary<string>[] {
  const { minLength, maxLength, pattern, enum: values, format } = schema;
  const texts: fc.Arbitrary<string>[] = [];
  if (minLength) texts.push(fc.constant(""));
  if (maxLength) {
    texts.push(fc.tuple(fc.constantFrom("x", "é", "🦄"), excess).map(([unit, n]) => unit.repeat(maxLength + n)));
  }
  if (pattern) {
    const allowed = new RegExp(pattern, "u");
    const blank = fc.string({ unit: fc.constantFrom(..." \t\n\u3000"), maxLength: 5 });
    const typos = fc.constantFrom(...((schema.examples ?? [""]) as string[])).chain(misspelt);
    texts.push(fc.oneof(fc.string(), blank, typos).filter((text) => !allowed.test(text)));
  }
  if (values) texts.push(fc.oneof(fc.string(), fc.constantFrom(...values).chain(misspelt)).filter(isNoneOf(values)));
  const misshapen = formats[format ?? ""];
  if (misshapen) texts.push(fc.constantFrom(...misshapen));
  return texts;
}

/** Texts that a pattern may allow, but the format does not. */
const formats: Record<string, string[]> = {
  e164: ["+9991234567", "+1234567", "+120255501234", "+99999999999"],
  uri: ["https://", "http://a b", "https://x:port", "http://[::bad", "http://%"],
  "iso-8601": ["", "yesterday", "2026-02-30", "2026-13-01T00:00:00Z", "2026-01-01T25:00:00Z", "1700000000", "T"],
  "iso-8601-with-offset": ["", "tomorrow", "2026-11-27", "2026-11-27T10:00:00", "2026-02-30T10:00:00Z", "1700000000"],
};

const isNoneOf = (values: unknown[]) => (text: string) => !values.includes(text);

/** Adds, removes or replaces a character of a text. */
function misspelt(text: string): fc.Arbitrary<string> {
  const place = fc.nat({ max: text.length });
  return fc
    .tuple(place, fc.nat({ max: 1 }), fc.string({ maxLength: 1 }))
    .map(([at, gone, instead]) => text.slice(0, at) + instead + text.slice(at + gone));
}

/** Numbers that a schema of whole numbers does not allow. */
export function brokenNumbers({ minimum, maximum, format }: Limits): fc.Arbitrary<number>[] {
  const min = minimum ?? (format === "int32" ? -(2 ** 31) : undefined);
  const max = maximum ?? (format === "int32" ? 2 ** 31 - 1 : undefined);
  const numbers: fc.Arbitrary<number>[] = [
    fc.double({ noNaN: true, noDefaultInfinity: true }).filter((number) => !Number.isInteger(number)),
  ];
  if (min !== undefined) numbers.push(excess.map((less) => min - less));
  if (max !== undefined) numbers.push(excess.map((more) => max + more));
  return numbers;
}

function brokenArrays({ items = {}, minItems, maxItems }: Limits, own: string, within: string) {
  const of = (values: fc.Arbitrary<Json>) => values.map((value): InvalidValue => ({ value, codes: [own] }));
  const arrays: fc.Arbitrary<InvalidValue>[] = [
    fc.array(brokenValues(items, within), { minLength: 1, maxLength: 3 }).map((all) => ({
      value: all.map(({ value }) => value),
      codes: all.flatMap(({ codes }) => codes),
    })),
  ];
  if (minItems) arrays.push(of(fc.constant([])));
  if (maxItems) {
    const item = exampleOf(items);
    arrays.push(of(excess.map((count) => Array<Json>(maxItems + count).fill(item))));
  }
  return arrays;
}

function brokenObjects({ properties = {}, required = [], additionalProperties }: Limits, within: string) {
  const fields = Object.entries(properties) as [string, Limits][];
  const base = Object.fromEntries(required.map((name) => [name, exampleOf(properties[name] as Limits)]));
  const objects = fields.map(([name, schema]) =>
    brokenValues(schema, within).map(
      ({ value, codes }): InvalidValue => ({ value: { ...base, [name]: value }, codes }),
    ),
  );
  for (const name of required) {
    const { [name]: _, ...rest } = base;
    const code = (properties[name] as Limits)["x-error-code"] ?? within;
    objects.push(fc.constant({ value: rest, codes: [code] }));
  }
  if (additionalProperties === false) {
    const unknown = fc.string().filter((name) => !(name in properties));
    objects.push(unknown.map((name) => ({ value: { ...base, [name]: 1 }, codes: [within] })));
  } else {
    objects.push(unstorable.map((text) => ({ value: { a: [text] }, codes: [within] })));
    objects.push(excess.map((more) => ({ value: nest(bodyDepth - 1 + more), codes: [within] })));
  }
  return objects;
}

/** An object nested to a depth; the body adds a level. */
function nest(levels: number): Json {
  return levels === 0 ? 1 : { a: nest(levels - 1) };
}

/** A value that the schema allows, by its own example. */
function exampleOf(schema: Limits): Json {
  const [example] = [schema, ...(schema.anyOf ?? [])].flatMap(({ examples = [] }) => examples);
  return example ?? "x";
}
