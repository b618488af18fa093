/** What became of one item of a list: its own result, or its own error. */
export type Result<T> = { ok: true; value: T } | { ok: false; error: unknown };

interface BatcherOptions<Item, Out> {
  /** Does the work for a list, in one go; results stand in the order of the items. */
  run(items: Item[]): Promise<Result<Out>[]>;
  /** Does it for one item whose list failed as a whole, for that reason. By default `run` on it alone. */
  runAlone?(item: Item, reason: unknown): Promise<Result<Out>>;
  maxItems?: number;
}

/** From how many in a list on its callers come together. */
const several = 4;

/**
 * How long nobody must have come for a pause, and how long it is waited for at most, in milliseconds: some times what
 * lies between two callers who come together, and less than anybody would notice.
 */
const pause = 0.2;
const longestWait = 2;

interface Waiting<Item, Out> {
  item: Item;
  resolve(value: Out): void;
  reject(error: unknown): void;
}

/**
 * Groups calls that arrive at the same time: while one list is being worked on, the next gathers. So where callers are
 * few nobody waits, and where they are many up to `maxItems` of them share each round trip and each commit.
 *
 * Callers who are answered together come again together, but one after the other, and a list costs far more than one more
 * in it. So where the last list had several, the next waits for a pause between them.
 *
 * When a list fails as a whole its items are done one by one, so that one bad item costs the others time and nothing
 * else.
 */
export function createBatcher<Item, Out>({ run, runAlone, maxItems = 64 }: BatcherOptions<Item, Out>) {
  const waiting: Waiting<Item, Out>[] = [];
  let busy = false;
  let newest = 0;
  let comeTogether = false;

  const alone = runAlone ?? (async (item: Item) => (await run([item]))[0]!);

  async function work(batch: Waiting<Item, Out>[]): Promise<void> {
    try {
      settle(batch, await run(batch.map(({ item }) => item)));
    } catch (error) {
      if (batch.length === 1 && !runAlone) return batch[0]!.reject(error);
      for (const one of batch) {
        settle([one], [await alone(one.item, error).catch((reason): Result<Out> => ({ ok: false, error: reason }))]);
      }
    }
  }

  function settle(batch: Waiting<Item, Out>[], results: Result<Out>[]): void {
    for (const [index, { resolve, reject }] of batch.entries()) {
      const result = results[index]!;
      if (result.ok) resolve(result.value);
      else reject(result.error);
    }
  }

  async function drain(): Promise<void> {
    busy = true;
    // Whatever else this turn of the event loop brings joins the first list.
    await new Promise(setImmediate);
    while (waiting.length > 0) {
      if (comeTogether) await untilPause();
      const batch = waiting.splice(0, maxItems);
      comeTogether = batch.length >= several;
      await work(batch);
    }
    busy = false;
  }

  /** Turns of the event loop instead of a timer, which counts whole milliseconds. */
  async function untilPause(): Promise<void> {
    const began = performance.now();
    for (let now = began; now - newest < pause && now - began < longestWait; now = performance.now()) {
      if (waiting.length >= maxItems) return;
      await new Promise(setImmediate);
    }
  }

  return (item: Item): Promise<Out> =>
    new Promise((resolve, reject) => {
      newest = performance.now();
      waiting.push({ item, resolve, reject });
      if (!busy) void drain();
    });
}
