import { sql } from "kysely";
import { readClock } from "../../db/clock.ts";
import { type EntityManager, prepared } from "../../db/orm.ts";
import { lockNames } from "../../db/sql/locks.ts";
import { rows } from "../../db/sql/rows.ts";
import type { Timestamp } from "../../db/timestamp.ts";
import type { Scope } from "../../operations/scope.ts";

const lockName = "contacts\n";

/**
 * Locks a team's contacts until the transaction ends. Every change of contacts takes this lock first, so changes run
 * one after another without deadlocks.
 *
 * Returns the timestamp of the change, which is read while the lock is held and not when the request was admitted, so
 * that later changes have later timestamps. A client that lists the changes after the newest timestamp that it saw
 * misses none.
 */
export async function lockContacts({ em, teamId }: Pick<Scope, "em" | "teamId">): Promise<Timestamp> {
  await lockContactsOfTeam(em, teamId);
  return readClock(em);
}

/** The same without reading the timestamp. */
export const lockContactsOfTeam = (em: EntityManager, teamId: string): Promise<void> =>
  lockNames(em, [lockName + teamId]);

/** Locks the contacts of those teams whose lock is free, without waiting. Returns these teams. */
export async function lockFreeContacts(em: EntityManager, teamIds: Set<string>): Promise<Set<string>> {
  const free = await sql<{ team_id: string }>`
    select team_id from ${rows("a", [...teamIds], { teamId: ["uuid", (teamId) => teamId] })}
    where pg_try_advisory_xact_lock(hashtextextended(${lockName} || team_id::text, 0))
  `.execute(prepared(em));
  return new Set(free.rows.map((row) => row.team_id));
}
