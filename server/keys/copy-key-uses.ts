import { sql } from "kysely";
import { type EntityManager, queries } from "../db/orm.ts";
import { noId } from "../db/schema/ids.ts";
import { rows } from "../db/sql/rows.ts";

/** How many buckets a statement reads. */
const pageSize = 1_000;

interface KeyUse {
  team_id: string;
  api_key_id: string;
  used_at: string;
}

/** A position before every key. */
const start: Pick<KeyUse, "team_id" | "api_key_id"> = { team_id: noId, api_key_id: noId };

/**
 * Copies the time of each key's last use from its token bucket to the key, because a crash of the database empties the
 * buckets. Returns how many keys changed.
 *
 * Buckets are read in pages, and a separate statement writes the keys, because the two tables may be on different machines.
 */
export async function copyKeyUses(em: EntityManager): Promise<number> {
  let copied = 0;
  for (let last = start; ; ) {
    const { rows: uses } = await sql<KeyUse>`
      select b.team_id, b.api_key_id, b.refilled_at as used_at
      from rate_bucket b join api_key k on k.id = b.api_key_id
      where (b.team_id, b.api_key_id) > (${last.team_id}::uuid, ${last.api_key_id}::uuid)
        and (k.last_used_at is null or k.last_used_at < b.refilled_at)
      order by b.team_id, b.api_key_id limit ${pageSize}
    `.execute(queries(em));
    if (uses.length > 0) copied += await writeUses(em, uses);
    if (uses.length < pageSize) return copied;
    last = uses.at(-1)!;
  }
}

async function writeUses(em: EntityManager, uses: KeyUse[]): Promise<number> {
  const { numAffectedRows } = await sql`
    update api_key k set last_used_at = u.used_at
    from ${rows("u", uses, { api_key_id: "uuid", used_at: "timestamptz" })}
    where k.id = u.api_key_id and (k.last_used_at is null or k.last_used_at < u.used_at)
  `.execute(queries(em));
  return Number(numAffectedRows ?? 0);
}
