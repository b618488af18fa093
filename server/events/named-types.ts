import type { KeyScope } from "../../generated/operations.ts";
import { contractDocument } from "../contract/document.ts";
import { fail } from "../errors.ts";
import { hasScope, type KeyRights } from "../operations/key-rights.ts";

const eventType = contractDocument.components!.schemas!.EventType as { "x-scopes"?: Record<string, KeyScope> };

/** The scopes that a reader of a type of events needs beside `events:read`. */
const scopesOfTypes = eventType["x-scopes"] ?? {};

/** The types of events that a reader gets only if it names them. */
export const namedTypes: readonly string[] = Object.keys(scopesOfTypes);

/** The scopes that the reader of types of events lacks. */
const missingOf = (rights: Pick<KeyRights, "scopes">, types: readonly string[] = []): KeyScope[] =>
  [...new Set(types.flatMap((type) => scopesOfTypes[type] ?? []))].filter((scope) => !hasScope(rights, scope));

/** Whether a key may read types of events; undefined: all that need not be named. */
export const mayReadTypes = (rights: Pick<KeyRights, "scopes">, types: readonly string[] | undefined): boolean =>
  missingOf(rights, types).length === 0;

/** Checks the scopes of types of events. @throws insufficient_scope */
export function checkTypes(rights: Pick<KeyRights, "scopes">, types: readonly string[] | undefined): void {
  const missing = missingOf(rights, types);
  if (missing.length === 0) return;
  const message = `The API key does not have the scope ${missing.join(" and ")} for these types of events.`;
  fail("insufficient_scope", { scopes: missing, message });
}
