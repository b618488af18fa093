/**
 * Search by blocks of 8,192 contacts. Contacts of a team are numbered in the order of their creation. Keys of the
 * search's index are hashes of the team, the block and a trigram, so the index finds the matches of one block alone. A
 * search visits the blocks from the newest to the oldest until its page is full.
 *
 * Promises: a contact of a newer block is newer, because writers number contacts under the team's lock and `createdAt` only
 * grows. Contacts that a process of an earlier version wrote have the number -1. They form one block, which is sorted
 * into the page.
 * Costs: at most all matches of the block that fills the page, beside the look-up of each newer block.
 */
import { type AliasableExpression, type RawBuilder, sql } from "kysely";
import { type EntityManager, prepared } from "../../db/orm.ts";
import { rows } from "../../db/sql/rows.ts";
import { fromPostgres, plusMicroseconds, type Timestamp } from "../../db/timestamp.ts";
import type { OpenContact } from "../writes/open-contact.ts";

/** How many numbers a block has. The function `contact_search_keys` of the database has the same size as 13 bits. */
const blockSize = 8_192;

const unnumbered = -1;

/** The newest numbered contact of a team. */
interface Newest {
  ordinal: number;
  createdAt: Timestamp;
}

/**
 * The newest numbered contacts of teams, and the timestamp of a change. The caller must hold the teams' locks of
 * `lockContacts`.
 */
export async function findNewest(
  em: EntityManager,
  teamIds: Set<string>,
): Promise<{ now: Timestamp; newest: Map<string, Newest> }> {
  const teams = rows("a", [...teamIds], { teamId: ["uuid", (teamId) => teamId] });
  const { rows: found } = await sql<{ now: string } & (NewestRow | { team_id: null })>`
    select clock_timestamp() as now, c.* from ${teams} left join lateral (
      select team_id, ordinal, created_at from contact
      where team_id = a.team_id and ordinal >= 0
      order by created_at desc, id desc limit 1
    ) c on true
  `.execute(prepared(em));
  const newest = found.flatMap((row) => (row.team_id === null ? [] : [toNewest(row)]));
  return { now: fromPostgres(found[0]!.now), newest: new Map(newest) };
}

interface NewestRow {
  team_id: string;
  ordinal: number;
  created_at: string;
}

const toNewest = (row: NewestRow): [teamId: string, newest: Newest] => [
  row.team_id,
  { ordinal: row.ordinal, createdAt: fromPostgres(row.created_at) },
];

/** A timestamp for a new contact: `now`, or later if the database's clock went back behind the newest contact. */
export const laterThan = (newest: Newest | undefined, now: Timestamp): Timestamp =>
  newest === undefined || newest.createdAt < now ? now : plusMicroseconds(newest.createdAt, 1);

/** Numbers new contacts in their order, after the newest contacts of their teams. */
export function numberNew(contacts: OpenContact[], newest: Map<string, Newest>): void {
  const last = new Map([...newest].map(([teamId, { ordinal }]) => [teamId, ordinal]));
  for (const { contact, was } of contacts) {
    if (was !== null) continue;
    contact.ordinal = (last.get(contact.teamId) ?? unnumbered) + 1;
    last.set(contact.teamId, contact.ordinal);
  }
}

interface Search {
  /** The trigrams by which the index finds the term. */
  trigrams: string[];
  /** The conditions that the columns of `c`, a contact, must meet. */
  passes: RawBuilder<boolean>;
  follows: RawBuilder<boolean>;
}

/** Selects the newest `limit` contacts that a search finds, after the last contact of the previous page. */
export function searchBlocks(
  teamId: string,
  { trigrams, passes, follows }: Search,
  limit: number,
): AliasableExpression<{ id: string }> {
  // The offset hides the team from the planner, which would read all contacts of a team that its statistics do not know.
  const matchesIn = (ordinal: RawBuilder<number>) => sql`
    select c.id, c.created_at from (
      select * from contact
      where contact_search_keys(team_id, ordinal, search_trigrams)
        @> contact_search_keys(${teamId}::uuid, ${ordinal}, ${trigrams}::text[])
      offset 0
    ) c
    where c.team_id = ${teamId} and ${follows} and ${passes}
    order by c.created_at desc, c.id desc limit ${limit}
  `;
  // A lateral query is joined in the order of the blocks, so the limit ends the search at the block that fills the page.
  return sql<{ id: string }>`(
    select id from (
      (${matchesIn(sql.lit(unnumbered))})
      union all
      (
        select c.id, c.created_at
        from generate_series((
          select c.ordinal from contact c
          where c.team_id = ${teamId} and c.ordinal >= 0 and ${follows}
          order by c.created_at desc, c.id desc limit 1
        ), 0, ${sql.lit(-blockSize)}) as block (ordinal)
        cross join lateral (${matchesIn(sql.ref("block.ordinal"))}) c
        limit ${limit}
      )
    ) found
    order by created_at desc, id desc limit ${limit}
  )`;
}
