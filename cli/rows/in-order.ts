import { setTimeout as wait } from "node:timers/promises";

/** Waits until the next item may start. */
export type Pace = () => Promise<void>;

/** Creates a pace of at most `perSecond` starts. Without a rate, it never waits. */
export function createPace(perSecond: number | undefined): Pace {
  if (perSecond === undefined) return async () => {};
  let next = 0;
  return async () => {
    const start = Math.max(performance.now(), next);
    next = start + 1_000 / perSecond;
    await wait(Math.max(start - performance.now(), 0));
  };
}

/**
 * Processes items in their order, at most `concurrency.limit` at once, and yields the results in the same order. When a
 * result is yielded, all earlier results have been yielded. The limit may change while the items are processed.
 * If `items` ends with an error, the results of the earlier items are yielded first.
 */
export async function* inOrder<Item, Result>(
  items: AsyncIterable<Item>,
  work: (item: Item) => Promise<Result>,
  { concurrency, pace }: { concurrency: { readonly limit: number }; pace: Pace },
): AsyncGenerator<Result> {
  const source = items[Symbol.asyncIterator]();
  const pending: Promise<Result>[] = [];
  let failure: { error: unknown } | undefined;
  try {
    while (true) {
      const next = await source.next().catch((error: unknown) => {
        failure = { error };
      });
      if (!next || next.done) break;
      const start = pace().then(() => "start" as const);
      while (pending.length > 0) {
        const head = Promise.allSettled([pending[0]]).then(() => "head" as const);
        if (pending.length < concurrency.limit && (await Promise.race([start, head])) === "start") break;
        yield await pending.shift()!;
      }
      await start;
      const result = work(next.value);
      // The error is thrown later, when the result is yielded.
      result.catch(() => {});
      pending.push(result);
    }
    while (pending.length > 0) yield await pending.shift()!;
  } finally {
    await source.return?.();
  }
  if (failure) throw failure.error;
}
