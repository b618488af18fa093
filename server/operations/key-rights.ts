import {
  fieldScopes,
  type KeyScope,
  keyScopes,
  namedScopes,
  type OperationId,
  operations,
} from "../../generated/operations.ts";
import type { KeyHold, KnownBy } from "../db/schema/entities/api-key.ts";
import type { QuietHours } from "../db/schema/entities/team.ts";
import { fail } from "../errors.ts";

/** What an API key may do for its team. */
export interface KeyRights {
  /** The scopes of the key; null for a key with `unnamedScopes`. */
  scopes: ReadonlySet<KeyScope> | null;
  /** The phones that the key may text. An entry with a final `*` is a prefix. Null: any phone. */
  recipients: readonly string[] | null;
  /** The maximum number of segments of live texts and passcodes per day in UTC; null: any number. */
  segmentsPerDay: number | null;
  /** The hours in which its team does not text; null: none. */
  quietHours: QuietHours | null;
  /** Which of its texts wait for an approval. */
  hold: KeyHold;
  /** What makes a recipient known, if texts to new recipients wait. */
  knownBy: KnownBy;
  /** The sealed key that hashes the erased phones of its team; null while there are none. */
  erasureKey: Buffer | null;
}

/** The scopes of a key that was created without any: all but those that must be named. */
export const unnamedScopes: readonly KeyScope[] = keyScopes.filter((scope) => !namedScopes.includes(scope));

/** The rights of a key that was created without options. */
export const allRights: KeyRights = {
  scopes: null,
  recipients: null,
  segmentsPerDay: null,
  quietHours: null,
  hold: "none",
  knownBy: "outbound",
  erasureKey: null,
};

/** The columns of a key and its team that describe its rights. */
export interface RightsRow {
  scopes: KeyScope[] | null;
  recipients: string[] | null;
  segments_per_day: number | null;
  quiet_hours: QuietHours | null;
  hold: KeyHold;
  known_by: KnownBy;
  erasure_key: Buffer | null;
}

/** The rights that the row of a key and its team describes. */
export const rightsOf = ({
  scopes,
  recipients,
  segments_per_day,
  quiet_hours,
  hold,
  known_by: knownBy,
  erasure_key: erasureKey,
}: RightsRow): KeyRights =>
  scopes || recipients || segments_per_day !== null || quiet_hours || hold !== "none" || erasureKey
    ? {
        scopes: scopes && new Set(scopes),
        recipients,
        segmentsPerDay: segments_per_day,
        quietHours: quiet_hours,
        hold,
        knownBy,
        erasureKey,
      }
    : allRights;

/** Whether a key may text a phone. */
export function mayText({ recipients }: KeyRights, phone: string): boolean {
  const matches = (entry: string) => (entry.endsWith("*") ? phone.startsWith(entry.slice(0, -1)) : phone === entry);
  return recipients === null || recipients.some(matches);
}

/** Whether a key has a scope. */
export const hasScope = ({ scopes }: Pick<KeyRights, "scopes">, scope: KeyScope): boolean =>
  scopes === null ? !namedScopes.includes(scope) : scopes.has(scope);

/** Whether a key may call an operation. An operation without a scope is open to every key. */
export function mayCall(rights: Pick<KeyRights, "scopes">, id: OperationId): boolean {
  const needed: readonly KeyScope[] = operations[id].scopes;
  return needed.every((scope) => hasScope(rights, scope));
}

/** Checks the scopes of an operation. @throws insufficient_scope */
export function checkScopes(rights: KeyRights, id: OperationId): void {
  if (mayCall(rights, id)) return;
  const needed: readonly KeyScope[] = operations[id].scopes;
  refuse(needed.filter((scope) => !hasScope(rights, scope)));
}

/**
 * Checks the scopes of the fields that a body has, beside the scopes of its operation. A null clears the field, and so needs
 * them, too: a POST has none, because there it counts as absent.
 *
 * @throws insufficient_scope
 */
export function checkFieldScopes(rights: KeyRights, id: OperationId, body: unknown): void {
  for (const [field, needed] of Object.entries(fieldScopes[id] ?? {})) {
    if ((body as Record<string, unknown>)[field] === undefined) continue;
    const missing = needed.filter((scope) => !hasScope(rights, scope));
    if (missing.length > 0) refuse(missing, ` for ${field}`);
  }
}

function refuse(missing: KeyScope[], purpose = ""): never {
  const names = `${missing.length > 1 ? "scopes" : "scope"} ${missing.join(" and ")}`;
  fail("insufficient_scope", { scopes: missing, message: `The API key does not have the ${names}${purpose}.` });
}
