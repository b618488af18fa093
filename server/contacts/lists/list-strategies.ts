/**
 * The strategies for finding the contacts of a page. Each selects the newest `limit` contacts that pass the filter, after
 * the last contact of the previous page.
 */
import { type AliasableExpression, type RawBuilder, sql } from "kysely";
import { type Queries, queries } from "../../db/orm.ts";
import type { Timestamp } from "../../db/timestamp.ts";
import type { Scope } from "../../operations/scope.ts";
import { type ContactRow, type ListedContact, listColumns, type Operand } from "./rows.ts";
import { searchBlocks } from "./search-blocks.ts";
import { indexedTrigramsOf, searchTermOf } from "./search-text.ts";

/** The conditions that a listed contact must meet. Absent conditions are not checked. */
export interface ContactFilter {
  query?: string | undefined;
  externalId?: string | undefined;
  tag?: string | undefined;
  updatedAfter?: Timestamp | undefined;
}

/** The position of a contact in a list. */
export type ContactPosition = Pick<ContactRow, "createdAt" | "id">;

type GivenPosition = { [Name in keyof ContactPosition]: Operand<ContactPosition[Name]> };

/** A contact with the text that is searched. */
type SearchableContact = ListedContact & { searchText: string };

const searchColumns = [...listColumns, "c.searchText"] as const;

type TeamScope = Pick<Scope, "em" | "teamId">;

/** Selects the newest contacts, or the newest contacts with the tag. Checks no other condition. */
export function selectNewest(
  db: Queries,
  { teamId, tag }: { teamId: Operand<string>; tag?: string | undefined },
  after: GivenPosition | undefined,
  limit: Operand<number>,
): AliasableExpression<SearchableContact> {
  if (tag === undefined) {
    return db
      .selectFrom("Contact as c")
      .select(searchColumns)
      .where("c.teamId", "=", teamId)
      .where(follows(after, "c.createdAt", "c.id"))
      .orderBy("c.createdAt", "desc")
      .orderBy("c.id", "desc")
      .limit(limit);
  }
  const tagged = db
    .selectFrom("ContactTag as t")
    .select(["t.contactId", "t.contactCreatedAt"])
    .where("t.teamId", "=", teamId)
    .where("t.tag", "=", tag)
    .where(follows(after, "t.contactCreatedAt", "t.contactId"))
    .orderBy("t.contactCreatedAt", "desc")
    .orderBy("t.contactId", "desc")
    .limit(limit);
  return (
    db
      .selectFrom(tagged.as("t"))
      // A lateral lookup for each row, because for a plain join the planner would read the whole table.
      .innerJoinLateral(
        (eb) =>
          eb
            .selectFrom("Contact as c")
            .select(searchColumns)
            .where("c.teamId", "=", teamId)
            .whereRef("c.id", "=", "t.contactId")
            .limit(1)
            .as("c"),
        (join) => join.onTrue(),
      )
      .select(searchColumns)
  );
}

/** Scans the newest `maxScanned` contacts for those that pass the filter. */
export function scanNewest(
  { em, teamId }: TeamScope,
  filter: ContactFilter,
  after: ContactPosition | undefined,
  { maxScanned, limit }: { maxScanned: number; limit: number },
): AliasableExpression<{ id: string }> {
  const db = queries(em);
  return db
    .selectFrom(selectNewest(db, { teamId, tag: filter.tag }, after, maxScanned).as("c"))
    .select("c.id")
    .where(passes(filter))
    .limit(limit);
}

/** Goes through the blocks of a search, the newest first. */
export function search(
  team: TeamScope,
  filter: ContactFilter,
  after: ContactPosition | undefined,
  limit: number,
): AliasableExpression<{ id: string }> {
  const { query = "", tag } = filter;
  return searchBlocks(
    team.teamId,
    {
      trigrams: indexedTrigramsOf(searchTermOf(query)),
      passes: sql`${passes(filter)} and ${hasTag(tag)}`,
      follows: follows(after, "c.createdAt", "c.id"),
    },
    limit,
  );
}

const fewChanges = 10_000;

/** Whether few contacts pass the filter's `updatedAfter`, so that collecting these is quicker than a search. */
export async function hasFewChanges({ em, teamId }: TeamScope, { updatedAfter }: ContactFilter): Promise<boolean> {
  if (updatedAfter === undefined) return false;
  const { rows } = await sql<{ changes: number }>`
    select count(*)::int as changes from (
      select from contact where team_id = ${teamId} and updated_at > ${updatedAfter}
      limit ${sql.lit(fewChanges + 1)}
    ) changed
  `.execute(queries(em));
  return rows[0]!.changes <= fewChanges;
}

/** Collects all matches by the index of `updatedAt`, and sorts them. */
export function collectMatches(
  { em, teamId }: TeamScope,
  filter: ContactFilter,
  after: ContactPosition | undefined,
  limit: number,
): AliasableExpression<{ id: string }> {
  const { tag } = filter;
  return queries(em)
    .with(
      // Materialized, so that the planner does not scan in the order of the list because of the limit.
      (cte) => cte("passing").materialized(),
      (db) =>
        db
          .selectFrom("Contact as c")
          .select(["c.id", "c.createdAt"])
          .where("c.teamId", "=", teamId)
          .where(follows(after, "c.createdAt", "c.id"))
          .where(passes(filter))
          .where(hasTag(tag)),
    )
    .selectFrom("passing")
    .select("passing.id")
    .orderBy("passing.createdAt", "desc")
    .orderBy("passing.id", "desc")
    .limit(limit);
}

/** Selects the contacts with the external id, which are few. */
export function selectByExternalId(
  { em, teamId }: TeamScope,
  filter: ContactFilter,
  after: ContactPosition | undefined,
  limit: number,
): AliasableExpression<{ id: string }> {
  const { externalId, tag } = filter;
  return queries(em)
    .selectFrom("Contact as c")
    .select("c.id")
    .where("c.teamId", "=", teamId)
    .where("c.externalId", "=", externalId!)
    .where(follows(after, "c.createdAt", "c.id"))
    .where(passes(filter))
    .where(hasTag(tag))
    .orderBy("c.createdAt", "desc")
    .orderBy("c.id", "desc")
    .limit(limit);
}

function follows(position: GivenPosition | undefined, createdAtColumn: string, idColumn: string): RawBuilder<boolean> {
  if (!position) return sql`true`;
  const { createdAt, id } = position;
  return sql`(${sql.ref(createdAtColumn)}, ${sql.ref(idColumn)}) < (${createdAt}::timestamptz, ${id}::uuid)`;
}

function passes({ query, updatedAfter }: ContactFilter): RawBuilder<boolean> {
  // No condition on the trigrams here. PostgreSQL might evaluate it before `like`, and comparing trigrams is slower.
  const finds =
    query === undefined ? sql`true` : sql`${sql.ref("c.searchText")} like ${patternOf(searchTermOf(query))}`;
  const changed =
    updatedAfter === undefined ? sql`true` : sql`${sql.ref("c.updatedAt")} > ${updatedAfter}::timestamptz`;
  return sql`${finds} and ${changed}`;
}

const patternOf = (term: string) => `%${term.replaceAll(/[\\%_]/g, "\\$&")}%`;

const hasTag = (tag: string | undefined): RawBuilder<boolean> =>
  tag === undefined ? sql`true` : sql`${sql.ref("c.tags")} @> ${[tag]}::text[]`;
