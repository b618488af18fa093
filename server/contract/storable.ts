/** Something in a request that PostgreSQL cannot hold. */
export interface Unstorable {
  path: string[];
  message: string;
}

/**
 * Finds what no column or JSON value can hold: NUL and lone surrogates in a text or a name, numbers that are not
 * finite, and nesting deeper than `maxDepth`. The first of each top-level field.
 */
export function findUnstorable(value: unknown, maxDepth: number): Unstorable[] {
  const fault = faultOf(value, maxDepth);
  if (!fault || typeof value !== "object" || value === null) return fault ? [fault] : [];
  return Object.entries(value).flatMap(([name, field]) => {
    const own = faultOfField(name, field, maxDepth);
    return own ? [own] : [];
  });
}

function faultOf(value: unknown, depth: number): Unstorable | undefined {
  if (typeof value === "string") {
    if (value.includes("\0")) return { path: [], message: "must not contain the character NUL" };
    return value.isWellFormed() ? undefined : { path: [], message: "must not contain half a surrogate pair" };
  }
  if (typeof value === "number") {
    return Number.isFinite(value) ? undefined : { path: [], message: "must be a number of a representable size" };
  }
  if (typeof value !== "object" || value === null) return undefined;
  if (depth === 0) return { path: [], message: "must not be nested so deeply" };
  for (const name of Object.keys(value)) {
    const fault = faultOfField(name, (value as Record<string, unknown>)[name], depth);
    if (fault) return fault;
  }
  return undefined;
}

function faultOfField(name: string, field: unknown, depth: number): Unstorable | undefined {
  const fault = faultOf(name, depth) ?? faultOf(field, depth - 1);
  return fault && { ...fault, path: [name, ...fault.path] };
}
