import { sql } from "kysely";
import { type EntityManager, prepared, withoutResult } from "../../db/orm.ts";
import { rows } from "../../db/sql/rows.ts";

/** How many messages of a thread were deleted. */
export interface Shortened {
  teamId: string;
  threadId: string;
  removed: number;
}

/**
 * Gives threads, some of whose messages were deleted, the summary of the rest. A thread without messages goes. Texts that wait
 * as replies within it then go to its phone from its number. The caller has locked the threads and their phones.
 */
export async function repairThreads(tx: EntityManager, shortened: Shortened[]): Promise<void> {
  if (shortened.length === 0) return;
  const { rows: kept } = await sql<{ id: string }>`
    update thread t set message_count = t.message_count - m.removed, last_direction = m.direction, last_body = m.body,
      last_message_at = m.created_at
    from (
      select a.team_id, a.thread_id, a.removed, n.direction, n.body, n.created_at
      from ${rows("a", shortened, { teamId: "uuid", threadId: "uuid", removed: "int" })}
      cross join lateral (
        select direction, body, created_at from message
        where team_id = a.team_id and thread_id = a.thread_id order by created_at desc, id desc limit 1
      ) as n
    ) as m
    where t.team_id = m.team_id and t.id = m.thread_id
    returning t.id
  `.execute(prepared(tx));
  const ids = new Set(kept.map(({ id }) => id));
  const empty = shortened.filter(({ threadId }) => !ids.has(threadId));
  if (empty.length === 0) return;
  const ofEmpty = rows("a", empty, { teamId: "uuid", threadId: "uuid" });
  // A text that is being handed over has found its thread already.
  await sql`
    update pending_message p set thread_id = null, business_number_id = w.business_number_id
    from (
      select p.team_id, p.id, t.business_number_id from ${ofEmpty}
      join thread t on t.team_id = a.team_id and t.id = a.thread_id
      join pending_message p on p.team_id = t.team_id and p.phone_number = t.contact_phone and p.thread_id = t.id
      where p.status <> 'canceled' for update of p skip locked
    ) as w
    where p.team_id = w.team_id and p.id = w.id
  `.execute(withoutResult(tx));
  await sql`
    delete from thread t using ${ofEmpty} where t.team_id = a.team_id and t.id = a.thread_id
  `.execute(withoutResult(tx));
}
