/**
 * Batches calls: calls of one tick, and calls that arrive while a batch runs, go into a batch together, of at most
 * `maxItems` items. One batch runs at a time, or two if the batcher is pipelined.
 *
 * Promises: each call settles with the result of its own item. When a batch fails as a whole, each of its items is
 * retried alone, so no item fails because of another.
 * Costs: a call to an idle batcher waits until the end of the tick. A later call waits until half of the
 * outstanding calls wait with it, or until no batch runs.
 * Preconditions: `run` returns one result per item, in order. Items can be run again after it throws.
 */

/** The outcome of one item of a batch: its own result, or its own error. */
export type Result<T> = { ok: true; value: T } | { ok: false; error: unknown };

interface BatcherOptions<Item, Out> {
  /** Does the work of a batch. The results have the order of the items. */
  run(items: Item[]): Promise<Result<Out>[]>;
  /**
   * Retries each item of a batch that failed as a whole. Without this option, `run` is called for each item alone, unless
   * the batch had one item.
   */
  retry?: {
    /** Retries an item; `reason` is the error of the batch. */
    alone(item: Item, reason: unknown): Promise<Result<Out>>;
    /**
     * Whether later batches run beside the retries. All items are then retried at once, so `alone` must limit itself. By
     * default, later batches wait, and the items are retried one after another.
     */
    inBackground?: boolean;
  };
  /** The group of an item. Groups take turns when more items wait than fit into a batch. By default, all are one group. */
  groupOf?(item: Item): string;
  maxItems?: number;
  /** Whether a second batch may start while one runs. */
  isPipelined?: boolean;
}

/** A call of the batcher that has no result yet. */
interface Call<Item, Out> {
  item: Item;
  resolve(value: Out): void;
  reject(error: unknown): void;
}

export function createBatcher<Item, Out>({
  run,
  retry,
  groupOf,
  maxItems = 64,
  isPipelined = false,
}: BatcherOptions<Item, Out>): (item: Item) => Promise<Out> {
  let waitingCalls: Call<Item, Out>[] = [];
  /** Whether a batch is collected while none runs: it starts at the end of the tick. */
  let isCollecting = false;
  let runningBatches = 0;
  let runningItems = 0;
  /**
   * The size of the next batch: all calls of the tick if no batch runs, else half of all outstanding calls, so that one
   * half waits while the other one runs. If a batch took all waiting calls, sizes would drift apart in a closed loop, where
   * every answered caller calls again at once. A small batch then ends long before a large one, and nothing runs until the
   * large one is answered.
   */
  let targetSize = 0;

  const retryAlone = retry?.alone ?? (async (item: Item) => (await run([item]))[0]!);

  /** Collects the calls of this tick into a batch, which would otherwise often have the first of them only. */
  async function collect(): Promise<void> {
    isCollecting = true;
    await new Promise(setImmediate);
    isCollecting = false;
    targetSize = waitingCalls.length;
    startDueBatches();
  }

  async function runNextBatch(): Promise<void> {
    const batch = takeBatch(Math.min(targetSize, maxItems));
    runningBatches += 1;
    runningItems += batch.length;
    await runBatch(batch);
    runningBatches -= 1;
    runningItems -= batch.length;
    // The callers of this batch count as outstanding, because in a closed loop they are about to call again.
    targetSize = Math.ceil((batch.length + runningItems + waitingCalls.length) / 2);
    startDueBatches();
  }

  /** Takes the first calls, or the first calls of each group in turn. The calls of a group stay in their order. */
  function takeBatch(size: number): Call<Item, Out>[] {
    if (!groupOf || waitingCalls.length <= size) return waitingCalls.splice(0, size);
    const groups = [...Map.groupBy(waitingCalls, ({ item }) => groupOf(item)).values()];
    const turns = groups.flatMap((calls) => calls.map((call, turn) => ({ call, turn })));
    const batch = turns.toSorted((a, b) => a.turn - b.turn).slice(0, size);
    const taken = new Set(batch.map(({ call }) => call));
    waitingCalls = waitingCalls.filter((call) => !taken.has(call));
    return [...taken];
  }

  /** Starts batches while enough calls wait. If no batch runs then, the calls of the tick become one batch. */
  function startDueBatches(): void {
    const isDue = () => waitingCalls.length > 0 && waitingCalls.length >= Math.min(targetSize, maxItems);
    while (runningBatches < (isPipelined ? 2 : 1) && isDue()) void runNextBatch();
    if (runningBatches === 0 && waitingCalls.length > 0 && !isCollecting) void collect();
  }

  async function runBatch(batch: Call<Item, Out>[]): Promise<void> {
    try {
      settle(batch, await run(batch.map(({ item }) => item)));
    } catch (error) {
      if (batch.length === 1 && !retry) return batch[0]!.reject(error);
      for (const call of batch) {
        const retried = retryCall(call, error);
        if (!retry?.inBackground) await retried;
      }
    }
  }

  async function retryCall(call: Call<Item, Out>, reason: unknown): Promise<void> {
    settle([call], [await retryAlone(call.item, reason).catch((error): Result<Out> => ({ ok: false, error }))]);
  }

  function settle(batch: Call<Item, Out>[], results: Result<Out>[]): void {
    for (const [index, { resolve, reject }] of batch.entries()) {
      const result = results[index]!;
      if (result.ok) resolve(result.value);
      else reject(result.error);
    }
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waitingCalls.push({ item, resolve, reject });
      if (runningBatches > 0) startDueBatches();
      else if (!isCollecting) void collect();
    });
}
