import { type AliasableExpression, sql } from "kysely";
import { contractDocument } from "../../contract/document.ts";
import { type Queries, queries } from "../../db/orm.ts";
import { maxPageRows, type Page, type PageRequest } from "../../db/sql/cursor.ts";
import { fetchRows } from "../../db/sql/large-rows.ts";
import { type Given, statement } from "../../db/sql/statement.ts";
import type { Timestamp } from "../../db/timestamp.ts";
import type { Scope } from "../../operations/scope.ts";
import {
  type ContactFilter,
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
  return fetchRows<ContactRow>(scope, page, {
    name: `contacts/${teamId}/${JSON.stringify(filter)}`,
    async read(em, after, limit) {
      const team = { teamId, em };
      if ((query ?? externalId ?? tag ?? updatedAfter) === undefined) {
        if (!after) return readFirst(em, { teamId, limit });
        const [createdAt = "", id = ""] = after;
        return readNext(em, { teamId, createdAt, id, limit });
      }
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
    positionOf: ({ createdAt, id }) => [createdAt, id],
    isPartial: isPartialContact,
    readWhole: (em, ids) => readWholeContacts(em, teamId, ids),
    maxBytes: contractDocument["x-limits"].pageBytes,
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

interface First {
  teamId: string;
  limit: number;
}

const readFirst = statement(({ teamId, limit }: Given<First>, db) =>
  selectPage(db, teamId, selectNewest(db, { teamId }, undefined, sql.lit(maxPageRows))).limit(limit),
);

interface Next extends First {
  createdAt: Timestamp;
  id: string;
}

const readNext = statement(({ teamId, createdAt, id, limit }: Given<Next>, db) =>
  selectPage(db, teamId, selectNewest(db, { teamId }, [createdAt, id], sql.lit(maxPageRows))).limit(limit),
);
