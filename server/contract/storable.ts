/** A value in a request that PostgreSQL cannot store. */
export interface Unstorable {
  path: string[];
  message: string;
}

/**
 * Finds values that PostgreSQL cannot store: NUL or lone surrogates in texts and names, numbers that are not finite, and
 * nesting deeper than `maxDepth`. Reports the first fault of each top-level field.
 */
export function findUnstorable(value: unknown, maxDepth: number): Unstorable[] {
  const fault = faultOf(value, maxDepth);
  if (!fault || typeof value !== "object" || value === null) return fault ? [fault] : [];
  return Object.entries(value).flatMap(([name, field]) => {
    const fieldFault = faultOfField(name, field, maxDepth);
    return fieldFault ? [fieldFault] : [];
  });
}

function faultOf(value: unknown, depth: number): Unstorable | undefined {
  if (typeof value === "string") {
    if (value.includes("\0")) return { path: [], message: "must not contain the character NUL" };
    return value.isWellFormed() ? undefined : { path: [], message: "must not contain half a surrogate pair" };
  }
  if (typeof value === "number") {
    return Number.isFinite(value) ? undefined : { path: [], message: "must be a finite number" };
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
