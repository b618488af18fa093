/** What became of one item of a list: its own result, or its own error. */
export type Result<T> = { ok: true; value: T } | { ok: false; error: unknown };

interface BatcherOptions<Item, Out> {
  /** Does the work for a list, in one go; results stand in the order of the items. */
  run(items: Item[]): Promise<Result<Out>[]>;
  /** Does it for one item whose list failed as a whole, for that reason. By default `run` on it alone. */
  runAlone?(item: Item, reason: unknown): Promise<Result<Out>>;
  maxItems?: number;
  /** How many lists may be worked on at a time. */
  atOnce?: number;
}

interface Waiting<Item, Out> {
  item: Item;
  resolve(value: Out): void;
  reject(error: unknown): void;
}

/**
 * Groups calls that arrive at the same time: while lists are being worked on, the next gathers. So where callers are few
 * nobody waits, and where they are many up to `maxItems` of them share each round trip and each commit.
 *
 * Who is answered comes again, so callers are in two groups, one of them worked on while the other gathers. A list takes
 * half of all that are in either, so that the groups become equal: a small one is answered long before the large one is
 * back, and then nothing is there to be worked on. Only a list of that size leaves while another one is worked on.
 *
 * When a list fails as a whole its items are done one by one, so that one bad item costs the others time and nothing
 * else.
 */
export function createBatcher<Item, Out>({
  run,
  runAlone,
  maxItems = 64,
  atOnce = 1,
}: BatcherOptions<Item, Out>): (item: Item) => Promise<Out> {
  const waiting: Waiting<Item, Out>[] = [];
  let isStarting = false;
  /** The lists that are being worked on, and how many items there are in them. */
  let lists = 0;
  let items = 0;
  /** How many are half of the callers. */
  let listSize = 0;

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

  async function start(): Promise<void> {
    isStarting = true;
    // Whatever else this turn of the event loop brings joins the first list.
    await new Promise(setImmediate);
    isStarting = false;
    listSize = waiting.length;
    await leave();
  }

  async function leave(): Promise<void> {
    const batch = waiting.splice(0, Math.min(listSize, maxItems));
    lists += 1;
    items += batch.length;
    await work(batch);
    lists -= 1;
    items -= batch.length;
    listSize = Math.ceil((batch.length + items + waiting.length) / 2);
    goOn();
  }

  function goOn(): void {
    const isEnough = () => waiting.length >= (lists === 0 ? 1 : Math.min(listSize, maxItems));
    while (lists < atOnce && isEnough()) void leave();
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (lists > 0) goOn();
      else if (!isStarting) void start();
    });
}
