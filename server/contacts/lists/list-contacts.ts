import { type AliasableExpression, sql } from "kysely";
import { type Queries, queries } from "../../db/orm.ts";
import type { Given } from "../../db/sql/statement.ts";
import {
  type GivenPage,
  listLarge,
  maxPageRows,
  type Page,
  type PageRequest,
  readPages,
} from "../../operations/list.ts";
import type { Scope } from "../../operations/scope.ts";
import {
  type ContactFilter,
  type ContactPosition,
  collectMatches,
  hasFewChanges,
  scanNewest,
  search,
  selectByExternalId,
  selectNewest,
} from "./list-strategies.ts";
import {
  type ContactRow,
  isPartialContact,
  type ListedContact,
  listColumns,
  type Operand,
  readWholeContacts,
  selectContactRows,
} from "./rows.ts";

/** How many of the newest contacts are scanned for a filter that has no index in the order of the list. */
const scanLimit = {
  untagged: 10_000,
  // Smaller, because a search that does not fill the page reads its blocks.
  searched: 1_000,
  // Smaller, because tagged contacts are looked up one by one.
  tagged: 5_000,
};

/**
 * The team's contacts that pass the filter, the newest first.
 *
 * Indexes in this order exist for all contacts, for an external id and for a tag. They do not exist for a search and for
 * `updatedAfter`. PostgreSQL would have to choose between scanning the list and sorting all matches, and a wrong choice
 * is a thousand times slower. So the newest contacts are scanned first, which fills the page if matches are common. If
 * that does not fill the page, a search goes through its blocks, and other matches are collected and sorted.
 *
 * @throws validation_error for a cursor of another list
 */
export function listContacts(scope: Scope, filter: ContactFilter, page: PageRequest): Promise<Page<ContactRow>> {
  const { teamId } = scope;
  const { query, externalId, tag, updatedAfter } = filter;
  return listLarge<ContactRow, keyof ContactPosition>(scope, page, {
    name: "contacts",
    filter: JSON.stringify(filter),
    order: ["createdAt", "id"],
    async read(em, after, limit) {
      const team = { teamId, em };
      if ((query ?? externalId ?? tag ?? updatedAfter) === undefined) return readAll({ teamId })(em, after, limit);
      const db = queries(em);
      const read = (ids: Ids) => selectPage(db, teamId, withIds(db, teamId, ids)).execute();
      if (externalId !== undefined) return read(selectByExternalId(team, filter, after, limit));
      if ((query ?? updatedAfter) === undefined) return read(selectNewest(db, { teamId, tag }, after, limit));
      const untagged = query === undefined ? scanLimit.untagged : scanLimit.searched;
      const maxScanned = tag === undefined ? untagged : scanLimit.tagged;
      const matches = await read(scanNewest(team, filter, after, { maxScanned, limit }));
      if (matches.length === limit) return matches;
      const isSearch = query !== undefined && !(await hasFewChanges(team, filter));
      return read(isSearch ? search(team, filter, after, limit) : collectMatches(team, filter, after, limit));
    },
    isPartial: isPartialContact,
    readWhole: (em, ids) => readWholeContacts(em, teamId, ids),
  });
}

type Ids = AliasableExpression<{ id: string }>;

const withIds = (db: Queries, teamId: string, ids: Ids) =>
  db
    .selectFrom(ids.as("page"))
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom("Contact as c")
          .select(listColumns)
          .where("c.teamId", "=", teamId)
          .whereRef("c.id", "=", "page.id")
          .limit(1)
          .as("c"),
      (join) => join.onTrue(),
    )
    .select(listColumns);

const selectPage = (db: Queries, teamId: Operand<string>, contacts: AliasableExpression<ListedContact>) =>
  selectContactRows(db, teamId, contacts).orderBy("c.createdAt", "desc").orderBy("c.id", "desc");

const readAll = readPages(({ teamId }: Given<{ teamId: string }>, db, { after, limit }: GivenPage<ContactPosition>) =>
  selectPage(db, teamId, selectNewest(db, { teamId }, after, sql.lit(maxPageRows))).limit(limit),
);
