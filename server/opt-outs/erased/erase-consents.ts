import { sql } from "kysely";
import { type EntityManager, withoutResult } from "../../db/orm.ts";
import type { TeamPhone } from "../../db/sql/locks.ts";
import { rows } from "../../db/sql/rows.ts";
import type { Timestamp } from "../../db/timestamp.ts";

/** A phone that is erased, with its hash. */
export interface ErasedPhone extends TeamPhone {
  hash: string;
}

const rowsOf = (phones: ErasedPhone[]) => rows("a", phones, { teamId: "uuid", phone: "text", hash: "text" });

/**
 * Gives the consents of phones their hashes. Kind, time, keyword and signature stay, and what names a message or a person goes.
 * The opt-out of a phone stays beside that of its hash until `removeOptOuts`, because a process may not know yet that the
 * team has hashes. The caller has locked the phones.
 */
export async function eraseConsents(tx: EntityManager, phones: ErasedPhone[]): Promise<void> {
  if (phones.length === 0) return;
  await sql`
    delete from opt_out o using ${rowsOf(phones)}
    where o.team_id = a.team_id and o.phone_number = a.hash and exists (
      select from consent_event e where e.team_id = a.team_id and e.phone_number = a.phone and e.is_effective
    )
  `.execute(withoutResult(tx));
  await sql`
    insert into opt_out (team_id, phone_number, created_at)
    select o.team_id, a.hash, o.created_at from ${rowsOf(phones)}
    join opt_out o on o.team_id = a.team_id and o.phone_number = a.phone
    on conflict (team_id, phone_number) do update set created_at = excluded.created_at
  `.execute(withoutResult(tx));
  await sql`
    update consent_event e set phone_number = a.hash, message_id = null, provider_id = null, evidence = null
    from ${rowsOf(phones)} where e.team_id = a.team_id and e.phone_number = a.phone
  `.execute(withoutResult(tx));
  await sql`
    delete from suspected_revocation s using ${rowsOf(phones)}
    where s.team_id = a.team_id and s.phone_number = a.phone
  `.execute(withoutResult(tx));
}

/** Removes the opt-outs of erased phones that stand under their hashes, unless a consent from after the erasure is one. */
export async function removeOptOuts(tx: EntityManager, phones: TeamPhone[]): Promise<void> {
  await sql`
    delete from opt_out o using ${rows("a", phones, { teamId: "uuid", phone: "text" })}
    where o.team_id = a.team_id and o.phone_number = a.phone and not exists (
      select from consent_event e where e.team_id = a.team_id and e.phone_number = a.phone and e.is_effective
    )
  `.execute(withoutResult(tx));
}

/**
 * Removes the carrier's refusals that were logged after the erasure of phones, about texts from before `until` or texts that are gone.
 * A refusal has the time of its text, or of the report.
 */
export async function removeRefusals(tx: EntityManager, phones: TeamPhone[], until: Timestamp): Promise<void> {
  await sql`
    delete from consent_event e using ${rows("a", phones, { teamId: "uuid", phone: "text" })}
    where e.team_id = a.team_id and e.phone_number = a.phone and e.source = 'provider' and not e.is_effective
      and (e.created_at <= ${until}::timestamptz or e.message_id is not null and not exists (
        select from message m where m.team_id = e.team_id and m.id = e.message_id
      ))
  `.execute(withoutResult(tx));
}
