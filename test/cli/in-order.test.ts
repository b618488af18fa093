import { setImmediate as nextTick } from "node:timers/promises";
import { expect, test } from "vitest";
import { inOrder } from "../../cli/rows/in-order.ts";

async function* count(to: number): AsyncGenerator<number> {
  for (let n = 1; n <= to; n++) yield n;
}

/** Processes numbers, and lets everything run that can. The first number has no result until `endFirst`. */
function processAfterSlowFirst({ items, limit, maxHeld }: { items: number; limit: number; maxHeld: number }) {
  const first = Promise.withResolvers<void>();
  const results: number[] = [];
  let started = 0;
  let inProgress = 0;
  let maxInProgress = 0;
  const work = async (n: number) => {
    started += 1;
    inProgress += 1;
    maxInProgress = Math.max(maxInProgress, inProgress);
    await (n === 1 ? first.promise : nextTick());
    inProgress -= 1;
    return n;
  };
  const done = (async () => {
    for await (const result of inOrder(count(items), work, { concurrency: { limit }, maxHeld })) results.push(result);
  })();
  const settle = async () => {
    for (let before = -1; before !== started; ) {
      before = started;
      for (let tick = 0; tick < 20; tick++) await nextTick();
    }
  };
  return { results, done, settle, endFirst: first.resolve, seen: () => ({ started, maxInProgress }) };
}

test("rows behind a slow row are processed, in bounded number, and their results come in order", async () => {
  const run = processAfterSlowFirst({ items: 500, limit: 4, maxHeld: 100 });
  await run.settle();
  expect(run.seen()).toEqual({ started: 100, maxInProgress: 4 });
  expect(run.results).toEqual([]);

  run.endFirst();
  await run.done;
  expect(run.results).toEqual(Array.from({ length: 500 }, (_, at) => at + 1));
  expect(run.seen()).toEqual({ started: 500, maxInProgress: 4 });
});

test("a result is yielded while the source waits for its next item", async () => {
  const more = Promise.withResolvers<void>();
  async function* items() {
    yield 1;
    await more.promise;
    yield 2;
  }
  const results = inOrder(items(), async (n) => n, { concurrency: { limit: 4 }, maxHeld: 4 });
  expect(await results.next()).toEqual({ done: false, value: 1 });
  more.resolve();
  expect(await results.next()).toEqual({ done: false, value: 2 });
});

test("an error of the source is thrown after the results before it, and an error of the work at its place", async () => {
  async function* broken() {
    yield 1;
    throw new Error("broken source");
  }
  const options = { concurrency: { limit: 4 }, maxHeld: 4 };
  const results: number[] = [];
  const read = async (source: AsyncIterable<number>, work: (n: number) => Promise<number>) => {
    results.length = 0;
    for await (const result of inOrder(source, work, options)) results.push(result);
  };
  await expect(read(broken(), async (n) => n)).rejects.toThrow("broken source");
  expect(results).toEqual([1]);
  const failAtThree = async (n: number) => {
    if (n === 3) throw new Error("broken work");
    return n;
  };
  await expect(read(count(10), failAtThree)).rejects.toThrow("broken work");
  expect(results).toEqual([1, 2]);
});

test("a source of any length is read only as far as rows are processed", async () => {
  let read = 0;
  let maxAhead = 0;
  async function* endless() {
    for (;;) yield ++read;
  }
  let yielded = 0;
  const results = inOrder(endless(), async (n) => n, { concurrency: { limit: 8 }, maxHeld: 50 });
  for await (const _ of results) {
    yielded += 1;
    maxAhead = Math.max(maxAhead, read - yielded);
    if (yielded === 20_000) break;
  }
  expect(maxAhead).toBeLessThanOrEqual(51);
});
