import type { AliasableExpression } from "kysely";
import { fetchPage, type Page, type PageRequest } from "../db/cursor.ts";
import { queries } from "../db/orm.ts";
import type { Scope } from "../scope.ts";
import { type ContactRow, selectContactRows } from "./contact-rows.ts";
import { type ContactFilter, collect, newest, walk, withExternalId } from "./pick-contacts.ts";

/** How many contacts are walked through for a filter that has no index in the list's order. */
const walkLimit = 5000;

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
  return fetchPage(
    scope.cursors,
    `contacts/${scope.teamId}/${JSON.stringify(filter)}`,
    page,
    async (after, limit) => {
      if (filter.externalId !== undefined) return read(scope, withExternalId(scope, filter, after, limit));
      if ((filter.query ?? filter.updatedAfter) === undefined) return read(scope, newest(scope, filter, after, limit));
      const walked = await read(scope, walk(scope, filter, after, { among: walkLimit, limit }));
      return walked.length === limit ? walked : read(scope, collect(scope, filter, after, limit));
    },
    ({ createdAt, id }) => [createdAt, id],
  );
}

function read(scope: Scope, page: AliasableExpression<{ id: string }>): Promise<ContactRow[]> {
  return selectContactRows(queries(scope.em), scope.teamId)
    .innerJoin(page.as("page"), "page.id", "c.id")
    .orderBy("c.createdAt", "desc")
    .orderBy("c.id", "desc")
    .execute();
}
