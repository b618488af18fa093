/**
 * Writes contacts in batches: creates, updates and upserts of many teams. A batch is one transaction under the locks of
 * the teams' contacts: look up → apply the writes in memory → save.
 *
 * Promises: the results are those of the same requests one after another. A write whose identities are in conflict before
 * the batch counts as the first of them. A refused write changes nothing.
 * Costs: the number of statements depends neither on the number of writes nor on the number of teams.
 *
 * @see docs/decisions.md, Contacts
 */
import { sql } from "kysely";
import { operations } from "../../../generated/operations.ts";
import type { Result } from "../../db/commit/batcher.ts";
import { TeamBusy } from "../../db/commit/team-batches.ts";
import { type EntityManager, withoutResult } from "../../db/orm.ts";
import { plusMicroseconds } from "../../db/timestamp.ts";
import { ApiError } from "../../errors.ts";
import { type EventSource, recordWrites } from "../../operations/audit/record-writes.ts";
import type { Claim } from "../../operations/once/claims.ts";
import { type Written, writeBatchOnce } from "../../operations/once/in-batch.ts";
import { findContacts } from "../find-contacts.ts";
import { findNewest, laterThan, numberNew } from "../lists/search-blocks.ts";
import { presentWritten } from "../present.ts";
import { applyWrite, findMatch, identitiesIn, type TeamWrite, type WrittenContact } from "./apply-write.ts";
import { findHolders, findOnlyHolders, moveHolder } from "./identities.ts";
import { lockContactsOfTeam, lockFreeContacts } from "./lock-contacts.ts";
import { saveContacts } from "./save-contacts.ts";
import { createTouchedContacts } from "./touched-contacts.ts";

/** A write of a batch. */
export type ClaimedWrite = TeamWrite & { source: EventSource; claim: Claim | undefined };

type Results = Promise<Result<Written<WrittenContact>>[]>;

/**
 * Runs a batch of writes. The error of a result is one of those of `writeContact`, or TeamBusy if another transaction
 * changes the contacts of the team.
 */
export const writeContacts = (tx: EntityManager, writes: ClaimedWrite[]): Results =>
  writeUnder(lockFreeContacts, tx, writes);

/** Runs a batch of writes of one team, and waits for other changes of the team's contacts. */
export const writeContactsOfTeam = (tx: EntityManager, writes: ClaimedWrite[]): Results =>
  writeUnder(lockTeam, tx, writes);

type Lock = typeof lockFreeContacts;

const lockTeam: Lock = async (em, teamIds) => {
  const [teamId] = teamIds;
  await lockContactsOfTeam(em, teamId!);
  return teamIds;
};

function writeUnder(lock: Lock, tx: EntityManager, writes: ClaimedWrite[]): Results {
  return writeBatchOnce(tx, writes, {
    write: (claimed) => writeClaimed(lock, tx, claimed),
    answer: (written) => ({
      status: operations[written.operation].status,
      body: JSON.stringify(presentWritten(written)),
    }),
  });
}

async function writeClaimed(lock: Lock, tx: EntityManager, writes: ClaimedWrite[]): Promise<Result<WrittenContact>[]> {
  // PostgreSQL would plan most statements for each batch, because it thinks that a plan for any batch costs more.
  await sql`set local plan_cache_mode = force_generic_plan`.execute(withoutResult(tx));
  const identities = writes.flatMap(identitiesIn);
  // Each write takes an external id from one contact at most, so an external id with more holders stays shared.
  const maxHolders = writes.length + 2;
  const teamIds = new Set(writes.map(({ teamId }) => teamId));
  const [locked, { now, newest }, holders] = await Promise.all([
    lock(tx, teamIds),
    findNewest(tx, teamIds),
    findHolders(tx, identities, maxHolders),
  ]);
  const stored = await findContacts(tx, findOnlyHolders(identities, holders));
  // The look-up leaves out old holders of an identity that many contacts share.
  for (const full of stored) moveHolder(holders, null, full);
  const matches = writes.map((write) => attempt(() => findMatch(write, holders)));
  const touched = createTouchedContacts(stored, holders);

  const results = writes.map((write, index): Result<WrittenContact> => {
    if (!locked.has(write.teamId)) return { ok: false, error: new TeamBusy() };
    const match = matches[index]!;
    // Each write has a timestamp of its own, so that later changes of the batch have later timestamps, too.
    const at = plusMicroseconds(laterThan(newest.get(write.teamId), now), index);
    return match.ok ? attempt(() => applyWrite(write, touched, at)) : match;
  });
  const changed = touched.changed();
  numberNew(changed, newest);
  await saveContacts(tx, changed);
  await recordWrites(
    tx,
    writes.flatMap(({ operation, source }, index) => {
      const result = results[index]!;
      return result.ok
        ? { source, operation, target: result.value.contact.id, outcome: operations[operation].status }
        : [];
    }),
  );
  return results;
}

/** The result of some work, or the refusal that it throws. */
function attempt<T>(work: () => T): Result<T> {
  try {
    return { ok: true, value: work() };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { ok: false, error };
  }
}
