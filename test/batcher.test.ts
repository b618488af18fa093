import { setImmediate as nextTurn } from "node:timers/promises";
import fc from "fast-check";
import { expect, test } from "vitest";
import { createBatcher, type Result } from "../server/batcher.ts";

/** Work whose lists are kept and which goes on when it is told to. */
function createHeldWork() {
  const lists: number[][] = [];
  const held: (() => void)[] = [];
  const run = (items: number[]) => {
    lists.push(items);
    return new Promise<Result<number>[]>((resolve) => {
      held.push(() => resolve(items.map((value) => ({ ok: true, value }))));
    });
  };
  return {
    lists,
    run,
    /** Lets the list that is being worked on end, and what gathered behind it begin. */
    async release() {
      held.shift()?.();
      await nextTurn();
    },
  };
}

const upTo = (count: number, from = 0) => Array.from({ length: count }, (_, index) => from + index);

test("calls of one turn go together, and each gets its own result", async () => {
  const lists: string[][] = [];
  const measure = createBatcher({
    async run(items: string[]) {
      lists.push(items);
      return items.map((item): Result<number> => ({ ok: true, value: item.length }));
    },
  });

  expect(await Promise.all([measure("a"), measure("four"), measure("")])).toEqual([1, 4, 0]);
  expect(lists).toEqual([["a", "four", ""]]);
});

test("what arrives while a list is in flight gathers, and goes together after it", async () => {
  const { lists, run, release } = createHeldWork();
  const call = createBatcher({ run });

  const first = [call(0), call(1), call(2)];
  await nextTurn();
  const others: Promise<number>[] = [];
  for (const item of [3, 4, 5]) {
    others.push(call(item));
    await nextTurn();
  }
  expect(lists).toEqual([[0, 1, 2]]);

  await release();
  expect(await Promise.all(first)).toEqual([0, 1, 2]);
  expect(lists).toEqual([
    [0, 1, 2],
    [3, 4, 5],
  ]);

  await release();
  expect(await Promise.all(others)).toEqual([3, 4, 5]);
});

test("callers who come again when they are answered become two groups of one size", async () => {
  const { lists, run, release } = createHeldWork();
  const call = createBatcher({ run });
  const comeAgain = async (item: number) => {
    for (let times = 0; times < 4; times += 1) {
      await call(item);
      await nextTurn();
    }
  };

  const first = comeAgain(0);
  await nextTurn();
  const all = Promise.all([first, ...upTo(9, 1).map(comeAgain)]);
  for (let released = 0; released < 20; released += 1) {
    await release();
    await nextTurn();
  }

  await all;
  expect(lists.map(({ length }) => length).slice(0, 7)).toEqual([1, 5, 5, 5, 5, 5, 5]);
});

test("where two lists may be on their way, the second one leaves when as many wait as are half of the callers", async () => {
  const { lists, run, release } = createHeldWork();
  const call = createBatcher({ run, atOnce: 2 });

  const all = upTo(4).map((item) => call(item));
  await nextTurn();
  all.push(call(4), call(5), call(6));
  expect(lists).toEqual([upTo(4)]);
  all.push(call(7), call(8), call(9));
  expect(lists).toEqual([upTo(4), upTo(4, 4)]);

  await release();
  expect(lists).toHaveLength(2);
  all.push(call(10), call(11), call(12));
  expect(lists).toEqual([upTo(4), upTo(4, 4), upTo(5, 8)]);

  await release();
  await release();
  expect(await Promise.all(all)).toEqual(upTo(13));
});

test("a list has 64 items at most, and the rest goes on in the order it came", async () => {
  const { lists, run, release } = createHeldWork();
  const call = createBatcher({ run });

  const all = upTo(150).map((item) => call(item));
  await nextTurn();
  for (let lists = 0; lists < 3; lists++) await release();

  expect(await Promise.all(all)).toEqual(upTo(150));
  expect(lists).toEqual([upTo(64), upTo(64, 64), upTo(22, 128)]);
});

test("an idle batcher starts again", async () => {
  const call = createBatcher({ run: async (items: number[]) => items.map((value) => ({ ok: true, value }) as const) });
  for (const item of upTo(3)) {
    expect(await call(item)).toBe(item);
    await nextTurn();
  }
});

test("a list of one that fails is not tried again, unless there is another way to do it alone", async () => {
  let runs = 0;
  const run = async () => {
    runs += 1;
    throw new Error("the list failed");
  };
  await expect(createBatcher({ run })("x")).rejects.toThrow("the list failed");
  expect(runs).toBe(1);

  const saved = createBatcher({ run, runAlone: async (item: string) => ({ ok: true, value: `saved ${item}` }) });
  expect(await saved("x")).toBe("saved x");
  expect(runs).toBe(2);
});

test("the next batch does not wait until the items of a failed one are retried alone", async () => {
  const retried: number[] = [];
  const { promise: held, resolve: finish } = Promise.withResolvers<Result<number>>();
  const call = createBatcher<number, number>({
    retriesInOrder: false,
    async run(items) {
      if (items.includes(0)) throw new Error("the batch failed");
      return items.map((value) => ({ ok: true, value }));
    },
    runAlone(item) {
      retried.push(item);
      return held;
    },
  });
  const failed = [call(0), call(1)];
  await nextTurn();
  await nextTurn();

  expect(await call(2)).toBe(2);
  expect(retried).toEqual([0, 1]);
  finish({ ok: true, value: -1 });
  expect(await Promise.all(failed)).toEqual([-1, -1]);
});

/** What becomes of an item: `fails` is its own error, `poisons` makes any list that it is in fail. */
type Fate = "succeeds" | "fails" | "poisons";

const waves = fc.array(fc.array(fc.constantFrom<Fate>("succeeds", "succeeds", "fails", "poisons"), { maxLength: 9 }), {
  maxLength: 5,
});

test.each([true, false])(
  "each item has its own end whatever is in its list, and a failed list is done one by one (alone: %j)",
  async (withRunAlone) => {
    await fc.assert(
      fc.asyncProperty(
        waves,
        fc.integer({ min: 1, max: 6 }),
        fc.constantFrom(1, 2),
        async (fates, maxItems, atOnce) => {
          const lists: number[][] = [];
          const alone: number[] = [];
          const items = fates.flat().map((fate, index) => ({ fate, index }));
          type Item = (typeof items)[number];
          const resultOf = ({ fate, index }: Item): Result<number> =>
            fate === "fails" ? { ok: false, error: `own ${index}` } : { ok: true, value: index };
          const call = createBatcher<Item, number>({
            maxItems,
            atOnce,
            async run(list) {
              lists.push(list.map(({ index }) => index));
              await nextTurn();
              if (list.some(({ fate }) => fate === "poisons")) throw "list";
              return list.map(resultOf);
            },
            ...(withRunAlone && {
              async runAlone(item: Item) {
                alone.push(item.index);
                if (item.fate === "poisons") throw "alone";
                return resultOf(item);
              },
            }),
          });

          // Each is watched at once, because some end before the last one is made.
          const calls: Promise<PromiseSettledResult<number>[]>[] = [];
          let at = 0;
          for (const wave of fates) {
            for (const item of items.slice(at, at + wave.length)) calls.push(Promise.allSettled([call(item)]));
            at += wave.length;
            await nextTurn();
          }
          const ends = (await Promise.all(calls)).flat();

          expect(ends).toEqual(
            items.map(({ fate, index }) => {
              if (fate === "succeeds") return { status: "fulfilled", value: index };
              const reason = fate === "fails" ? `own ${index}` : withRunAlone ? "alone" : "list";
              return { status: "rejected", reason };
            }),
          );
          expect(lists.every(({ length }) => length <= maxItems)).toBe(true);
          const poisoned = (list: number[]) => list.some((index) => items[index]!.fate === "poisons");
          if (withRunAlone) {
            expect(lists.flat()).toEqual(items.map(({ index }) => index));
            // Those of two lists take turns.
            expect(alone.toSorted((a, b) => a - b)).toEqual(lists.filter(poisoned).flat());
          } else {
            // First come, first served: what is seen again was in a list that failed.
            expect([...new Set(lists.flat())]).toEqual(items.map(({ index }) => index));
          }
        },
      ),
    );
  },
);
