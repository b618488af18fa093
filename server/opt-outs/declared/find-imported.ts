import { sql } from "kysely";
import { type EntityManager, queries } from "../../db/orm.ts";
import { rows } from "../../db/sql/rows.ts";
import type { Timestamp } from "../../db/timestamp.ts";
import type { Consent } from "../keywords.ts";

/** A consent of another service's list, with its time if the list has it. */
interface Timed {
  phone: string;
  consent: Consent;
  at: Timestamp | undefined;
}

/** Identifies a consent of a service's list. */
export const importKeyOf = ({ phone, consent, at }: Timed): string => JSON.stringify([phone, consent, at ?? null]);

/** Finds the consents of a service's list that were imported before, by their keys. The caller has locked their phones. */
export async function findImported(
  tx: EntityManager,
  { teamId, vendor }: { teamId: string; vendor: string },
  consents: Timed[],
): Promise<Set<string>> {
  const asked = consents.map((each, index) => ({ ...each, teamId, index }));
  const { rows: found } = await sql<{ index: number }>`
    select a.index
    from ${rows("a", asked, {
      teamId: "uuid",
      phone: "text",
      consent: "text",
      at: "timestamptz",
      index: "int",
    })}
    cross join lateral (
      select from consent_event e
      where e.team_id = a.team_id and e.phone_number = a.phone and e.source = 'import' and e.consent = a.consent
        and e.occurred_at is not distinct from a.at and e.evidence ->> 'vendor' = ${vendor}::text
      limit 1
    ) e
  `.execute(queries(tx));
  return new Set(found.map(({ index }) => importKeyOf(consents[index]!)));
}
