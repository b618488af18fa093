import { setImmediate as nextTick } from "node:timers/promises";
import fc from "fast-check";
import { expect, test } from "vitest";
import { createBatcher, type Result } from "../../server/db/commit/batcher.ts";

/** Work that records its batches and ends each batch on request. */
function createHeldWork() {
  const batches: number[][] = [];
  const held: (() => void)[] = [];
  const run = (items: number[]) => {
    batches.push(items);
    return new Promise<Result<number>[]>((resolve) => {
      held.push(() => resolve(items.map((value) => ({ ok: true, value }))));
    });
  };
  return {
    batches,
    run,
    /** Ends the running batch, so that the next batch starts, at the latest with the calls of the tick after. */
    async release() {
      held.shift()?.();
      await nextTick();
      await nextTick();
    },
  };
}

const upTo = (count: number, from = 0) => Array.from({ length: count }, (_, index) => from + index);

test("calls of one tick share a batch, and each gets its own result", async () => {
  const batches: string[][] = [];
  const measure = createBatcher({
    async run(items: string[]) {
      batches.push(items);
      return items.map((item): Result<number> => ({ ok: true, value: item.length }));
    },
  });

  expect(await Promise.all([measure("a"), measure("four"), measure("")])).toEqual([1, 4, 0]);
  expect(batches).toEqual([["a", "four", ""]]);
});

test("groups take turns when more calls wait than fit into a batch, and each keeps the order of its calls", async () => {
  const { batches, run, release } = createHeldWork();
  const call = createBatcher({ run, maxItems: 3, groupOf: (item) => String(item % 10) });

  const calls = [11, 21, 31, 41, 51, 12, 22, 13].map((item) => call(item));
  await nextTick();
  for (const _ of upTo(3)) await release();

  await Promise.all(calls);
  expect(batches.map((batch) => batch.toSorted((a, b) => a - b))).toEqual([
    [11, 12, 13],
    [21, 22, 31],
    [41, 51],
  ]);
});

test("calls that arrive while a batch runs are collected into the next batch", async () => {
  const { batches, run, release } = createHeldWork();
  const call = createBatcher({ run });

  const first = [call(0), call(1), call(2)];
  await nextTick();
  const others: Promise<number>[] = [];
  for (const item of [3, 4, 5]) {
    others.push(call(item));
    await nextTick();
  }
  expect(batches).toEqual([[0, 1, 2]]);

  await release();
  expect(await Promise.all(first)).toEqual([0, 1, 2]);
  expect(batches).toEqual([
    [0, 1, 2],
    [3, 4, 5],
  ]);

  await release();
  expect(await Promise.all(others)).toEqual([3, 4, 5]);
});

test("callers that call again after each result form two batches of equal size", async () => {
  const { batches, run, release } = createHeldWork();
  const call = createBatcher({ run });
  const comeAgain = async (item: number) => {
    for (let times = 0; times < 4; times += 1) {
      await call(item);
      await nextTick();
    }
  };

  const first = comeAgain(0);
  await nextTick();
  const all = Promise.all([first, ...upTo(9, 1).map(comeAgain)]);
  for (let released = 0; released < 20; released += 1) {
    await release();
    await nextTick();
  }

  await all;
  expect(batches.map(({ length }) => length).slice(0, 7)).toEqual([1, 5, 5, 5, 5, 5, 5]);
});

test("with two batches at once, the second starts when half of the callers wait", async () => {
  const { batches, run, release } = createHeldWork();
  const call = createBatcher({ run, isPipelined: true });

  const all = upTo(4).map((item) => call(item));
  await nextTick();
  all.push(call(4), call(5), call(6));
  expect(batches).toEqual([upTo(4)]);
  all.push(call(7), call(8), call(9));
  expect(batches).toEqual([upTo(4), upTo(4, 4)]);

  await release();
  expect(batches).toHaveLength(2);
  all.push(call(10), call(11), call(12));
  expect(batches).toEqual([upTo(4), upTo(4, 4), upTo(5, 8)]);

  await release();
  await release();
  expect(await Promise.all(all)).toEqual(upTo(13));
});

test("a batch has at most 64 items, and later batches keep the order of the calls", async () => {
  const { batches, run, release } = createHeldWork();
  const call = createBatcher({ run });

  const all = upTo(150).map((item) => call(item));
  await nextTick();
  for (let batches = 0; batches < 3; batches++) await release();

  expect(await Promise.all(all)).toEqual(upTo(150));
  expect(batches).toEqual([upTo(64), upTo(64, 64), upTo(22, 128)]);
});

test("an idle batcher starts again", async () => {
  const call = createBatcher({ run: async (items: number[]) => items.map((value) => ({ ok: true, value }) as const) });
  for (const item of upTo(3)) {
    expect(await call(item)).toBe(item);
    await nextTick();
  }
});

test("a failed batch of one item is retried only with the option retry", async () => {
  let runs = 0;
  const run = async () => {
    runs += 1;
    throw new Error("the batch failed");
  };
  await expect(createBatcher({ run })("x")).rejects.toThrow("the batch failed");
  expect(runs).toBe(1);

  const saved = createBatcher({
    run,
    retry: { alone: async (item: string) => ({ ok: true, value: `saved ${item}` }) },
  });
  expect(await saved("x")).toBe("saved x");
  expect(runs).toBe(2);
});

test("the next batch does not wait until the items of a failed batch are retried alone", async () => {
  const retried: number[] = [];
  const { promise: held, resolve: finish } = Promise.withResolvers<Result<number>>();
  const call = createBatcher<number, number>({
    async run(items) {
      if (items.includes(0)) throw new Error("the batch failed");
      return items.map((value) => ({ ok: true, value }));
    },
    retry: {
      inBackground: true,
      alone(item) {
        retried.push(item);
        return held;
      },
    },
  });
  const failed = [call(0), call(1)];
  await nextTick();
  await nextTick();

  expect(await call(2)).toBe(2);
  expect(retried).toEqual([0, 1]);
  finish({ ok: true, value: -1 });
  expect(await Promise.all(failed)).toEqual([-1, -1]);
});

/** The fate of an item: `fails` is its own error, and `poisons` makes its whole batch fail. */
type Fate = "succeeds" | "fails" | "poisons";

const waves = fc.array(fc.array(fc.constantFrom<Fate>("succeeds", "succeeds", "fails", "poisons"), { maxLength: 9 }), {
  maxLength: 5,
});

test.each([true, false])(
  "each item has its own result in any batch, and the items of a failed batch run alone (with the option retry: %j)",
  async (hasRetry) => {
    await fc.assert(
      fc.asyncProperty(waves, fc.integer({ min: 1, max: 6 }), fc.boolean(), async (fates, maxItems, isPipelined) => {
        const batches: number[][] = [];
        const alone: number[] = [];
        const items = fates.flat().map((fate, index) => ({ fate, index }));
        type Item = (typeof items)[number];
        const resultOf = ({ fate, index }: Item): Result<number> =>
          fate === "fails" ? { ok: false, error: `own ${index}` } : { ok: true, value: index };
        const call = createBatcher<Item, number>({
          maxItems,
          isPipelined,
          async run(batch) {
            batches.push(batch.map(({ index }) => index));
            await nextTick();
            if (batch.some(({ fate }) => fate === "poisons")) throw "batch";
            return batch.map(resultOf);
          },
          ...(hasRetry && {
            retry: {
              async alone(item: Item) {
                alone.push(item.index);
                if (item.fate === "poisons") throw "alone";
                return resultOf(item);
              },
            },
          }),
        });

        // Each call is watched at once, because some calls end before the last call.
        const calls: Promise<PromiseSettledResult<number>[]>[] = [];
        let at = 0;
        for (const wave of fates) {
          for (const item of items.slice(at, at + wave.length)) calls.push(Promise.allSettled([call(item)]));
          at += wave.length;
          await nextTick();
        }
        const ends = (await Promise.all(calls)).flat();

        expect(ends).toEqual(
          items.map(({ fate, index }) => {
            if (fate === "succeeds") return { status: "fulfilled", value: index };
            const reason = fate === "fails" ? `own ${index}` : hasRetry ? "alone" : "batch";
            return { status: "rejected", reason };
          }),
        );
        expect(batches.every(({ length }) => length <= maxItems)).toBe(true);
        const poisoned = (batch: number[]) => batch.some((index) => items[index]!.fate === "poisons");
        if (hasRetry) {
          expect(batches.flat()).toEqual(items.map(({ index }) => index));
          // The items of two batches alternate.
          expect(alone.toSorted((a, b) => a - b)).toEqual(batches.filter(poisoned).flat());
        } else {
          // The order of calls is kept. A repeated item was in a failed batch.
          expect([...new Set(batches.flat())]).toEqual(items.map(({ index }) => index));
        }
      }),
    );
  },
);
