import { sql } from "kysely";
import { type EntityManager, prepared, withoutResult } from "../db/orm.ts";
import { forgetFiles } from "../media/forget-files.ts";

/** The phones of a team that are erased. */
interface Erased {
  teamId: string;
  phones: string[];
  /** Whether files may have objects in a store outside of the database. */
  hasObjects: boolean;
}

/**
 * Deletes the texts to phones that wait or were canceled, with their approvals and files. A text that is being handed over is
 * waited for.
 */
export async function eraseWaiting(tx: EntityManager, { teamId, phones, hasObjects }: Erased): Promise<void> {
  const { rows: waiting } = await sql<{ id: string; fileIds: string[] }>`
    select id, array(select f ->> 'id' from jsonb_array_elements(media) as f where f ->> 'id' is not null) as "fileIds"
    from pending_message where team_id = ${teamId} and phone_number = any (${phones}::text[]) order by id for update
  `.execute(prepared(tx));
  if (waiting.length === 0) return;
  const ids = waiting.map(({ id }) => id);
  for (const { id, fileIds } of waiting) await forgetFiles(tx, { teamId, id, fileIds, hasObjects });
  await sql`delete from approval where team_id = ${teamId} and id = any (${ids}::uuid[])`.execute(withoutResult(tx));
  await sql`
    delete from pending_message where team_id = ${teamId} and id = any (${ids}::uuid[])
  `.execute(withoutResult(tx));
}
