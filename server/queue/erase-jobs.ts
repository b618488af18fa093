import { sql } from "kysely";
import { type EntityManager, prepared, withoutResult } from "../db/orm.ts";

/** Deletes the jobs that carry texts about messages: those that an app has answered them with. A job that runs stays. */
export async function deleteJobsOf(em: EntityManager, messageIds: string[]): Promise<void> {
  await sql`
    delete from pgboss.job where name in ('doors.twiml', 'jobs.failed') and state <> 'active'
      and data ->> 'messageId' = any (${messageIds}::text[])
  `.execute(withoutResult(em));
}

/** Empties the errors of jobs that match a regular expression, because an error can quote what was stored. */
export async function emptyErrors(em: EntityManager, pattern: string): Promise<void> {
  await sql`
    update pgboss.job set output = null where output is not null and output::text ~ ${pattern} and state <> 'active'
  `.execute(prepared(em));
}
