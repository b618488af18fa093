import { setTimeout as wait } from "node:timers/promises";

/** Waits for the turn of the next one. */
export type Pace = () => Promise<void>;

/** Turns that are at least this far apart; without a rate they are at once. */
export function createPace(perSecond: number | undefined): Pace {
  if (perSecond === undefined) return async () => {};
  let next = 0;
  return async () => {
    const turn = Math.max(performance.now(), next);
    next = turn + 1_000 / perSecond;
    await wait(Math.max(turn - performance.now(), 0));
  };
}

/**
 * Works on items in their order, on at most so many at once, and gives the results in the same order: when one is
 * given, all before it were, and of those after it fewer than `concurrency` have been started. Of items that end with
 * an error the results come first.
 */
export async function* inOrder<Item, Result>(
  items: AsyncIterable<Item>,
  work: (item: Item) => Promise<Result>,
  { concurrency, pace }: { concurrency: number; pace: Pace },
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
      const turn = pace().then(() => "turn" as const);
      while (pending.length > 0) {
        const head = Promise.allSettled([pending[0]]).then(() => "head" as const);
        if (pending.length < concurrency && (await Promise.race([turn, head])) === "turn") break;
        yield await pending.shift()!;
      }
      await turn;
      const result = work(next.value);
      // Whoever reads the results hears of it in its turn.
      result.catch(() => {});
      pending.push(result);
    }
    while (pending.length > 0) yield await pending.shift()!;
  } finally {
    await source.return?.();
  }
  if (failure) throw failure.error;
}
