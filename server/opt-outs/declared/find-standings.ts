import { sql } from "kysely";
import { type EntityManager, queries } from "../../db/orm.ts";
import { rows } from "../../db/sql/rows.ts";
import { fromPostgres } from "../../db/timestamp.ts";
import type { HashPhone } from "../../secrets/phone-hashes.ts";
import type { Consent } from "../keywords.ts";
import type { Standing } from "./judge-opt-in.ts";

interface Row {
  phone: string;
  opted_out_at: string | null;
  consent: Consent | null;
  newest_opt_out: string | null;
}

/**
 * Finds the standings of phones of a team, which the caller has locked. That of an erased phone stands under its hash, and counts
 * until there is a consent from after the erasure.
 */
export async function findStandings(
  tx: EntityManager,
  teamId: string,
  phones: string[],
  hashPhone?: HashPhone,
): Promise<Map<string, Standing>> {
  const standings = await readStandings(tx, teamId, phones);
  if (!hashPhone) return standings;
  const unknown = phones.filter((phone) => standings.get(phone)!.state === "unknown");
  const erased = await readStandings(tx, teamId, unknown.map(hashPhone));
  for (const phone of unknown) standings.set(phone, erased.get(hashPhone(phone))!);
  return standings;
}

async function readStandings(tx: EntityManager, teamId: string, phones: string[]): Promise<Map<string, Standing>> {
  const asked = [...new Set(phones)].map((phone) => ({ teamId, phone }));
  const { rows: found } = await sql<Row>`
    select a.phone, o.created_at as opted_out_at, d.consent, l.at as newest_opt_out
    from ${rows("a", asked, { teamId: "uuid", phone: "text" })}
    left join lateral (
      select o.created_at from opt_out o where o.team_id = a.team_id and o.phone_number = a.phone limit 1
    ) o on true
    left join lateral (
      select e.consent from consent_event e
      where e.team_id = a.team_id and e.phone_number = a.phone and e.is_effective order by e.sequence desc limit 1
    ) d on true
    left join lateral (
      select max(coalesce(e.occurred_at, e.created_at)) as at from consent_event e
      where e.team_id = a.team_id and e.phone_number = a.phone and e.is_effective and e.consent = 'opted_out'
    ) l on true
  `.execute(queries(tx));
  return new Map(found.map((row) => [row.phone, standingOf(row)]));
}

function standingOf({ opted_out_at, consent, newest_opt_out }: Row): Standing {
  // An opt-out from before there was a log has no entry.
  const newest = newest_opt_out ?? opted_out_at;
  return {
    state: opted_out_at === null ? (consent ?? "unknown") : "opted_out",
    newestOptOut: newest === null ? null : fromPostgres(newest),
  };
}
