import { sql } from "kysely";
import { type EntityManager, prepared, withoutResult } from "../../db/orm.ts";
import { columnName, rows } from "../../db/sql/rows.ts";
import { type PendingRow, type PendingText, pendingColumns, pendingTextOf } from "./pending-text.ts";

/** A text whose time has come. */
export interface DueText {
  teamId: string;
  id: string;
  /** The number in whose line it waits; null if it is in none. */
  lineNumberId: string | null;
}

const dueColumns = {
  teamId: "uuid",
  id: "uuid",
  lineNumberId: "uuid",
} as const;

const columnNames = sql.raw(Object.keys(pendingColumns).map(columnName).join(", "));

/** Stores texts that wait, or that are canceled. */
export async function insertPending(tx: EntityManager, texts: PendingText[]): Promise<void> {
  if (texts.length === 0) return;
  await sql`
    insert into pending_message (${columnNames}) select * from ${rows("a", texts, pendingColumns)}
  `.execute(withoutResult(tx));
}

/**
 * Takes scheduled texts out of the table, and returns them. A text that another transaction hands over or cancels at the
 * same time is left out, so two processes never take the same text. The rows are found by their key alone: with a condition on
 * the status, PostgreSQL could read a whole partial index for each of them.
 */
export async function takeScheduled(tx: EntityManager, due: DueText[]): Promise<PendingText[]> {
  const { rows: taken } = await sql<PendingRow>`
    delete from pending_message p
    using (
      select a.team_id, a.id from ${rows("a", due, dueColumns)}
      cross join lateral (
        select t.status, t.line_number_id from pending_message t where t.team_id = a.team_id and t.id = a.id
        limit 1 for update skip locked
      ) t
      where t.status = 'scheduled' and t.line_number_id is not distinct from a.line_number_id
    ) as due
    where p.team_id = due.team_id and p.id = due.id
    returning p.*
  `.execute(prepared(tx));
  return taken.map(pendingTextOf);
}
