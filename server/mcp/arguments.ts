import type { RawInput } from "../contract/input.ts";
import { fail } from "../errors.ts";
import type { OperationTool } from "./tools.ts";

/**
 * A tool's arguments as the request that they stand for, so that a rule holds, and a kept answer is found, whichever
 * way a caller takes. An argument that the tool does not have goes into the body, where the contract refuses it.
 *
 * @throws invalid_idempotency_key for one that is no text
 */
export function inputOf({ places }: OperationTool, args: Record<string, unknown>): RawInput {
  const path: RawInput["path"] = {};
  const query: RawInput["query"] = {};
  const body: Record<string, unknown> = {};
  let idempotencyKey: string | undefined;
  for (const [name, value] of Object.entries(args)) {
    const place = places.get(name);
    if (place === undefined) Object.defineProperty(body, name, { value, enumerable: true });
    // Models give null for what they leave out; only in a body does it say something.
    else if (value === null) continue;
    else if (place === "path") path[name] = textOf(value);
    else if (place === "query") query[name] = typeof value === "object" ? value : String(value);
    else idempotencyKey = keyOf(value);
  }
  return { path, query, idempotencyKey, ...(Object.keys(body).length > 0 && { body }) };
}

const textOf = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value));

/** A key without the white space around it, which a header's value would not have either. */
function keyOf(value: unknown): string {
  return typeof value === "string" ? value.replaceAll(/^[ \t]+|[ \t]+$/g, "") : fail("invalid_idempotency_key");
}
