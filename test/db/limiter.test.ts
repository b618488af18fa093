import { setImmediate as nextTurn } from "node:timers/promises";
import fc from "fast-check";
import { expect, test } from "vitest";
import { createLimiter, LimitReached } from "../../server/db/commit/limiter.ts";

const limits = { maxRunning: 3, maxRunningPerGroup: 2, maxWaitingPerGroup: 4 };

/** Calls that run until the test ends them. */
function createHeldCalls(given: Partial<typeof limits> = {}) {
  const limit = createLimiter({ ...limits, ...given });
  const running: { name: string; end(): void }[] = [];
  return {
    /** The calls that run, in the order in which they started. */
    async running() {
      await nextTurn();
      return running.map(({ name }) => name);
    },
    call(group: string, name = group, maxWait = 10_000) {
      return limit(group, maxWait, async () => {
        await new Promise<void>((resolve) => {
          running.push({ name, end: resolve });
        });
        return name;
      });
    },
    end(name: string) {
      const [ended] = running.splice(
        running.findIndex((call) => call.name === name),
        1,
      );
      ended!.end();
    },
  };
}

test("a group runs at most its maximum of calls, and other groups use the remaining capacity", async () => {
  const { call, running, end } = createHeldCalls();
  const calls = [call("a", "a1"), call("a", "a2"), call("a", "a3"), call("b", "b1"), call("b", "b2")];
  expect(await running()).toEqual(["a1", "a2", "b1"]);

  end("b1");
  expect(await running()).toEqual(["a1", "a2", "b2"]);
  end("a2");
  expect(await running()).toEqual(["a1", "b2", "a3"]);

  for (const name of ["a1", "b2", "a3"]) end(name);
  expect(await Promise.all(calls)).toEqual(["a1", "a2", "a3", "b1", "b2"]);
});

test("groups alternate, however many calls of one group wait", async () => {
  const { call, running, end } = createHeldCalls({ maxRunning: 1, maxRunningPerGroup: 1 });
  const calls = [call("a", "a1"), call("a", "a2"), call("a", "a3"), call("b"), call("c")];

  const started: string[] = [];
  for (let [name] = await running(); name; [name] = await running()) {
    started.push(name);
    end(name);
  }

  await Promise.all(calls);
  expect(started).toEqual(["a1", "a2", "b", "c", "a3"]);
});

test("a call that waits too long fails and leaves the queue", async () => {
  const { call, running, end } = createHeldCalls({ maxRunning: 1 });
  const first = call("a", "first");

  await expect(call("a", "late", 10)).rejects.toThrow(LimitReached);
  const next = call("a", "next");
  end("first");

  expect(await running()).toEqual(["next"]);
  end("next");
  expect(await Promise.all([first, next])).toEqual(["first", "next"]);
});

test("a call fails at once if its group has the maximum of waiting calls", async () => {
  const { call, running, end } = createHeldCalls({ maxRunning: 1, maxWaitingPerGroup: 1 });
  const calls = [call("a", "first"), call("a", "second")];

  await expect(call("a", "third")).rejects.toThrow(LimitReached);
  calls.push(call("b"));

  for (let [name] = await running(); name; [name] = await running()) end(name);
  expect(await Promise.all(calls)).toEqual(["first", "second", "b"]);
});

test("failing calls free their capacity, and the maximum of running calls is never exceeded", async () => {
  const groups = fc.array(fc.record({ group: fc.constantFrom("a", "b", "c"), turns: fc.nat(3), fails: fc.boolean() }));
  await fc.assert(
    fc.asyncProperty(groups, async (all) => {
      const limit = createLimiter({ ...limits, maxWaitingPerGroup: 1_000 });
      const running: string[] = [];
      const calls = all.map(({ group, turns, fails }, index) =>
        limit(group, 10_000, async () => {
          running.push(group);
          expect(running.length).toBeLessThanOrEqual(3);
          expect(running.filter((name) => name === group).length).toBeLessThanOrEqual(2);
          for (let turn = 0; turn < turns; turn += 1) await nextTurn();
          running.splice(running.indexOf(group), 1);
          if (fails) throw `failed ${index}`;
          return index;
        }),
      );

      const ends = await Promise.allSettled(calls);

      expect(ends).toEqual(
        all.map(({ fails }, index) =>
          fails ? { status: "rejected", reason: `failed ${index}` } : { status: "fulfilled", value: index },
        ),
      );
      expect(await limit("a", 1, async () => "free")).toBe("free");
    }),
  );
});
