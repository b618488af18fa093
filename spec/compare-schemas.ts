import type { OpenAPIV3_1 } from "openapi-types";

export type Schema = Omit<OpenAPIV3_1.SchemaObject, "items"> & { items?: Schema; "x-max-bytes"?: number };

/** Who writes what a schema describes: a narrower schema breaks those who write, a wider one those who read. */
export type Direction = "taken" | "given";

/** Limits that a value must keep, and whether a greater one lets more through. */
const limits = [
  ["maxLength", "greater"],
  ["maximum", "greater"],
  ["maxItems", "greater"],
  ["x-max-bytes", "greater"],
  ["minLength", "less"],
  ["minimum", "less"],
  ["minItems", "less"],
] as const;

/** Keywords of which any change of what is taken may refuse what was accepted. */
const conditions = ["pattern", "format", "const", "if", "then", "else", "not", "dependentSchemas", "allOf"] as const;

/** What of a schema a newer one does not keep, in words; both without `$ref`. */
export function compareSchemas(where: string, before: Schema, now: Schema, direction: Direction): string[] {
  const branches = [before, now].map(({ anyOf, oneOf }) => (anyOf ?? oneOf) as Schema[] | undefined);
  if (branches[0] || branches[1])
    return compareBranches(where, branches[0] ?? [before], branches[1] ?? [now], direction);
  return [
    ...compareTypes(where, before, now, direction),
    ...compareFields(where, before, now, direction),
    ...(direction === "taken" ? compareLimits(where, before, now) : compareFormat(where, before, now)),
    ...(before.items && now.items ? compareSchemas(`${where}[]`, before.items, now.items, direction) : []),
  ];
}

/** Each way that was possible must still be; and what is given may come in no new way. */
function compareBranches(where: string, before: Schema[], now: Schema[], direction: Direction): string[] {
  const [demands, offers] = direction === "taken" ? ([before, now] as const) : ([now, before] as const);
  const isMet = (demand: Schema) =>
    offers.some((offer) => {
      const [old, young] = direction === "taken" ? ([demand, offer] as const) : ([offer, demand] as const);
      return compareSchemas(where, old, young, direction).length === 0;
    });
  return demands.every(isMet) ? [] : [`${where}: its alternatives have changed`];
}

const typesOf = ({ type }: Schema): string[] => (type === undefined ? [] : [type].flat());

function compareTypes(where: string, before: Schema, now: Schema, direction: Direction): string[] {
  const [demands, offers] = direction === "taken" ? ([before, now] as const) : ([now, before] as const);
  const fits = (type: string) =>
    typesOf(offers).includes(type) || (type === "integer" && typesOf(offers).includes("number"));
  const isFree = typesOf(offers).length === 0;
  const changed = !isFree && (typesOf(demands).length === 0 || !typesOf(demands).every(fits));
  const lost = (before.enum ?? []).filter((value) => now.enum && !now.enum.includes(value));
  return [
    ...(changed ? [`${where}: its type was ${typesOf(before).join("|")} and is ${typesOf(now).join("|")}`] : []),
    ...(direction === "taken" && now.enum && !before.enum ? [`${where}: takes only some values`] : []),
    ...(direction === "taken" ? lost.map((value) => `${where}: the value ${value} is gone`) : []),
  ];
}

function compareFields(where: string, before: Schema, now: Schema, direction: Direction): string[] {
  const old = (before.properties ?? {}) as Record<string, Schema>;
  const young = (now.properties ?? {}) as Record<string, Schema>;
  const isRequired = (schema: Schema, name: string) => schema.required?.includes(name) ?? false;
  const changed = Object.entries(old).flatMap(([name, schema]) => {
    const newer = young[name];
    return newer ? compareSchemas(`${where}.${name}`, schema, newer, direction) : [`${where}.${name} is gone`];
  });
  const [strict, loose] = direction === "taken" ? ([now, before] as const) : ([before, now] as const);
  const names = (strict.required ?? []).filter((name) => !isRequired(loose, name) && name in young);
  const closed = direction === "taken" && now.additionalProperties === false && before.additionalProperties !== false;
  return [
    ...changed,
    ...names.map((name) => `${where}.${name} is ${direction === "taken" ? "now required" : "no longer always there"}`),
    ...(closed ? [`${where}: takes no other fields any more`] : []),
  ];
}

function compareLimits(where: string, before: Schema, now: Schema): string[] {
  const narrowed = limits.filter(([name, direction]) => {
    const [old, young] = [before[name], now[name]];
    if (young === undefined) return false;
    return old === undefined || (direction === "greater" ? young < old : young > old);
  });
  const changed = conditions.filter((name) => {
    const [old, young] = [before, now].map((schema) => JSON.stringify((schema as Record<string, unknown>)[name]));
    return young !== undefined && young !== old;
  });
  return [...narrowed.map(([name]) => name), ...changed].map((name) => `${where}: ${name} is narrower, or another one`);
}

const compareFormat = (where: string, before: Schema, now: Schema): string[] =>
  before.format === now.format ? [] : [`${where}: its format was ${before.format} and is ${now.format}`];
