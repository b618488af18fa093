import { expect, test, vi } from "vitest";
import { createBackground } from "../../server/housekeeping/background.ts";
import { every } from "../../server/housekeeping/every.ts";
import type { Log } from "../../server/log.ts";

const createFakeLog = () => ({ warn: vi.fn(), error: vi.fn() });

const logOf = (fake: ReturnType<typeof createFakeLog>) => fake as unknown as Log;

const tenMinutes = 600_000;

test("repeated work goes on after a failure, which is logged", async () => {
  const log = createFakeLog();
  const failure = new Error("once");
  const work = vi.fn(async () => {}).mockRejectedValueOnce(failure);

  const stop = every(1, { name: "the work", log: logOf(log) }, work);
  await vi.waitFor(() => expect(work.mock.calls.length).toBeGreaterThan(2));
  await stop();

  expect(log.error.mock.calls).toEqual([[{ err: failure }, "the work"]]);
});

test("work that returns true is repeated without a pause", async () => {
  const results = [true, true, true, false];
  const done = Promise.withResolvers<void>();
  const work = vi.fn(async () => {
    const isMoreToDo = results.shift() ?? false;
    if (!isMoreToDo) done.resolve();
    return isMoreToDo;
  });
  const immediates: number[] = [];
  const countImmediates = () => void immediates.push(work.mock.calls.length);

  const stop = every(5, { name: "the work", log: logOf(createFakeLog()) }, async () => {
    setImmediate(countImmediates);
    return work();
  });
  await done.promise;
  await stop();

  // No other event was handled between the four runs.
  expect(work).toHaveBeenCalledTimes(4);
  expect(immediates.every((runs) => runs === 4)).toBe(true);
});

test("a stop ends the pause, and waits for the current run", async () => {
  const paused = every(tenMinutes, { name: "never", log: logOf(createFakeLog()) }, async () => {});
  await paused();

  const started = Promise.withResolvers<void>();
  const end = Promise.withResolvers<void>();
  const work = vi.fn(() => {
    started.resolve();
    return end.promise;
  });
  const stop = every(1, { name: "the work", log: logOf(createFakeLog()) }, work);
  await started.promise;
  let isStopped = false;
  const stopped = stop().then(() => {
    isStopped = true;
  });
  await new Promise(setImmediate);
  expect(isStopped).toBe(false);
  end.resolve();
  await stopped;

  expect(work).toHaveBeenCalledTimes(1);
});

test("failed work is retried until it succeeds", async () => {
  const log = createFakeLog();
  const background = createBackground(logOf(log));
  const work = vi.fn(async () => {}).mockRejectedValueOnce(new Error("again"));

  background.retry("the work", new Error("first"), work);
  await vi.waitFor(() => expect(work).toHaveBeenCalledTimes(2), { timeout: 5_000 });
  await background.stop();

  expect(work).toHaveBeenCalledTimes(2);
  expect(log.warn.mock.calls.map(([{ err }]) => err.message)).toEqual(["first", "again"]);
  expect(log.error).not.toHaveBeenCalled();
});

test("a stop tries open work once more, and gives it up if it fails again", async () => {
  const log = createFakeLog();
  const background = createBackground(logOf(log));
  const fixed = vi.fn(async () => {});
  const broken = vi.fn(async () => Promise.reject(new Error("still broken")));

  background.retry("fixed", new Error("first"), fixed);
  background.retry("broken", new Error("first"), broken);
  await background.stop();

  expect(fixed).toHaveBeenCalledTimes(1);
  expect(broken).toHaveBeenCalledTimes(1);
  expect(log.error.mock.calls).toEqual([[{ err: new Error("still broken"), name: "broken" }, "failed, given up"]]);
});
