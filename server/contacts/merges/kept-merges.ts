/** The merges of a team, as far as they are kept: 90 days, unless an erasure or a deletion removes them. */
import { sql } from "kysely";
import { type EntityManager, prepared, queries } from "../../db/orm.ts";
import type { KeptContact, KeptMerge } from "../../db/schema/entities/contact-merge.ts";
import { newId } from "../../db/schema/ids.ts";
import type { Timestamp } from "../../db/timestamp.ts";
import { pruneRows } from "../../housekeeping/prune.ts";
import { list, type Page, type PageRequest } from "../../operations/list.ts";
import type { Scope } from "../../operations/scope.ts";
import type { FullContact } from "../contact.ts";
import { type ConcernedThreads, numbersOf } from "./concerned-threads.ts";
import { type MergedPair, mergedFields } from "./plan-merge.ts";

/** A merge without what undoing needs. */
export interface MergeRow {
  id: string;
  sourceId: string;
  sourceName: string;
  targetId: string;
  targetName: string;
  movedThreads: number;
  apiKeyId: string;
  mergedAt: Timestamp;
  undoneAt: Timestamp | null;
}

/** What is kept of a contact. */
export const keptOf = ({ contact, phones }: FullContact): KeptContact => ({
  values: Object.fromEntries(mergedFields.map((field) => [field, contact[field]])) as unknown as KeptContact["values"],
  phones,
  createdAt: contact.createdAt,
});

/** Keeps a merge, once it is stored, and returns its id. */
export async function keepMerge(
  { em, teamId, apiKeyId }: Pick<Scope, "em" | "teamId" | "apiKeyId">,
  { source, target }: MergedPair,
  result: FullContact,
  { linked, unlinked, moved }: ConcernedThreads,
): Promise<string> {
  const id = newId();
  const [sourceId, targetId] = [source.contact.id, target.contact.id];
  // Another contact may have the phone of an unlinked thread, so that the merge did not link it.
  const { rows: threads } = await sql<{ id: string }>`
    select id from thread where team_id = ${teamId} and id = any (${unlinked}::uuid[]) and contact_id = ${targetId}
  `.execute(prepared(em));
  const kept: KeptMerge = {
    source: keptOf(source),
    before: keptOf(target),
    after: keptOf(result),
    linked,
    unlinked: threads.map((thread) => thread.id),
  };
  await sql`
    insert into contact_merge (team_id, id, source_id, target_id, kept, phones, moved_threads, api_key_id, merged_at)
    values (${teamId}, ${id}, ${sourceId}, ${targetId}, ${JSON.stringify(kept)}::jsonb, ${[...numbersOf(result)]}::text[],
      ${moved}::int, ${apiKeyId}, ${result.contact.updatedAt}::timestamptz)
  `.execute(queries(em));
  return id;
}

/** Lists the team's merges, the newest first. @throws validation_error for a cursor of another list */
export function listMerges(scope: Scope, page: PageRequest): Promise<Page<MergeRow>> {
  return list<MergeRow, "id">(scope, page, {
    name: "merges",
    order: ["id"],
    read(em, after, limit) {
      const all = queries(em)
        .selectFrom("ContactMerge")
        .select(["id", "sourceId", "targetId", "movedThreads", "apiKeyId", "mergedAt", "undoneAt"])
        .select(sql<string>`kept #>> '{source,values,name}'`.as("sourceName"))
        .select(sql<string>`kept #>> '{before,values,name}'`.as("targetName"))
        .where("teamId", "=", scope.teamId);
      const rest = after ? all.where("id", "<", after.id) : all;
      return rest.orderBy("id", "desc").limit(limit).$castTo<MergeRow>().execute();
    },
  });
}

/** The id of the contact that a contact was merged into; undefined if it was not, or if the merge was undone. */
export async function findMergedInto({ em, teamId }: Scope, sourceId: string): Promise<string | undefined> {
  const { rows } = await sql<{ target_id: string }>`
    select target_id from contact_merge
    where team_id = ${teamId} and source_id = ${sourceId} and undone_at is null order by merged_at desc limit 1
  `.execute(prepared(em));
  return rows[0]?.target_id;
}

/** Removes the merges that name one of the phones. */
export async function forgetMergesOfPhones(tx: EntityManager, teamId: string, phones: string[]): Promise<void> {
  await sql`
    delete from contact_merge where team_id = ${teamId} and phones && ${phones}::text[]
  `.execute(queries(tx));
}

/**
 * Removes the merges into a contact that is deleted, and those into the contacts that went into it. Of each, those that were
 * undone go, too, because they have its name.
 */
export async function forgetMergesOf(tx: EntityManager, teamId: string, contactId: string): Promise<void> {
  const { rows } = await sql<{ source_id: string; is_undone: boolean }>`
    delete from contact_merge where team_id = ${teamId}
      and (target_id = ${contactId} or source_id = ${contactId} and undone_at is not null)
    returning source_id, undone_at is not null as is_undone
  `.execute(prepared(tx));
  for (const { source_id, is_undone } of rows) if (!is_undone) await forgetMergesOf(tx, teamId, source_id);
}

/** Removes the merges older than a timestamp, and returns their number. */
export const pruneMerges = (em: EntityManager, before: Timestamp): Promise<number> =>
  pruneRows(em, { table: "contact_merge", by: "merged_at", isExpired: sql`merged_at < ${before}::timestamptz` });

/** A merge with what undoing it needs. */
export type WholeMerge = Pick<MergeRow, "sourceId" | "targetId" | "undoneAt"> & { kept: KeptMerge };

/** One of the team's merges; undefined if there is none. */
export async function findMerge(em: EntityManager, teamId: string, id: string): Promise<WholeMerge | undefined> {
  const { rows } = await sql<WholeMerge>`
    select source_id as "sourceId", target_id as "targetId", undone_at as "undoneAt", kept from contact_merge
    where team_id = ${teamId} and id = ${id}
  `.execute(prepared(em));
  return rows[0];
}

/** Marks a merge as undone. Of what was kept, the names stay. */
export async function markUndone(tx: EntityManager, teamId: string, id: string, now: Timestamp): Promise<void> {
  await sql`
    update contact_merge set undone_at = ${now}::timestamptz, kept = jsonb_build_object(
      'source', jsonb_build_object('values', jsonb_build_object('name', kept #> '{source,values,name}')),
      'before', jsonb_build_object('values', jsonb_build_object('name', kept #> '{before,values,name}'))
    )
    where team_id = ${teamId} and id = ${id}
  `.execute(queries(tx));
}
