import { sql } from "kysely";
import { queries } from "../db/orm.ts";
import { fromPostgres, type Timestamp } from "../db/timestamp.ts";
import type { Scope } from "../operations/scope.ts";

/** A business number whose texts the provider refuses to a phone. */
export interface ProviderBlock {
  /** Null if a passcode was refused. */
  businessNumberId: string | null;
  since: Timestamp;
  messageId: string | null;
}

/** The maximum number of refusals that are looked at, the newest first. */
const maxRefusals = 1_000;

const maxBlocks = 100;

/**
 * Finds the newest refusal of the provider for each business number, unless the phone has opted in since by a text to that
 * number. A refused passcode has no number in the log, so any later opt-in by text ends its block.
 */
export async function findProviderBlocks({ em, teamId }: Scope, phone: string): Promise<ProviderBlock[]> {
  const { rows } = await sql<{ business_number_id: string | null; created_at: string; message_id: string | null }>`
    with refusal as (
      select message_id, created_at, sequence from consent_event
      where team_id = ${teamId} and phone_number = ${phone} and not is_effective and source = 'provider'
      order by sequence desc limit ${maxRefusals}
    ), block as (
      select distinct on (t.business_number_id) t.business_number_id, r.message_id, r.created_at, r.sequence
      from refusal r
      left join message m on m.team_id = ${teamId} and m.id = r.message_id
      left join thread t on t.team_id = ${teamId} and t.id = m.thread_id
      order by t.business_number_id, r.sequence desc
    )
    select b.business_number_id, b.message_id, b.created_at from block b
    where not exists (
      select from consent_event e
      left join message m on m.team_id = ${teamId} and m.id = e.message_id
      left join thread t on t.team_id = ${teamId} and t.id = m.thread_id
      where e.team_id = ${teamId} and e.phone_number = ${phone} and e.sequence > b.sequence and e.is_effective
        and e.consent = 'opted_in' and e.source in ('keyword', 'provider')
        and coalesce(t.business_number_id = b.business_number_id, true)
    )
    order by b.sequence desc limit ${maxBlocks}
  `.execute(queries(em));
  return rows.map(({ business_number_id, created_at, message_id }) => ({
    businessNumberId: business_number_id,
    since: fromPostgres(created_at),
    messageId: message_id,
  }));
}
