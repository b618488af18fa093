import { sql } from "kysely";
import { type EntityManager, queries } from "../../db/orm.ts";
import type { TeamPhone } from "../../db/sql/locks.ts";
import { rows } from "../../db/sql/rows.ts";
import type { FindHashers } from "./find-hashers.ts";

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
  const asked = optIns.flatMap((optIn, index) => {
    const hash = hashers.get(optIn.teamId)?.(optIn.phone);
    return hash === undefined ? [] : { teamId: optIn.teamId, phone: optIn.phone, hash, index };
  });
  if (asked.length === 0) return [];
  const { rows: found } = await sql<{ index: number }>`
    select a.index
    from ${rows("a", asked, { teamId: "uuid", phone: "text", hash: "text", index: "int" })}
    cross join lateral (
      select from opt_out o where o.team_id = a.team_id and o.phone_number = a.hash limit 1
    ) o
    where not exists (
      select from consent_event e
      where e.team_id = a.team_id and e.phone_number = a.phone and e.is_effective
        and e.sequence not in (select s.sequence from ${rows("s", among, { sequence: "bigint" })}) offset 0
    )
  `.execute(queries(tx));
  return found.map(({ index }) => optIns[index]!);
}
