import { sql } from "kysely";
import { type EntityManager, queries } from "../../db/orm.ts";
import { rows } from "../../db/sql/rows.ts";
import { recordEvents } from "../../events/record-events.ts";
import type { Entry } from "../entries.ts";
import type { FindHashers } from "../erased/find-hashers.ts";
import { followConsents } from "../record-consents.ts";

/** A new entry that a request of the API declares. */
export interface DeclaredEntry extends Entry {
  teamId: string;
  /** The position in the order of receipt. */
  sequence: string;
}

/** Stores entries of phones that the caller has locked, updates the opt-outs, and records the events; see `followConsents`. */
export async function storeDeclared(
  tx: EntityManager,
  entries: DeclaredEntry[],
  findHashers: FindHashers,
): Promise<void> {
  const effective = entries
    .filter(({ isEffective }) => isEffective)
    .map((entry) => ({ ...entry, phone: entry.phoneNumber, now: entry.createdAt }));
  // Entries that do not count are stored in any case, and decide nothing.
  if (effective.length === 0) await insertDeclared(tx, entries);
  else await recordEvents(tx, await followConsents(tx, effective, () => insertDeclared(tx, entries), findHashers));
}

async function insertDeclared(tx: EntityManager, entries: DeclaredEntry[]): Promise<void> {
  if (entries.length === 0) return;
  await sql`
    insert into consent_event (team_id, id, phone_number, consent, source, reason, is_effective, message_id, occurred_at,
      created_at, api_key_id, evidence, sequence)
    select * from ${rows("a", entries, {
      teamId: "uuid",
      id: "uuid",
      phoneNumber: "text",
      consent: "text",
      source: "text",
      reason: "text",
      isEffective: "boolean",
      messageId: "uuid",
      occurredAt: "timestamptz",
      createdAt: "timestamptz",
      apiKeyId: "uuid",
      evidence: ["jsonb", ({ evidence }) => evidence && JSON.stringify(evidence)],
      sequence: "bigint",
    })}
  `.execute(queries(tx));
}
