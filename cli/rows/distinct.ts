/** Counts distinct whole numbers. */
export interface Distinct {
  readonly size: number;
  /** Adds a number. Returns whether it is new. */
  add(number: number): boolean;
}

/** A set holds at most 16 million numbers, so they are spread over several sets. */
const setCount = 64;

export function createDistinct(): Distinct {
  const sets = Array.from({ length: setCount }, () => new Set<number>());
  let size = 0;
  return {
    get size() {
      return size;
    },
    add(number) {
      const set = sets[number % setCount]!;
      if (set.has(number)) return false;
      set.add(number);
      size += 1;
      return true;
    },
  };
}
