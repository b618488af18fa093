import { setTimeout as pause } from "node:timers/promises";
import type { Bench } from "./bench.ts";

/** Clients that ask again and again until they are stopped. */
export interface Load {
  /** Lets each finish what it is at. Rejects with what one of them failed of. */
  stop(): Promise<void>;
}

/** Has so many clients act at the same time, each again and again; `turn` counts the acts of one. */
export function startLoad(
  { over }: Bench,
  clients: number,
  act: (client: number, turn: number) => Promise<unknown>,
): Load {
  let enough = false;
  const running = Promise.all(
    times(clients, async (client) => {
      for (let turn = 0; !enough && !over.aborted; turn++) await act(client, turn);
    }),
  );
  // Whoever stops it hears of it.
  running.catch(() => {});
  return {
    async stop() {
      enough = true;
      await running;
    },
  };
}

/** Lets so many go each second, evenly, whoever waits; what was not used is lost after a second. */
export function createPace(perSecond: number): () => Promise<void> {
  let next = performance.now();
  return async () => {
    const due = Math.max(next, performance.now() - 1_000);
    next = due + 1_000 / perSecond;
    await pause(Math.max(0, due - performance.now()));
  };
}

/** Does something with every item, with so many at the same time. */
export async function forEach<T>(
  { over }: Bench,
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

/** Waits until something is so. @throws when it is not in time */
export async function until(
  what: string,
  isSo: () => boolean | Promise<boolean>,
  { seconds = 30, every = 10 }: { seconds?: number; every?: number } = {},
): Promise<void> {
  const end = performance.now() + seconds * 1_000;
  while (!(await isSo())) {
    if (performance.now() > end) throw new Error(`Not within ${seconds} seconds: ${what}`);
    await pause(every);
  }
}

/** A list made by index. */
export const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));

/** How long something takes, in milliseconds. */
export async function measure<T>(act: () => Promise<T>): Promise<{ value: T; milliseconds: number }> {
  const began = performance.now();
  const value = await act();
  return { value, milliseconds: Math.round(performance.now() - began) };
}
