import type { RawInput } from "../contract/input.ts";
import { fail } from "../errors.ts";
import type { OperationTool } from "./tools.ts";

/**
 * Converts a tool's arguments to the input of its operation, exactly as a request over HTTP would give it. So the same
 * rules hold, and an idempotency key works across both transports. The contract refuses unknown arguments in the body.
 *
 * @throws invalid_idempotency_key for a key that is not a string
 */
export function inputOf({ locations }: OperationTool, args: Record<string, unknown>): RawInput {
  const path: RawInput["path"] = {};
  const query: RawInput["query"] = {};
  const body: Record<string, unknown> = {};
  let idempotencyKey: string | undefined;
  for (const [name, value] of Object.entries(args)) {
    const location = locations.get(name);
    if (location === undefined) Object.defineProperty(body, name, { value, enumerable: true });
    // Models often pass null for an omitted argument. Null has a meaning only in a body.
    else if (value === null) continue;
    else if (location === "path") path[name] = textOf(value);
    else if (location === "query") query[name] = typeof value === "object" ? value : String(value);
    else idempotencyKey = keyOf(value);
  }
  return { path, query, idempotencyKey, ...(Object.keys(body).length > 0 && { body }) };
}

const textOf = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value));

/** The key without surrounding white space, as in a header's value. */
function keyOf(value: unknown): string {
  return typeof value === "string" ? value.replaceAll(/^[ \t]+|[ \t]+$/g, "") : fail("invalid_idempotency_key");
}
