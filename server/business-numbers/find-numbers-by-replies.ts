import { sql } from "kysely";
import type { EntityManager } from "../db/orm.ts";

/** Which active numbers are found: those that answer a text by themselves, or those that answer neither HELP nor an opt-out. */
export type RepliesSearch = "answering" | "silent";

const conditions = {
  answering: sql`auto_replies <> '{}'`,
  silent: sql`auto_replies ->> 'help' is null and auto_replies ->> 'optOut' is null`,
};

/** The phones of the first active numbers of the installation, by phone, that answer or do not. */
export async function findNumbersByReplies(em: EntityManager, search: RepliesSearch, limit: number): Promise<string[]> {
  const { rows } = await sql<{ phone_number: string }>`
    select phone_number from business_number where status = 'active' and ${conditions[search]}
    order by phone_number limit ${limit}::int
  `.execute(em.getKysely());
  return rows.map(({ phone_number }) => phone_number);
}
