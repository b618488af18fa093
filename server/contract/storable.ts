/** A value in a request that would not be stored as it was sent. */
export interface Unstorable {
  path: string[];
  message: string;
}

/**
 * Finds values that would not be stored as they were sent: NUL or lone surrogates in texts and names, too large
 * numbers, and nesting deeper than `maxDepth`. Reports the first fault of each top-level field.
 */
export function findUnstorable(value: unknown, maxDepth: number): Unstorable[] {
  const fault = faultOf(value, maxDepth);
  if (!fault || typeof value !== "object" || value === null) return fault ? [fault] : [];
  return Object.entries(value).flatMap(([name, field]) => {
    const fieldFault = faultOfField(name, field, maxDepth);
    return fieldFault ? [fieldFault] : [];
  });
}

/** JSON writes numbers from here on with an exponent. Parsing a number with an exponent changes no digits of it. */
const firstExponent = 1e21;

function faultOf(value: unknown, depth: number): Unstorable | undefined {
  if (typeof value === "string") {
    if (value.includes("\0")) return { path: [], message: "must not contain the character NUL" };
    return value.isWellFormed() ? undefined : { path: [], message: "must not contain half a surrogate pair" };
  }
  if (typeof value === "number") {
    if (!Number.isFinite(value)) return { path: [], message: "must be a finite number" };
    const isUnsafe = Math.abs(value) > Number.MAX_SAFE_INTEGER && Math.abs(value) < firstExponent;
    return isUnsafe
      ? { path: [], message: "is an integer beyond 2^53 - 1, which loses digits; send it as a string" }
      : undefined;
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
