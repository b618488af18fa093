import { expect, test } from "vitest";
import { createConcurrency } from "../../cli/rows/concurrency.ts";

/** Runs requests against a model of a server, on a clock of its own, and returns the limits at each answer. */
function simulate(seconds: number, serve: (now: number, inProgress: number) => number | "refused"): number[] {
  let now = 0;
  const concurrency = createConcurrency(() => now);
  const ends: number[] = [];
  const limits: number[] = [];
  while (now < seconds * 1_000) {
    while (ends.length < concurrency.limit) {
      const result = serve(now, ends.length);
      if (result === "refused") concurrency.refused();
      ends.push(result === "refused" ? now + 1_000 : result);
    }
    ends.sort((a, b) => a - b);
    now = Math.max(now, ends.shift()!);
    concurrency.answered();
    limits.push(concurrency.limit);
  }
  return limits;
}

/** A server with a number of workers, each of which needs some milliseconds for a request. */
function workers(count: number, milliseconds: (now: number) => number) {
  const free = new Array<number>(count).fill(0);
  return (now: number) => {
    const first = free.indexOf(Math.min(...free));
    free[first] = Math.max(free[first]!, now) + milliseconds(now);
    return free[first]!;
  };
}

const median = (figures: number[]) => figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)]!;

test.each([
  ["a fast server", 16, 5, 60],
  ["a server of one worker", 1, 5, 60],
  ["a slow server", 8, 2_000, 600],
])("the limit settles near the capacity of %s", (_, capacity, milliseconds, seconds) => {
  const limits = simulate(
    seconds,
    workers(capacity, () => milliseconds),
  );
  const settled = median(limits.slice(limits.length / 2));
  expect(settled).toBeGreaterThanOrEqual(capacity * 0.75);
  expect(settled).toBeLessThanOrEqual(capacity * 1.5);
});

test("the limit settles again after the server has stalled", () => {
  const stall = (now: number) => (now > 20_000 && now < 20_010 ? 10_000 : 5);
  const limits = simulate(90, workers(16, stall));
  const settled = median(limits.slice((limits.length * 3) / 4));
  expect(settled).toBeGreaterThanOrEqual(12);
  expect(settled).toBeLessThanOrEqual(24);
});

test("a rate limit lowers the limit, and refuses few requests", () => {
  let refusals = 0;
  let tokens = 50;
  let filledAt = 0;
  const limits = simulate(120, (now) => {
    tokens = Math.min(50, tokens + (now - filledAt) / 100);
    filledAt = now;
    if (tokens < 1) {
      refusals += 1;
      return "refused";
    }
    tokens -= 1;
    return now + 5;
  });
  expect(median(limits.slice(limits.length / 2))).toBeLessThanOrEqual(4);
  expect(refusals).toBeLessThan(limits.length / 2);
});
