import { type AliasableExpression, sql } from "kysely";
import { contractDocument } from "../contract/document.ts";
import { maxPageRows, type Page, type PageRequest } from "../db/cursor.ts";
import { fetchRows } from "../db/large-rows.ts";
import { type Queries, queries } from "../db/orm.ts";
import { type Given, prepareRead } from "../db/prepare-read.ts";
import type { Timestamp } from "../db/timestamp.ts";
import type { Scope } from "../scope.ts";
import {
  type ContactRow,
  isPartialContact,
  type Listed,
  listed,
  readWholeContacts,
  selectContactRows,
} from "./contact-rows.ts";
import { type ContactFilter, collect, newest, walk, withExternalId } from "./pick-contacts.ts";

/** How many contacts are walked through for a filter that has no index in the list's order. */
const walkLimit = {
  untagged: 10_000,
  // They are looked up one by one.
  tagged: 5_000,
};

/**
 * The team's contacts that pass the filter, the newest first.
 *
 * All contacts, those with an external id and those with a tag stand in an index in this order. For a search and for
 * what changed there is none, and PostgreSQL would have to guess whether to walk down the list or to collect and sort
 * what passes; wrong guesses cost a thousand times. So the newest contacts are walked through, where what is common
 * fills a page at once. What does not is rare, and is collected.
 *
 * @throws validation_error for a cursor of another list
 */
export function listContacts(scope: Scope, filter: ContactFilter, page: PageRequest): Promise<Page<ContactRow>> {
  const { teamId } = scope;
  const { query, externalId, tag, updatedAfter } = filter;
  return fetchRows<ContactRow>(scope, page, {
    name: `contacts/${teamId}/${JSON.stringify(filter)}`,
    async read(em, after, limit) {
      const own = { teamId, em };
      if ((query ?? externalId ?? tag ?? updatedAfter) === undefined) {
        if (!after) return readFirst(em, { teamId, limit });
        const [createdAt = "", id = ""] = after;
        return readNext(em, { teamId, createdAt, id, limit });
      }
      const db = queries(em);
      const read = (ids: Ids) => selectPage(db, withIds(db, teamId, ids)).execute();
      if (externalId !== undefined) return read(withExternalId(own, filter, after, limit));
      if ((query ?? updatedAfter) === undefined) return read(newest(db, { teamId, tag }, after, limit));
      const among = tag === undefined ? walkLimit.untagged : walkLimit.tagged;
      const walked = await read(walk(own, filter, after, { among, limit }));
      return walked.length === limit ? walked : read(collect(own, filter, after, limit));
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
          .select(listed)
          .where("c.teamId", "=", teamId)
          .whereRef("c.id", "=", "page.id")
          .limit(1)
          .as("c"),
      (join) => join.onTrue(),
    )
    .select(listed);

const selectPage = (db: Queries, contacts: AliasableExpression<Listed>) =>
  selectContactRows(db, contacts).orderBy("c.createdAt", "desc").orderBy("c.id", "desc");

interface First {
  teamId: string;
  limit: number;
}

const readFirst = prepareRead((db, { teamId, limit }: Given<First>) =>
  selectPage(db, newest(db, { teamId }, undefined, sql.lit(maxPageRows))).limit(limit),
);

interface Next extends First {
  createdAt: Timestamp;
  id: string;
}

const readNext = prepareRead((db, { teamId, createdAt, id, limit }: Given<Next>) =>
  selectPage(db, newest(db, { teamId }, [createdAt, id], sql.lit(maxPageRows))).limit(limit),
);
