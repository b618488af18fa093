import { setTimeout as wait } from "node:timers/promises";

/** Waits until the next item may start. */
export type Pace = () => Promise<void>;

/** Creates a pace of at most `perSecond` starts. Without a rate, there is none. */
export function createPace(perSecond: number | undefined): Pace | undefined {
  if (perSecond === undefined) return undefined;
  let next = 0;
  return async () => {
    const start = Math.max(performance.now(), next);
    next = start + 1_000 / perSecond;
    await wait(Math.max(start - performance.now(), 0));
  };
}

export interface InOrderOptions {
  /** The number of items in progress. It may change while the items are processed. */
  concurrency: { readonly limit: number };
  /**
   * The number of items that are started and not yielded. If it is greater than the concurrency, later items are
   * processed while a slow item holds back their results.
   */
  maxHeld: number;
  pace?: Pace | undefined;
}

/** An item that was started. */
interface Slot<Result> {
  result?: { value: Result } | { error: unknown };
}

/**
 * Processes items in their order, several at once, and yields the results in the same order. When a result is yielded,
 * all earlier results have been yielded. If `items` ends with an error, the results of the earlier items are yielded
 * first. At most `maxHeld` items, and one more that is read ahead, are in memory.
 */
export async function* inOrder<Item, Result>(
  items: AsyncIterable<Item>,
  work: (item: Item) => Promise<Result>,
  { concurrency, maxHeld, pace }: InOrderOptions,
): AsyncGenerator<Result> {
  const source = items[Symbol.asyncIterator]();
  /** The started items, the oldest first. */
  const held: Slot<Result>[] = [];
  let inProgress = 0;
  /** The next item, and whether the source is being read or has ended. */
  const next: { item?: { value: Item }; isReading: boolean; end?: { error?: unknown } } = { isReading: false };
  let wake = () => {};

  async function read(): Promise<void> {
    next.isReading = true;
    try {
      const { value, done } = await source.next();
      if (done) next.end = {};
      else {
        await pace?.();
        next.item = { value };
      }
    } catch (error) {
      next.end = { error };
    }
    next.isReading = false;
    wake();
  }

  function start(item: Item): void {
    const slot: Slot<Result> = {};
    held.push(slot);
    inProgress += 1;
    const end = (result: NonNullable<Slot<Result>["result"]>) => {
      slot.result = result;
      inProgress -= 1;
      wake();
    };
    work(item).then(
      (value) => end({ value }),
      (error) => end({ error }),
    );
  }

  try {
    for (;;) {
      const result = held[0]?.result;
      if (result) {
        held.shift();
        if ("error" in result) throw result.error;
        yield result.value;
      } else if (next.item && inProgress < concurrency.limit && held.length < maxHeld) {
        start(next.item.value);
        delete next.item;
      } else if (!next.item && !next.isReading && !next.end) {
        void read();
      } else if (next.end && held.length === 0) {
        if ("error" in next.end) throw next.end.error;
        return;
      } else {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    }
  } finally {
    const closing = Promise.resolve(source.return?.());
    // A source that waits for input closes only after its next item.
    if (next.isReading) closing.catch(() => {});
    else await closing;
  }
}
