/** A text that arrived at a carrier, and when its sender asked for it, in milliseconds on one clock. */
export interface Paced {
  body: string;
  askedAt: number;
  at: number;
}

/** How far two clocks, and the rounding of timers, may differ. */
const toleranceMilliseconds = 20;

/**
 * Finds texts of a number that arrived faster than its pace. A turn lies between the request and the arrival. So from any moment on,
 * the texts that were asked for after it arrive no faster than the pace allows, however late a busy machine hands them over.
 */
export function findTooFast(texts: readonly Paced[], perSecond: number): string[] {
  const arrived = texts.toSorted((a, b) => a.at - b.at);
  return texts.flatMap(({ askedAt: from, body }) => {
    const after = arrived.filter(({ askedAt }) => askedAt >= from);
    const early = after.findIndex(({ at }, index) => at < from + (index * 1_000) / perSecond - toleranceMilliseconds);
    return early < 0
      ? []
      : [`from ${body} on, ${early + 1} texts arrived in ${Math.round(after[early]!.at - from)} ms`];
  });
}

/** The most texts that arrived within a second. */
export function countBusiestSecond(texts: readonly Pick<Paced, "at">[]): number {
  const times = texts.map(({ at }) => at).toSorted((a, b) => a - b);
  return Math.max(0, ...times.map((from) => times.filter((at) => at >= from && at < from + 1_000).length));
}
