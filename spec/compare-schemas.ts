import type { OpenAPIV3_1 } from "openapi-types";

export type Schema = Omit<OpenAPIV3_1.SchemaObject, "items"> & { items?: Schema; "x-max-bytes"?: number };

/** Clients write input and read output. A narrower schema of input breaks clients, and a wider schema of output. */
export type Direction = "input" | "output";

/** Keywords that limit a value, and whether a greater or a smaller limit allows more values. */
const limits = [
  ["maxLength", "greater"],
  ["maximum", "greater"],
  ["maxItems", "greater"],
  ["x-max-bytes", "greater"],
  ["minLength", "less"],
  ["minimum", "less"],
  ["minItems", "less"],
] as const;

/** Keywords for which every change of an input may refuse values that were accepted. */
const conditions = ["pattern", "format", "const", "if", "then", "else", "not", "dependentSchemas", "allOf"] as const;

/** Describes the changes of a schema that break clients. Both schemas are without `$ref`. */
export function compareSchemas(where: string, before: Schema, now: Schema, direction: Direction): string[] {
  const branches = [before, now].map(({ anyOf, oneOf }) => (anyOf ?? oneOf) as Schema[] | undefined);
  if (branches[0] || branches[1])
    return compareBranches(where, branches[0] ?? [before], branches[1] ?? [now], direction);
  return [
    ...compareTypes(where, before, now, direction),
    ...compareFields(where, before, now, direction),
    ...(direction === "input" ? compareLimits(where, before, now) : compareFormat(where, before, now)),
    ...(before.items && now.items ? compareSchemas(`${where}[]`, before.items, now.items, direction) : []),
  ];
}

/**
 * Compares alternatives. An input must still accept each old alternative, and an output may have no new alternative.
 */
function compareBranches(where: string, before: Schema[], now: Schema[], direction: Direction): string[] {
  const [demands, offers] = direction === "input" ? ([before, now] as const) : ([now, before] as const);
  const isMet = (demand: Schema) =>
    offers.some((offer) => {
      const [older, newer] = direction === "input" ? ([demand, offer] as const) : ([offer, demand] as const);
      return compareSchemas(where, older, newer, direction).length === 0;
    });
  return demands.every(isMet) ? [] : [`${where}: its alternatives have changed`];
}

const typesOf = ({ type }: Schema): string[] => (type === undefined ? [] : [type].flat());

function compareTypes(where: string, before: Schema, now: Schema, direction: Direction): string[] {
  const [demands, offers] = direction === "input" ? ([before, now] as const) : ([now, before] as const);
  const fits = (type: string) =>
    typesOf(offers).includes(type) || (type === "integer" && typesOf(offers).includes("number"));
  const isFree = typesOf(offers).length === 0;
  const changed = !isFree && (typesOf(demands).length === 0 || !typesOf(demands).every(fits));
  const lost = (before.enum ?? []).filter((value) => now.enum && !now.enum.includes(value));
  return [
    ...(changed ? [`${where}: its type was ${typesOf(before).join("|")} and is ${typesOf(now).join("|")}`] : []),
    ...(direction === "input" && now.enum && !before.enum ? [`${where}: accepts only some values`] : []),
    ...(direction === "input" ? lost.map((value) => `${where}: the value ${value} is gone`) : []),
  ];
}

function compareFields(where: string, before: Schema, now: Schema, direction: Direction): string[] {
  const olderFields = (before.properties ?? {}) as Record<string, Schema>;
  const newerFields = (now.properties ?? {}) as Record<string, Schema>;
  const isRequired = (schema: Schema, name: string) => schema.required?.includes(name) ?? false;
  const changed = Object.entries(olderFields).flatMap(([name, schema]) => {
    const newer = newerFields[name];
    return newer ? compareSchemas(`${where}.${name}`, schema, newer, direction) : [`${where}.${name} is gone`];
  });
  const [strict, loose] = direction === "input" ? ([now, before] as const) : ([before, now] as const);
  const names = (strict.required ?? []).filter((name) => !isRequired(loose, name) && name in newerFields);
  const closed = direction === "input" && now.additionalProperties === false && before.additionalProperties !== false;
  return [
    ...changed,
    ...names.map((name) => `${where}.${name} is ${direction === "input" ? "now required" : "no longer always there"}`),
    ...(closed ? [`${where}: no longer accepts other fields`] : []),
  ];
}

function compareLimits(where: string, before: Schema, now: Schema): string[] {
  const narrowed = limits.filter(([name, direction]) => {
    const [older, newer] = [before[name], now[name]];
    if (newer === undefined) return false;
    return older === undefined || (direction === "greater" ? newer < older : newer > older);
  });
  const changed = conditions.filter((name) => {
    const [older, newer] = [before, now].map((schema) => JSON.stringify((schema as Record<string, unknown>)[name]));
    return newer !== undefined && newer !== older;
  });
  return [...narrowed.map(([name]) => name), ...changed].map((name) => `${where}: ${name} is narrower or different`);
}

const compareFormat = (where: string, before: Schema, now: Schema): string[] =>
  before.format === now.format ? [] : [`${where}: its format was ${before.format} and is ${now.format}`];
