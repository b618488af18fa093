import { type RawBuilder, sql } from "kysely";
import { type EntityManager, prepared } from "../../db/orm.ts";
import { rows } from "../../db/sql/rows.ts";
import type { ErasedPhone } from "./erase-consents.ts";

/**
 * SQL for whether an opt-out has outlived the erasure of its phone: it stands under the hash, and there is no effective consent of the
 * phone itself, which would be from after the erasure. The offsets make each a look-up. `a` is the relation of the phones.
 *
 * @param among narrows the consents `e` that count
 */
export const outlivedErasure = (phone: RawBuilder<unknown>, hash: RawBuilder<unknown>, among = sql``) => sql<boolean>`(
  exists (select from opt_out o where o.team_id = a.team_id and o.phone_number = ${hash} offset 0)
  and not exists (
    select from consent_event e
    where e.team_id = a.team_id and e.phone_number = ${phone} and e.is_effective ${among} offset 0
  ))`;

/** Returns the phones whose opt-outs have outlived their erasures. The caller has locked the phones. */
export async function findOutlived<Phone extends ErasedPhone>(
  tx: EntityManager,
  phones: Phone[],
  among?: RawBuilder<unknown>,
): Promise<Phone[]> {
  if (phones.length === 0) return [];
  const asked: ErasedPhone[] = phones;
  const { rows: found } = await sql<{ ord: number }>`
    select a.ord
    from ${rows("a", asked, { ord: ["int", (_, ord) => ord], teamId: "uuid", phone: "text", hash: "text" })}
    where ${outlivedErasure(sql`a.phone`, sql`a.hash`, among)}
  `.execute(prepared(tx));
  return found.map(({ ord }) => phones[ord]!);
}
