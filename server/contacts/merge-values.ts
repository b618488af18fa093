/** How a strategy says that two values of a field become one. */
export type MergeStrategy = "prefer_target" | "prefer_source" | "prefer_non_null" | "append";

/**
 * One value of the target's and the source's; without a strategy as by `prefer_target`.
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

/** Whether a value says nothing: null, white space, an empty array or object. */
export function isBlank(value: unknown): boolean {
  if (value === null || value === undefined) return true;
  if (typeof value === "string") return value.trim() === "";
  return typeof value === "object" && Object.keys(value).length === 0;
}

/** Arrays without repeats, objects name by name all the way down; of other values the target's, if it has one. */
function unite(target: unknown, source: unknown): unknown {
  if (Array.isArray(target) && Array.isArray(source)) return distinct([...target, ...source]);
  // Null where neither has more to say: a name must not get lost.
  if (!isObject(target) || !isObject(source)) return target ?? source ?? null;
  const names = new Set([...Object.keys(target), ...Object.keys(source)]);
  const ownOf = (object: object, name: string) => Object.getOwnPropertyDescriptor(object, name)?.value;
  return Object.fromEntries([...names].map((name) => [name, unite(ownOf(target, name), ownOf(source, name))]));
}

/** The first of all equal JSON values, in linear time. */
function distinct(values: unknown[]): unknown[] {
  const firsts = new Map<string, unknown>();
  for (const value of values) {
    const key = keyOf(value);
    if (!firsts.has(key)) firsts.set(key, value);
  }
  return [...firsts.values()];
}

/** A text that equal JSON values share: a text itself behind a quote, and canonical JSON, which then has no quote there. */
const keyOf = (value: unknown): string =>
  typeof value === "string"
    ? `"${value}`
    : JSON.stringify(value, (_, each) => (isObject(each) ? sortNames(each) : each));

const sortNames = (object: object): object =>
  Object.fromEntries(Object.entries(object).sort(([a], [b]) => (a < b ? -1 : 1)));

const isObject = (value: unknown): value is object =>
  typeof value === "object" && value !== null && !Array.isArray(value);
