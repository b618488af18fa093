import { sql } from "kysely";
import type { EntityManager } from "../../db/orm.ts";
import type { TeamPhone } from "../../db/sql/locks.ts";
import { rows } from "../../db/sql/rows.ts";
import type { FindHashers } from "./find-hashers.ts";
import { findOutlived } from "./outlived.ts";

/**
 * Returns the opt-ins that end an opt-out which outlived the erasure of its phone. The entries `among` them are stored already;
 * any other entry of the phone is a consent from after the erasure, which decided before them. The caller has locked the phones.
 */
export async function findEnded<Entry extends TeamPhone>(
  tx: EntityManager,
  optIns: Entry[],
  { among, findHashers }: { among: { sequence: string }[]; findHashers: FindHashers },
): Promise<Entry[]> {
  if (optIns.length === 0) return [];
  const hashers = await findHashers(tx, [...new Set(optIns.map(({ teamId }) => teamId))]);
  const asked = optIns.flatMap((optIn) => {
    const { teamId, phone } = optIn;
    const hash = hashers.get(teamId)?.(phone);
    return hash === undefined ? [] : { teamId, phone, hash, optIn };
  });
  const stored = rows("s", among, { sequence: "bigint" });
  const ended = await findOutlived(tx, asked, sql`and e.sequence not in (select s.sequence from ${stored})`);
  return ended.map(({ optIn }) => optIn);
}
