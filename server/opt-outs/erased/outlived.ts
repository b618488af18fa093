import { type RawBuilder, sql } from "kysely";
import { type EntityManager, prepared } from "../../db/orm.ts";
import { rows } from "../../db/sql/rows.ts";
import type { ErasedPhone } from "./erase-consents.ts";

/** SQL for whether a phone of the relation `a` has opted out. The offset keeps the planner from reading all opt-outs instead. */
export const hasOptedOut = (phone: RawBuilder<unknown>) => sql<boolean>`exists (
  select from opt_out o where o.team_id = a.team_id and o.phone_number = ${phone} offset 0
)`;

/**
 * SQL for whether an opt-out under the hash of a phone of `a` counts. An erasure leaves no effective consent of the phone, so that one
 * is from after it, and decides instead.
 *
 * @param among narrows the consents `e` that count
 */
export const hasOutlived = (hash: RawBuilder<unknown>, phone: RawBuilder<unknown>, among = sql``) => sql<boolean>`
  ${hasOptedOut(hash)} and not exists (
    select from consent_event e
    where e.team_id = a.team_id and e.phone_number = ${phone} and e.is_effective ${among} offset 0
  )`;

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
    where ${hasOutlived(sql`a.hash`, sql`a.phone`, among)}
  `.execute(prepared(tx));
  return found.map(({ ord }) => phones[ord]!);
}
