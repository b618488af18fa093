import { sql } from "kysely";
import type { QuietBasis } from "../../../generated/api.ts";
import { type EntityManager, prepared } from "../../db/orm.ts";
import type { QuietHours } from "../../db/schema/entities/team.ts";
import { rows } from "../../db/sql/rows.ts";
import type { Timestamp } from "../../db/timestamp.ts";
import { findNextAllowed } from "./next-allowed.ts";
import { knownTimeZones } from "./time-zones.ts";

/** A text of a team with quiet hours, at the time when it would be sent. */
export interface TextAtTime {
  teamId: string;
  testMode: boolean;
  phone: string;
  /** The number of its thread; null if it is not decided. */
  businessNumberId: string | null;
  at: Timestamp;
  quietHours: QuietHours;
}

/** Quiet hours that keep a text. */
export interface Quiet {
  /** The owner of the time zone that counts: the one contact with the phone, or the team. */
  basis: QuietBasis;
  /** The first time at which the text may be sent. */
  nextAllowedAt: Timestamp;
}

/**
 * Finds the quiet hours that keep texts, in the order of the texts; undefined for a text that may be sent. A reply to an
 * inbound text of the last 15 minutes may always be sent.
 */
export async function findQuiet(em: EntityManager, texts: TextAtTime[]): Promise<(Quiet | undefined)[]> {
  if (texts.length === 0) return [];
  const [recipients, zones] = await Promise.all([findRecipients(em, texts), knownTimeZones(em)]);
  const times = texts.map(({ at, quietHours: { from, to, zones: zonesOfTeam } }, index) => {
    const own = recipients[index]!.time_zone;
    const isKnown = own !== null && zones.has(own);
    return { at, from, to, basis: isKnown ? "contact" : "team", zones: isKnown ? [own] : zonesOfTeam } as const;
  });
  const allowed = await findNextAllowed(em, times);
  return times.map(({ basis }, index) => {
    const nextAllowedAt = allowed[index];
    if (nextAllowedAt === undefined || recipients[index]!.has_just_written) return undefined;
    return { basis, nextAllowedAt };
  });
}

interface Recipient {
  /** The zone that the one contact with the phone names, in any form. */
  time_zone: string | null;
  has_just_written: boolean;
}

/** The orders are those of indexes, so that PostgreSQL uses no other index, even with a plan for empty tables. */
async function findRecipients(em: EntityManager, texts: TextAtTime[]): Promise<Recipient[]> {
  const columns = {
    teamId: "uuid",
    testMode: "boolean",
    phone: "text",
    businessNumberId: "uuid",
    at: "timestamptz",
  } as const;
  const { rows: found } = await sql<Recipient>`
    select z.time_zone, exists (
      select from (
        select t.team_id, t.id from thread t
        where t.team_id = a.team_id and t.contact_phone = a.phone
          and (a.business_number_id is null or t.business_number_id = a.business_number_id)
        order by t.business_number_id
      ) as t
      cross join lateral (
        select from message m
        where m.team_id = t.team_id and m.thread_id = t.id and m.created_at > a.at - interval '15 minutes'
          and m.direction = 'inbound' and m.test_mode = a.test_mode
        order by m.created_at desc, m.id desc limit 1
      ) as m
    ) as has_just_written
    from ${rows("a", texts, columns, "ord")}
    cross join lateral (
      select case when count(*) = 1 then min(holder.time_zone) end as time_zone
      from (
        select c.metadata ->> 'timeZone' as time_zone
        from (
          select p.team_id, p.contact_id from contact_phone p
          where p.team_id = a.team_id and p.phone_number = a.phone
          order by p.contact_created_at desc, p.contact_id desc limit 2
        ) as p
        cross join lateral (
          select c.metadata from contact c where c.team_id = p.team_id and c.id = p.contact_id limit 1
        ) as c
      ) as holder
    ) as z
    order by a.ord
  `.execute(prepared(em));
  return found;
}
