/**
 * The ways to find the contacts of a page. Each picks the newest `limit` of those that pass the filter, after the last
 * one of the page before.
 */
import { type AliasableExpression, type Expression, type RawBuilder, sql } from "kysely";
import type { Position } from "../db/cursor.ts";
import { type Queries, queries } from "../db/orm.ts";
import type { Timestamp } from "../db/timestamp.ts";
import type { Scope } from "../scope.ts";
import { type Listed, listed } from "./contact-rows.ts";
import { indexedTrigramsOf, searchTermOf } from "./search-text.ts";

/** Which contacts to list: those that pass all that is given. */
export interface ContactFilter {
  query?: string | undefined;
  externalId?: string | undefined;
  tag?: string | undefined;
  updatedAfter?: Timestamp | undefined;
}

/** A contact with the text that searches look into. */
type Walked = Listed & { searchText: string };

const walked = [...listed, "c.searchText"] as const;

type Own = Pick<Scope, "em" | "teamId">;

/** A value, or where a prepared statement has one. */
type Operand<T> = T | Expression<T>;

/** Of all contacts, or of those with the tag. */
export function newest(
  db: Queries,
  { teamId, tag }: { teamId: Operand<string>; tag?: string | undefined },
  after: Operand<string>[] | undefined,
  limit: Operand<number>,
): AliasableExpression<Walked> {
  if (tag === undefined) {
    return db
      .selectFrom("Contact as c")
      .select(walked)
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
      // One by one, because the planner would read the whole table to join these few.
      .innerJoinLateral(
        (eb) =>
          eb
            .selectFrom("Contact as c")
            .select(walked)
            .where("c.teamId", "=", teamId)
            .whereRef("c.id", "=", "t.contactId")
            .limit(1)
            .as("c"),
        (join) => join.onTrue(),
      )
      .select(walked)
  );
}

/** Of the newest so many. */
export function walk(
  { em, teamId }: Own,
  filter: ContactFilter,
  after: Position | undefined,
  { among, limit }: { among: number; limit: number },
): AliasableExpression<{ id: string }> {
  const db = queries(em);
  return db
    .selectFrom(newest(db, { teamId, tag: filter.tag }, after, among).as("c"))
    .select("c.id")
    .where(passes(filter))
    .limit(limit);
}

/** By the index of what is searched for, or of changes; sorted afterwards. */
export function collect(
  { em, teamId }: Own,
  filter: ContactFilter,
  after: Position | undefined,
  limit: number,
): AliasableExpression<{ id: string }> {
  const { query, tag } = filter;
  return queries(em)
    .with(
      // Apart, so that order and limit do not tempt the planner to walk down the list after all.
      (cte) => cte("passing").materialized(),
      (db) =>
        db
          .selectFrom("Contact as c")
          .select(["c.id", "c.createdAt"])
          .where("c.teamId", "=", teamId)
          .where(follows(after, "c.createdAt", "c.id"))
          .where(passes(filter))
          .where(contains("c.searchTrigrams", query === undefined ? [] : indexedTrigramsOf(searchTermOf(query))))
          .where(contains("c.tags", tag === undefined ? [] : [tag])),
    )
    .selectFrom("passing")
    .select("passing.id")
    .orderBy("passing.createdAt", "desc")
    .orderBy("passing.id", "desc")
    .limit(limit);
}

/** Of those with the external id, which are few. */
export function withExternalId(
  { em, teamId }: Own,
  filter: ContactFilter,
  after: Position | undefined,
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
    .where(contains("c.tags", tag === undefined ? [] : [tag]))
    .orderBy("c.createdAt", "desc")
    .orderBy("c.id", "desc")
    .limit(limit);
}

function follows(
  position: Operand<string>[] | undefined,
  createdAtColumn: string,
  idColumn: string,
): RawBuilder<boolean> {
  if (!position) return sql`true`;
  const [createdAt, id] = position;
  return sql`(${sql.ref(createdAtColumn)}, ${sql.ref(idColumn)}) < (${createdAt}::timestamptz, ${id}::uuid)`;
}

function passes({ query, updatedAfter }: ContactFilter): RawBuilder<boolean> {
  // One operator, because PostgreSQL asks first what it takes to be cheaper, and comparing all trigrams takes longer.
  const finds =
    query === undefined ? sql`true` : sql`${sql.ref("c.searchText")} like ${patternOf(searchTermOf(query))}`;
  const changed =
    updatedAfter === undefined ? sql`true` : sql`${sql.ref("c.updatedAt")} > ${updatedAfter}::timestamptz`;
  return sql`${finds} and ${changed}`;
}

const patternOf = (term: string) => `%${term.replaceAll(/[\\%_]/g, "\\$&")}%`;

function contains(column: string, values: string[]): RawBuilder<boolean> {
  return values.length === 0 ? sql`true` : sql`${sql.ref(column)} @> ${values}::text[]`;
}
