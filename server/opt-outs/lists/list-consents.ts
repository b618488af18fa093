import { sql } from "kysely";
import { queries } from "../../db/orm.ts";
import { parseTimestamp, plusMicroseconds, type Timestamp } from "../../db/timestamp.ts";
import { list, type Page, type PageRequest } from "../../operations/list.ts";
import type { Scope } from "../../operations/scope.ts";
import { type Entry, entryColumns } from "../entries.ts";
import type { ConsentSource } from "../keywords.ts";

/** Which entries are listed. */
interface ConsentFilter {
  phone?: string | undefined;
  source?: ConsentSource | undefined;
  /** Only entries that were recorded from this time on. */
  since?: string | undefined;
}

type Row = Entry & { sequence: string };

/**
 * How much later an entry can be in the order of receipt than entries with a later time. A refusal has the time of its
 * request, and its position from the settlement, which is retried for minutes.
 */
const disorderMicroseconds = 3_600 * 1_000_000;

/**
 * Lists the entries of the consent log, the newest in the order of receipt first. A page of entries since a time ends at the
 * first entry from well before that time, so it never reads the rest of the log.
 *
 * @throws validation_error for a cursor of another list
 */
export function listConsents(scope: Scope, filter: ConsentFilter, page: PageRequest): Promise<Page<Entry>> {
  const { phone, source } = filter;
  const since = filter.since === undefined ? undefined : parseTimestamp(filter.since)!;
  return list<Row, "sequence">(scope, page, {
    name: "consents",
    filter: JSON.stringify([phone, source, since]),
    order: ["sequence"],
    async read(em, after, limit) {
      let query = queries(em)
        .selectFrom("ConsentEvent")
        .select([...entryColumns, "sequence"])
        .where("teamId", "=", scope.teamId);
      // The condition of the indexes for lists, which would read all entries to find those of a phone.
      if (phone === undefined) query = query.where("sequence", ">", sql.lit("0"));
      else query = query.where("phoneNumber", "=", phone);
      if (source !== undefined) query = query.where("source", "=", source);
      if (after) query = query.where("sequence", "<", after.sequence);
      const rows = await query.orderBy("sequence", "desc").limit(limit).$castTo<Row>().execute();
      return since === undefined ? rows : cut(rows, since, limit);
    },
  });
}

/** The entries from a time on, and the position where a search for more continues. */
function cut(rows: Row[], since: Timestamp, limit: number) {
  const last = rows.at(-1);
  const isOver = !last || rows.length < limit || last.createdAt < plusMicroseconds(since, -disorderMicroseconds);
  return { rows: rows.filter(({ createdAt }) => createdAt >= since), end: isOver ? undefined : last };
}
