/** A call did not start in time, or too many calls of its group were waiting. */
export class LimitReached extends Error {}

interface LimiterOptions {
  /** The maximum number of calls that run at once. */
  maxRunning: number;
  maxRunningPerGroup: number;
  maxWaitingPerGroup: number;
}

/**
 * Runs `work` as soon as the limits permit it.
 *
 * @throws LimitReached if that takes longer than `maxWait` milliseconds, or if too many calls of the group wait
 */
export type Limiter = <T>(group: string, maxWait: number, work: () => Promise<T>) => Promise<T>;

interface Group {
  running: number;
  /** The functions that start the waiting calls. */
  waiting: (() => void)[];
}

/**
 * Limits how many calls run at once, in all and per group. Groups take turns, so a group with many calls does not delay
 * another by more than one of its calls. Within a group calls start in the order of their arrival.
 */
export function createLimiter({ maxRunning, maxRunningPerGroup, maxWaitingPerGroup }: LimiterOptions): Limiter {
  /** The groups with calls that run or wait, in the order of their turns. */
  const groups = new Map<string, Group>();
  let running = 0;

  function startWaiting(): void {
    while (running < maxRunning) {
      const next = groups
        .entries()
        .find(([, { running, waiting }]) => waiting.length > 0 && running < maxRunningPerGroup);
      if (!next) return;
      const [name, group] = next;
      groups.delete(name);
      groups.set(name, group);
      running += 1;
      group.running += 1;
      group.waiting.shift()!();
    }
  }

  function waitForTurn(name: string, group: Group, maxWait: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const start = () => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        group.waiting.splice(group.waiting.indexOf(start), 1);
        forgetIfIdle(name, group);
        reject(new LimitReached(`not started within ${maxWait} ms`));
      }, maxWait);
      group.waiting.push(start);
      startWaiting();
    });
  }

  function forgetIfIdle(name: string, { running, waiting }: Group): void {
    if (running === 0 && waiting.length === 0) groups.delete(name);
  }

  return async (name, maxWait, work) => {
    const group = groups.get(name) ?? { running: 0, waiting: [] };
    groups.set(name, group);
    if (group.waiting.length >= maxWaitingPerGroup)
      throw new LimitReached(`${group.waiting.length} calls of the group are waiting`);
    await waitForTurn(name, group, maxWait);
    try {
      return await work();
    } finally {
      running -= 1;
      group.running -= 1;
      forgetIfIdle(name, group);
      startWaiting();
    }
  };
}
