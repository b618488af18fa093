import { sql } from "kysely";
import { type EntityManager, prepared, withoutResult } from "../../db/orm.ts";

/**
 * Gives a thread, one of whose messages was deleted, the summary of the rest. A thread without messages goes. Texts that wait
 * as replies within it then go to its phone from its number. The caller has locked the thread and its phone.
 */
export async function repairThread(tx: EntityManager, teamId: string, threadId: string): Promise<void> {
  const { rows } = await sql`
    update thread t set message_count = t.message_count - 1, last_direction = m.direction, last_body = m.body,
      last_message_at = m.created_at
    from (
      select direction, body, created_at from message
      where team_id = ${teamId} and thread_id = ${threadId} order by created_at desc, id desc limit 1
    ) as m
    where t.team_id = ${teamId} and t.id = ${threadId}
    returning t.id
  `.execute(prepared(tx));
  if (rows.length > 0) return;
  // A text that is being handed over has found its thread already.
  await sql`
    update pending_message p set thread_id = null, business_number_id = w.business_number_id
    from (
      select p.id, t.business_number_id from thread t
      join pending_message p on p.team_id = t.team_id and p.phone_number = t.contact_phone and p.thread_id = t.id
      where t.team_id = ${teamId} and t.id = ${threadId} and p.status <> 'canceled' for update of p skip locked
    ) as w
    where p.team_id = ${teamId} and p.id = w.id
  `.execute(withoutResult(tx));
  await sql`delete from thread where team_id = ${teamId} and id = ${threadId}`.execute(withoutResult(tx));
}
