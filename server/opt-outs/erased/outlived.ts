import { type RawBuilder, sql } from "kysely";
import { type EntityManager, prepared } from "../../db/orm.ts";
import { rows } from "../../db/sql/rows.ts";
import type { ErasedPhone } from "./erase-consents.ts";

/**
 * SQL for whether a phone has an effective consent, by a look-up. An erasure leaves none from before, so that an opt-out under the
 * hash of the phone no longer counts then. `a` is the relation of the phones.
 *
 * @param among narrows the consents `e` that count
 */
export const hasConsented = (phone: RawBuilder<unknown>, among = sql``) => sql<boolean>`exists (
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
    where exists (select from opt_out o where o.team_id = a.team_id and o.phone_number = a.hash offset 0)
      and not ${hasConsented(sql`a.phone`, among)}
  `.execute(prepared(tx));
  return found.map(({ ord }) => phones[ord]!);
}
