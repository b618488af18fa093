import type { BatchWork } from "./batch-work.ts";
import { createBatcher, type Result } from "./batcher.ts";
import type { Retry } from "./retry-alone.ts";

/** An item with its team. */
export interface Entry<Item> {
  teamId: string;
  item: Item;
}

/** Makes a batcher of items of several teams. If a team has more items than fit into a batch, the others take turns with it. */
export const createSharedBatcher = <Item, Out, Each extends Entry<Item>>(
  work: BatchWork<Item, Out>,
  retry: Retry<Item, Out>,
  run: (batch: Each[]) => Promise<Result<Out>[]>,
): ((entry: Each) => Promise<Out>) =>
  createBatcher<Each, Out>({
    isPipelined: true,
    run,
    ...(work.runForTeam && { groupOf: ({ teamId }) => teamId }),
    retry: { inBackground: true, alone: ({ teamId, item }, reason) => retry(teamId, item, reason) },
  });
