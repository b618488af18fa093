import { setTimeout as pause } from "node:timers/promises";
import type { ExperimentContext } from "./context.ts";

/** Clients that repeat requests until they are stopped. */
export interface Load {
  /** Waits for the current requests. Rejects with the first failure of a client. */
  stop(): Promise<void>;
}

/** Starts concurrent clients that repeat an action; `turn` counts the actions of a client. */
export function startLoad(
  { over }: ExperimentContext,
  clients: number,
  act: (client: number, turn: number) => Promise<unknown>,
): Load {
  let isStopped = false;
  const running = Promise.all(
    times(clients, async (client) => {
      for (let turn = 0; !isStopped && !over.aborted; turn++) await act(client, turn);
    }),
  );
  // `stop` reports the failure.
  running.catch(() => {});
  return {
    async stop() {
      isStopped = true;
      await running;
    },
  };
}

/** Limits callers to an even rate. Unused capacity expires after a second. */
export function createPace(perSecond: number): () => Promise<void> {
  let next = performance.now();
  return async () => {
    const due = Math.max(next, performance.now() - 1_000);
    next = due + 1_000 / perSecond;
    await pause(Math.max(0, due - performance.now()));
  };
}

/** Runs an action for every item, at most `atOnce` at a time. */
export async function forEach<T>(
  { over }: ExperimentContext,
  items: readonly T[],
  atOnce: number,
  act: (item: T, index: number) => Promise<unknown>,
): Promise<void> {
  const queue = items.entries();
  await Promise.all(
    times(atOnce, async () => {
      for (const [index, item] of queue) {
        if (over.aborted) return;
        await act(item, index);
      }
    }),
  );
}

/** Waits until a condition is true. The time limit also ends a check that hangs. @throws Error after a timeout */
export async function until(
  what: string,
  condition: () => boolean | Promise<boolean>,
  { seconds = 30, every = 10 }: { seconds?: number; every?: number } = {},
): Promise<void> {
  const timeout = AbortSignal.timeout(seconds * 1_000);
  const late = new Promise<never>((_, reject) => {
    timeout.addEventListener("abort", () => reject(new Error(`Not within ${seconds} seconds: ${what}`)));
  });
  while (!(await Promise.race([condition(), late]))) await Promise.race([pause(every), late]);
}

/** Builds an array by index. */
export const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));

/** Measures the duration of an action in milliseconds. */
export async function measure<T>(act: () => Promise<T>): Promise<{ value: T; milliseconds: number }> {
  const began = performance.now();
  const value = await act();
  return { value, milliseconds: Math.round(performance.now() - began) };
}
