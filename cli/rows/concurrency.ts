/** The number of rows that may be in progress at once. It follows the answers of the server. */
export interface Concurrency {
  readonly limit: number;
  /** Reports that a row was answered. */
  answered(): void;
  /** Reports that the server refused a request, because it is busy or the rate limit is reached. */
  refused(): void;
}

/** The highest limit. A server runs 1,000 requests at once by default, so several commands fit. */
export const maxConcurrency = 64;

const firstLimit = 4;
/**
 * A step up at the start, until one raises the rate by less than a twentieth. Its measurements are short, because the
 * rate changes much.
 */
const startStep = { factor: 2, minGain: 1.05, milliseconds: 250 };
/**
 * A later step. A server that writes requests in batches gains little by each step, so measurements are longer. A step down
 * may cost less than a step up must gain, so that noise does not lower the limit.
 */
const laterStep = { factor: Math.SQRT2, minGain: 1.02, maxLoss: 1.01, milliseconds: 1_000 };

/** A limit that stays as it is. */
export const fixedConcurrency = (limit: number): Concurrency => ({ limit, answered() {}, refused() {} });

/**
 * Finds the lowest limit with nearly the highest rate of answers, by hill climbing: it compares the rates of two
 * neighboring limits. A step up stays only if the rate grows, and a step down only if the rate stays. With a constant
 * limit, the rate and the latency determine each other, so latency needs no measurement of its own. A refusal halves
 * the limit.
 */
export function createConcurrency(clock = () => performance.now()): Concurrency {
  let limit = firstLimit;
  let direction: "up" | "down" = "up";
  /** The limit before the last step, and its rate. */
  let previous: { limit: number; rate: number } | undefined;
  /** Answers to requests that may have started under an earlier limit, and do not count. */
  let toSkip = limit;
  let count = 0;
  let startedAt = clock();
  let isStarting = true;
  let minMilliseconds = startStep.milliseconds;
  let isBackingOff = false;

  function measureAt(next: number): void {
    limit = next;
    toSkip = next;
    count = 0;
    minMilliseconds = (isStarting ? startStep : laterStep).milliseconds;
  }

  function step(rate: number): void {
    previous = { limit, rate };
    if (limit === 1) direction = "up";
    if (limit === maxConcurrency) direction = "down";
    const { factor } = isStarting ? startStep : laterStep;
    const next = direction === "up" ? Math.ceil(limit * factor) : Math.floor(limit / factor);
    measureAt(Math.min(Math.max(next, 1), maxConcurrency));
  }

  function decide(rate: number): void {
    const { minGain } = isStarting ? startStep : laterStep;
    const isWorse =
      previous && (direction === "up" ? rate < previous.rate * minGain : rate * laterStep.maxLoss < previous.rate);
    if (isWorse || limit === maxConcurrency) isStarting = false;
    if (previous && isWorse) {
      direction = direction === "up" ? "down" : "up";
      measureAt(previous.limit);
      previous = undefined;
    } else step(rate);
  }

  return {
    get limit() {
      return limit;
    },
    answered() {
      if (toSkip > 0) {
        toSkip -= 1;
        startedAt = clock();
        return;
      }
      isBackingOff = false;
      count += 1;
      const milliseconds = clock() - startedAt;
      if (count >= 2 * limit && milliseconds >= minMilliseconds) decide(count / milliseconds);
    },
    refused() {
      // Requests of the same time are refused together, and count once.
      if (isBackingOff && toSkip > 0) return;
      isBackingOff = true;
      isStarting = false;
      direction = "down";
      previous = undefined;
      measureAt(Math.max(Math.floor(limit / 2), 1));
    },
  };
}
