import { ApiError } from "../../errors.ts";
import { isLockTimeout } from "../faults.ts";
import type { EntityManager, Orm } from "../orm.ts";
import type { BatchWork, Submit } from "./batch-work.ts";
import { createBatcher, type Result } from "./batcher.ts";
import { createKeyedBatchers } from "./keyed-batchers.ts";
import { LimitReached } from "./limiter.ts";
import { transactOfTeam } from "./of-teams.ts";
import type { Retry } from "./retry-alone.ts";
import type { TakeTurn } from "./team-turns.ts";

/** The refusal of an item because another transaction has a lock of its team. The item then runs by `runForTeam`. */
export class TeamBusy extends Error {}

interface TeamBatches<Item, Out> {
  runForTeam: NonNullable<BatchWork<Item, Out>["runForTeam"]>;
  /** The batches that teams share, which refuse the items of a busy team. */
  shared: Submit<Item, Out>;
  retry: Retry<Item, Out>;
  takeTurn: TakeTurn;
}

/**
 * Gives a busy team batches of its own until all of its items have results. A batch takes a connection only once its
 * team has a turn, so a slow team delays only itself.
 */
export function submitByTeam<Item, Out>(
  orm: Orm,
  { runForTeam, shared, retry, takeTurn }: TeamBatches<Item, Out>,
): Submit<Item, Out> {
  const busyTeams = createKeyedBatchers<string, Item, Out>((teamId) =>
    createBatcher({
      isPipelined: true,
      async run(items) {
        const run = (tx: EntityManager) => runForTeam(tx, items);
        const results = takeTurn(teamId, (timeout) => transactOfTeam(orm, teamId, run, timeout));
        // A single item is not retried, because no other item can have caused the error.
        return items.length > 1 ? results : results.catch((error): Result<Out>[] => [{ ok: false, error }]);
      },
      retry: {
        inBackground: true,
        async alone(item, reason) {
          if (hasWaited(reason)) throw reason;
          return retry(teamId, item, reason);
        },
      },
    }),
  );
  return async (teamId, item) => {
    if (busyTeams.has(teamId)) return busyTeams.add(teamId, item);
    try {
      return await shared(teamId, item);
    } catch (error) {
      if (!(error instanceof TeamBusy)) throw error;
      return busyTeams.add(teamId, item);
    }
  };
}

/**
 * Whether a batch of a team waited for its turn or for the team's lock as long as its items may. An ApiError with a lock
 * timeout is about the key of one item.
 */
const hasWaited = (reason: unknown): boolean =>
  reason instanceof LimitReached || (isLockTimeout(reason) && !(reason instanceof ApiError));
