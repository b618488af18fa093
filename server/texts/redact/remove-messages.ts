import { sql } from "kysely";
import { type EntityManager, prepared, withoutResult } from "../../db/orm.ts";
import { lockPhones } from "../../db/sql/locks.ts";
import { redactCallbacks } from "../../inbound/redact-callbacks.ts";
import { forgetFiles } from "../../media/forget-files.ts";
import { deleteDeliveries } from "../../webhooks/redact-deliveries.ts";
import { repairThreads } from "./repair-threads.ts";

/** A message to remove, with the phone of its thread. */
export interface RemovableMessage {
  id: string;
  threadId: string;
  direction: "inbound" | "outbound";
  contactPhone: string;
  /** The ids of its stored files. */
  fileIds: string[];
}

/**
 * Removes messages of a team, in a transaction of the team, with their files, reply deliveries and approvals. Their callbacks are
 * emptied, and a thread without another message goes. Their events and kept answers are the caller's. Returns how many there
 * still were.
 *
 * @param hasObjects whether files may have objects in a store outside of the database
 * @see redact-text.ts for the order of locks
 */
export async function removeMessages(
  tx: EntityManager,
  { teamId, hasObjects }: { teamId: string; hasObjects: boolean },
  messages: RemovableMessage[],
): Promise<{ messages: number; callbacks: number }> {
  if (messages.length === 0) return { messages: 0, callbacks: 0 };
  const ids = messages.map(({ id }) => id);
  const inbound = messages.filter(({ direction }) => direction === "inbound");
  const callbacks = await redactCallbacks(
    tx,
    inbound.map(({ id }) => id),
  );
  const phones = new Set(messages.map(({ contactPhone }) => contactPhone));
  await lockPhones(
    tx,
    [...phones].map((phone) => ({ teamId, phone })),
    "exclusive",
  );
  const threadIds = [...new Set(messages.map(({ threadId }) => threadId))];
  await sql`
    select from thread where team_id = ${teamId} and id = any (${threadIds}::uuid[]) order by id for update
  `.execute(withoutResult(tx));
  for (const { id, fileIds } of messages) await forgetFiles(tx, { teamId, id, fileIds, hasObjects });
  const { rows: left } = await sql<{ thread_id: string }>`
    select thread_id from message where team_id = ${teamId} and id = any (${ids}::uuid[]) order by id for update
  `.execute(prepared(tx));
  await deleteDeliveries(tx, teamId, ids);
  await sql`
    delete from approval where team_id = ${teamId} and id = any (${ids}::uuid[])
  `.execute(withoutResult(tx));
  await sql`
    delete from message where team_id = ${teamId} and id = any (${ids}::uuid[])
  `.execute(withoutResult(tx));
  const removed = Map.groupBy(left, ({ thread_id }) => thread_id);
  await repairThreads(
    tx,
    [...removed].map(([threadId, { length }]) => ({ teamId, threadId, removed: length })),
  );
  return { messages: left.length, callbacks };
}
