/**
 * Group commit: callers that ask for the same kind of work at the same time share one transaction and its commit.
 *
 * Promises: a caller gets the result of its own item, after the commit. When a transaction fails, each of its items is
 * retried in a transaction of its own.
 * Costs: a connection per kind of work, with up to two transactions in its pipeline. A caller can wait for locks of other
 * items of its batch, at most 150 ms for each. Work for a busy team takes up to two connections, and waits longer.
 * Preconditions: `work` is the same object at every call of a kind. `run` throws to undo the whole batch; a result that
 * is an error undoes nothing. Work that must not happen twice has a `runAgain`.
 */
import { type EntityManager, type Orm, poolSizeOf } from "../orm.ts";
import type { BatchWork, Submit } from "./batch-work.ts";
import { batchByPlace } from "./each-place.ts";
import { Lane } from "./lane.ts";
import { createRetry, type Retry } from "./retry-alone.ts";
import { createSharedBatcher, type Entry } from "./shared-batcher.ts";
import { submitByTeam } from "./team-batches.ts";
import { createTeamTurns, type TakeTurn } from "./team-turns.ts";

/**
 * Does `work` for `item`, in one transaction with other items for the same work. Retries take turns by team; items
 * without a team count as one team.
 *
 * @throws the error of `work` for the item alone; LimitReached if its retry did not start in time, or too many wait
 */
export type GroupCommit = <Item, Out>(work: BatchWork<Item, Out>, item: Item, teamId?: string) => Promise<Out>;

/**
 * How long such a transaction waits for a lock, in milliseconds; the callers behind it wait, too. Batches of other
 * processes usually hold their locks for less. It is shorter than PostgreSQL's `deadlock_timeout`, so it also ends deadlocks.
 */
const lockTimeout = 150;

interface GroupCommitOptions {
  /** The turns of busy teams. By default, this group commit has turns of its own. */
  takeTurn?: TakeTurn;
  /** The time after which a retry is not repeated any more, in milliseconds. It includes the wait for a turn. */
  lockWait?: number;
}

/** Makes a group commit on a database. Later batches run beside the retries of a failed one. */
export function createGroupCommit(
  orm: Orm,
  { lockWait = 8_000, takeTurn = createTeamTurns(poolSizeOf(orm), lockWait) }: GroupCommitOptions = {},
): GroupCommit {
  // The key and the value of an entry have the same Item and Out, which the type of a Map cannot express.
  const submits = new Map<unknown, unknown>();

  function createSubmit<Item, Out>(work: BatchWork<Item, Out>): Submit<Item, Out> {
    const limits = { lockTimeout, lockWait };
    const shared = createShared(orm, work, createRetry(orm, work, limits));
    const { runForTeam } = work;
    if (!runForTeam) return shared;
    const retry = createRetry(orm, { ...work, run: runForTeam }, limits);
    return submitByTeam(orm, { runForTeam, shared, retry, takeTurn });
  }

  function submitTo<Item, Out>(work: BatchWork<Item, Out>): Submit<Item, Out> {
    const submit = (submits.get(work) as Submit<Item, Out> | undefined) ?? createSubmit(work);
    submits.set(work, submit);
    return submit;
  }

  return (work, item, teamId = "") => submitTo(work)(teamId, item);
}

const itemsOf = <Item>(batch: Entry<Item>[]): Item[] => batch.map(({ item }) => item);

/** Submits the items of all teams at a place to batches whose transactions share a connection. */
function createShared<Item, Out>(orm: Orm, work: BatchWork<Item, Out>, retry: Retry<Item, Out>): Submit<Item, Out> {
  const run = (tx: EntityManager, batch: Entry<Item>[]) => work.run(tx, itemsOf(batch));
  const add = batchByPlace<Entry<Item>, Out>(
    orm,
    (runBatch) => createSharedBatcher(work, retry, (batch) => runBatch(batch, run)),
    { createLane: (pool) => new Lane(pool), lockTimeout },
  );
  return (teamId, item) => add({ teamId, item });
}
