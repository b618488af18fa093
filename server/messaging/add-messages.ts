import { sql } from "kysely";
import { compileOnce } from "../db/compile-once.ts";
import { lockPhones } from "../db/locks.ts";
import type { EntityManager } from "../db/orm.ts";
import { messageColumns, storedMessages } from "./insert-texts.sql.ts";
import { type Direction, type NewMessage, type PositionRow, positionOf, type ThreadPosition } from "./new-messages.ts";

/**
 * Stores messages whose business number is known as the newest of their threads, and creates missing threads. Returns
 * the positions in the order of the messages. Both statements are sent at once.
 *
 * @see storedMessages
 */
export async function addMessages(
  tx: EntityManager,
  direction: Direction,
  messages: NewMessage[],
): Promise<ThreadPosition[]> {
  if (messages.length === 0) return [];
  const phones = messages.map(({ teamId, contactPhone }) => ({ teamId, phone: contactPhone }));
  await lockPhones(tx, phones, "shared");
  const stored = await insertions[direction](tx, { messages });
  const positions = new Map(stored.map((row) => [row.id, positionOf(row)]));
  return messages.map(({ id }) => positions.get(id)!);
}

const insertionTo = (direction: Direction) =>
  compileOnce<{ messages: NewMessage[] }, PositionRow>("prepared", ({ rows }) => {
    const { inbound, outbound } = messageColumns;
    const given =
      direction === "inbound" ? rows("a", "messages", inbound, "ord") : rows("a", "messages", outbound, "ord");
    return sql`
      with storable as (
        select *, number_id as business_number_id, false as has_thread from ${given}
      ), ${storedMessages(direction)}
      select id, thread_id, created_at from stored
    `;
  });

const insertions = { inbound: insertionTo("inbound"), outbound: insertionTo("outbound") };
