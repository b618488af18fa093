/**
 * What is kept of the duplicate of an inbound text: who texted whom, but neither text nor files. The callback that it repeats
 * has them, and only there are they found when the message is redacted.
 */
import { type RawBuilder, sql } from "kysely";

type Sql = RawBuilder<unknown>;

/** The columns of a callback that say what it said, as SQL. */
interface Said {
  kind: Sql;
  content: Sql;
  fields: Sql;
}

/** SQL for the content of a callback, without text and files if it is a duplicate. */
export const contentToKeep = (isDuplicate: Sql, { kind, content }: Said): Sql => sql`
        case when ${isDuplicate} and ${kind} = 'inbound' then (${content} - 'media') || '{"text": ""}' else ${content} end`;

/** SQL for the fields of a callback, which a duplicate loses. */
export const fieldsToKeep = (isDuplicate: Sql, { kind, fields }: Said): Sql => sql`
        case when ${isDuplicate} and ${kind} = 'inbound' then '{}' else ${fields} end`;
