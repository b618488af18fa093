import { sql } from "kysely";
import { type EntityManager, queries } from "../db/orm.ts";
import { rows } from "../db/sql/rows.ts";
import type { Timestamp } from "../db/timestamp.ts";
import type { Consent } from "../opt-outs/keywords.ts";

/** A keyword, which was sent long before it was recorded if it has a time. */
interface Saying {
  teamId: string;
  phone: string;
  consent: Consent;
  sentAt?: Timestamp | undefined;
}

/**
 * Finds the keywords, by their positions, that were recorded late, and after which their senders have said otherwise. An
 * opt-in is superseded by any later opt-out, and an opt-out only by a later keyword. The caller has locked the phones.
 */
export async function findSuperseded(tx: EntityManager, keywords: Saying[]): Promise<Set<number>> {
  const late = keywords.flatMap((keyword, ord) => (keyword.sentAt === undefined ? [] : { ...keyword, ord }));
  if (late.length === 0) return new Set();
  const { rows: found } = await sql<{ ord: number }>`
    select a.ord from ${rows("a", late, { ord: "int", teamId: "uuid", phone: "text", consent: "text", sentAt: "timestamptz" })}
    where exists (
      select from consent_event e
      where e.team_id = a.team_id and e.phone_number = a.phone and e.is_effective and e.consent <> a.consent
        and coalesce(e.occurred_at, e.created_at) > a.sent_at
        and (e.consent = 'opted_out' or e.source in ('keyword', 'provider'))
      offset 0
    )
  `.execute(queries(tx));
  return new Set(found.map(({ ord }) => ord));
}
