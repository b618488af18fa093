/**
 * Writes the contacts of a team in batches: creates, updates and upserts. A batch is one transaction under the lock of
 * the team's contacts: look up → apply the writes in memory → save.
 *
 * Promises: the results are those of the same requests one after another. A write whose identities are in conflict before
 * the batch counts as the first of them. A refused write changes nothing.
 * Costs: the number of statements does not depend on the number of writes.
 *
 * @see docs/decisions.md, Contacts
 */
import { operations } from "../../generated/operations.ts";
import type { Result } from "../db/batching/batcher.ts";
import type { EntityManager } from "../db/orm.ts";
import { plusMicroseconds } from "../db/timestamp.ts";
import { ApiError } from "../errors.ts";
import type { Claim } from "../operations/once/claims.ts";
import { type Written, writeBatchOnce } from "../operations/once/in-batch.ts";
import { applyWrite, type ContactWrite, findMatch, identitiesIn, type WrittenContact } from "./contact-writes.ts";
import { findContacts } from "./find-contacts.ts";
import { findHolders, moveHolder } from "./identities.ts";
import { lockContacts } from "./lock-contacts.ts";
import { presentWritten } from "./present.ts";
import { saveContacts } from "./save-contacts.ts";
import { createTouchedContacts } from "./touched-contacts.ts";

/** A write of a batch. All writes of a batch have the same team. */
export type ClaimedWrite = ContactWrite & { teamId: string; claim: Claim | undefined };

/** Runs a batch of writes. The error of a result is one of those of `writeContact`. */
export function writeContacts(tx: EntityManager, writes: ClaimedWrite[]): Promise<Result<Written<WrittenContact>>[]> {
  return writeBatchOnce(tx, writes, {
    write: (claimed) => writeClaimed(tx, claimed),
    answer: (written) => ({
      status: operations[written.operation].status,
      body: JSON.stringify(presentWritten(written)),
    }),
  });
}

async function writeClaimed(tx: EntityManager, writes: ClaimedWrite[]): Promise<Result<WrittenContact>[]> {
  const { teamId } = writes[0]!;
  // Each write takes an external id from one contact at most, so an external id with more holders stays shared.
  const maxHolders = writes.length + 2;
  const [now, holders] = await Promise.all([
    lockContacts({ em: tx, teamId }),
    findHolders(tx, teamId, writes.flatMap(identitiesIn), maxHolders),
  ]);
  const onlyHolders = new Set([...holders.values()].flatMap((ids) => (ids.size === 1 ? [...ids] : [])));
  const stored = await findContacts(tx, teamId, [...onlyHolders]);
  // The look-up leaves out old holders of an identity that many contacts share.
  for (const full of stored) moveHolder(holders, null, full);
  const matches = writes.map((write) => attempt(() => findMatch(write, holders)));
  const touched = createTouchedContacts(stored, holders);

  const results = writes.map((write, index) => {
    const match = matches[index]!;
    // Each write has a timestamp of its own, so that later changes of the batch have later timestamps, too.
    return match.ok ? attempt(() => applyWrite(write, touched, plusMicroseconds(now, index))) : match;
  });
  await saveContacts(tx, teamId, touched.changed());
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
