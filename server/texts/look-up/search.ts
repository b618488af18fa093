import { type EntityManager, queries } from "../../db/orm.ts";
import { failFields } from "../../errors.ts";
import { type Found, listLarge, type Page, type PageRequest } from "../../operations/list.ts";
import type { Scope } from "../../operations/scope.ts";
import { type RecordRow, readWhole } from "./records.ts";
import { findEnd, findMatches, type Position, type Wanted } from "./spans.ts";

/** Which texts are searched. */
export interface SearchFilter extends Omit<Wanted, "teamId" | "testMode"> {
  campaign: string | undefined;
}

/** The maximum number of messages that a page looks at. */
const maxMessages = 20_000;

/** How many of them are looked at together. So few are read within 100 ms from a disk, wherever they are. */
const spanSize = 500;

/** The same for a business number alone, whose messages can be far apart. */
const wideSpanSize = 5_000;

/** When a page stops looking, in milliseconds. Messages that are not in memory take a hundred times as long as others. */
const maxMilliseconds = 100;

/**
 * The team's messages in the mode of the request, newest first: those of a phone by time, all others by id. The page may
 * end before it is full, even without any message.
 *
 * @throws validation_error for a cursor of another list, and for a campaign, which only texts that wait have
 */
export function searchMessages(
  scope: Scope,
  filter: SearchFilter,
  page: PageRequest,
): Promise<Page<RecordRow, Position>> {
  const { teamId, testMode } = scope;
  const { campaign, ...wanted } = filter;
  const { phone, businessNumberId, direction, status, since, until } = wanted;
  if (campaign !== undefined) failFields(["campaign"], "can be given only with the status scheduled, held or canceled");
  return listLarge<RecordRow, keyof Position>(scope, page, {
    name: "texts",
    filter: JSON.stringify([testMode, phone, businessNumberId, direction, status, since, until]),
    order: ["createdAt", "id"],
    read: (em, after, limit) => search(em, { ...wanted, teamId, testMode }, after, limit),
    // These columns are never null in the table, so null means that a large value was left out.
    isPartial: ({ body, media }) => body === null || media === null,
    readWhole: (em, ids) => readWhole(queries(em), teamId, ids),
  });
}

/**
 * Looks at span after span. Each span ends at a message, so that the next one or the next page continues there. The first
 * one is no larger than the page, because it often fills it.
 */
async function search(
  em: EntityManager,
  wanted: Wanted,
  after: Position | undefined,
  limit: number,
): Promise<Found<RecordRow, Position>> {
  const deadline = performance.now() + maxMilliseconds;
  const rows: RecordRow[] = [];
  let end = after;
  const nextSize = wanted.businessNumberId !== undefined && wanted.phone === undefined ? wideSpanSize : spanSize;
  let size = limit;
  for (let looked = 0; looked < maxMessages && performance.now() < deadline; looked += size, size = nextSize) {
    const span = { after: end, end: await findEnd(em, wanted, end, size) };
    rows.push(...(await findMatches(em, wanted, span, limit - rows.length)));
    end = span.end;
    if (rows.length === limit || !end) break;
  }
  return { rows, end };
}
