/** The rule that combines two values of a field. */
export type MergeStrategy = "prefer_target" | "prefer_source" | "prefer_non_null" | "append";

/**
 * Combines the target's and the source's value of a field. The default strategy is `prefer_target`.
 *
 * @see docs/decisions.md, Contacts
 */
export function mergeValues<T>(target: T, source: T, strategy: MergeStrategy = "prefer_target"): T {
  switch (strategy) {
    case "prefer_target":
      return isBlank(target) ? source : target;
    case "prefer_source":
      return isBlank(source) ? target : source;
    case "prefer_non_null":
      return target ?? source;
    case "append":
      return unite(target, source) as T;
  }
}

/** Whether a value is empty: null, white space, an empty array or an empty object. */
export function isBlank(value: unknown): boolean {
  if (value === null || value === undefined) return true;
  if (typeof value === "string") return value.trim() === "";
  return typeof value === "object" && Object.keys(value).length === 0;
}

/**
 * Joins arrays without repeated values, and merges objects recursively. For other values the target's value stays,
 * unless it is null.
 */
function unite(target: unknown, source: unknown): unknown {
  if (Array.isArray(target) && Array.isArray(source)) return distinct([...target, ...source]);
  // Null if both values are undefined, because a property must not get lost.
  if (!isObject(target) || !isObject(source)) return target ?? source ?? null;
  const names = new Set([...Object.keys(target), ...Object.keys(source)]);
  const ownOf = (object: object, name: string) => Object.getOwnPropertyDescriptor(object, name)?.value;
  return Object.fromEntries([...names].map((name) => [name, unite(ownOf(target, name), ownOf(source, name))]));
}

/** Removes repeated JSON values, in linear time. */
function distinct(values: unknown[]): unknown[] {
  const firsts = new Map<string, unknown>();
  for (const value of values) {
    const key = keyOf(value);
    if (!firsts.has(key)) firsts.set(key, value);
  }
  return [...firsts.values()];
}

/** The same key for equal JSON values: canonical JSON, or a quote and the text itself for a text. */
const keyOf = (value: unknown): string =>
  typeof value === "string"
    ? `"${value}`
    : JSON.stringify(value, (_, each) => (isObject(each) ? sortNames(each) : each));

const sortNames = (object: object): object =>
  Object.fromEntries(Object.entries(object).sort(([a], [b]) => (a < b ? -1 : 1)));

const isObject = (value: unknown): value is object =>
  typeof value === "object" && value !== null && !Array.isArray(value);
