import { sql } from "kysely";
import { type EntityManager, withoutResult } from "../../db/orm.ts";
import { rows } from "../../db/sql/rows.ts";
import type { Timestamp } from "../../db/timestamp.ts";

/** A text of an erasure. */
export interface CarriedText {
  id: string;
  /** The carrier's id, as it is stored with the text; null if no real carrier has it. */
  liveProviderId: string | null;
}

/** Stores which texts the carriers are to delete, in the transaction that deletes their rows. */
export async function rememberCopies(
  tx: EntityManager,
  { teamId, erasureId, now }: { teamId: string; erasureId: string; now: Timestamp },
  texts: CarriedText[],
): Promise<void> {
  const carried = texts.filter(({ liveProviderId }) => liveProviderId);
  if (carried.length === 0) return;
  await sql`
    insert into carrier_copy (team_id, id, erasure_id, provider_id, attempts, due_at)
    select ${teamId}::uuid, t.id, ${erasureId}::uuid, t.provider_id, 0, ${now}::timestamptz
    from ${rows("t", carried, { id: "uuid", provider_id: ["text", ({ liveProviderId }) => liveProviderId] })}
  `.execute(withoutResult(tx));
  await sql`
    update erasure set copies_open = copies_open + ${carried.length}::int where team_id = ${teamId} and id = ${erasureId}
  `.execute(withoutResult(tx));
}
