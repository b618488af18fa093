/** The outcome of one item of a batch: its own result, or its own error. */
export type Result<T> = { ok: true; value: T } | { ok: false; error: unknown };

interface BatcherOptions<Item, Out> {
  /** Does the work for a batch; results stand in the order of the items. */
  run(items: Item[]): Promise<Result<Out>[]>;
  /** Retries one item whose batch failed as a whole, for that reason. By default `run` on it alone. */
  runAlone?(item: Item, reason: unknown): Promise<Result<Out>>;
  /**
   * Whether the items of a failed batch are retried one after another while the next batches wait, which is the default.
   * Otherwise `runAlone` is called for all at once, so it must limit itself, and no batch waits for it.
   */
  retriesInOrder?: boolean;
  maxItems?: number;
  /** How many batches run at once. */
  atOnce?: number;
}

interface Waiting<Item, Out> {
  item: Item;
  resolve(value: Out): void;
  reject(error: unknown): void;
}

/**
 * Batches calls that arrive together. At most `atOnce` batches run; calls that arrive meanwhile wait for the next one. So
 * few callers wait for nobody, and many share each round trip and each commit, up to `maxItems` of them.
 *
 * Callers that call again as soon as they are answered would make batch sizes drift apart and leave the database idle.
 * So a batch takes half of all outstanding calls, and two equal halves alternate. A second batch starts beside a running
 * one only once it has that size.
 *
 * When a batch fails as a whole, each of its items is retried alone, so that one bad item fails no other.
 */
export function createBatcher<Item, Out>({
  run,
  runAlone,
  retriesInOrder = true,
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
      for (const each of batch) {
        const retried = retry(each, error);
        if (retriesInOrder) await retried;
      }
    }
  }

  async function retry(waiting: Waiting<Item, Out>, reason: unknown): Promise<void> {
    settle([waiting], [await alone(waiting.item, reason).catch((error): Result<Out> => ({ ok: false, error }))]);
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
