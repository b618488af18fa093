import { sql } from "kysely";
import { type EntityManager, queries } from "../db/orm.ts";

/** How many buckets a statement reads. */
const stepSize = 1_000;

interface Use {
  team_id: string;
  api_key_id: string;
  used_at: string;
}

const none: Pick<Use, "team_id" | "api_key_id"> = {
  team_id: "00000000-0000-0000-0000-000000000000",
  api_key_id: "00000000-0000-0000-0000-000000000000",
};

/**
 * Copies the time of each key's last use from its token bucket to the key, which outlives a crash of the database; the
 * buckets do not. Returns how many keys changed. Buckets are read in pages, and keys are written by a statement of their
 * own, because Citus refuses to update a table of every node from one that is distributed.
 */
export async function copyKeyUses(em: EntityManager): Promise<number> {
  let copied = 0;
  for (let last = none; ; ) {
    const { rows } = await sql<Use>`
      select b.team_id, b.api_key_id, b.refilled_at as used_at
      from rate_bucket b join api_key k on k.id = b.api_key_id
      where (b.team_id, b.api_key_id) > (${last.team_id}::uuid, ${last.api_key_id}::uuid)
        and (k.last_used_at is null or k.last_used_at < b.refilled_at)
      order by b.team_id, b.api_key_id limit ${stepSize}
    `.execute(queries(em));
    if (rows.length > 0) copied += await writeUses(em, rows);
    if (rows.length < stepSize) return copied;
    last = rows.at(-1)!;
  }
}

async function writeUses(em: EntityManager, uses: Use[]): Promise<number> {
  const { numAffectedRows } = await sql`
    update api_key k set last_used_at = u.used_at
    from unnest(${uses.map(({ api_key_id }) => api_key_id)}::uuid[], ${uses.map(({ used_at }) => used_at)}::timestamptz[])
      as u (id, used_at)
    where k.id = u.id and (k.last_used_at is null or k.last_used_at < u.used_at)
  `.execute(queries(em));
  return Number(numAffectedRows ?? 0);
}
