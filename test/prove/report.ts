import fc, { type RunDetails } from "fast-check";

/** Describes a failed property with the seed and path that reproduce it. */
export function reportOf<T>(result: RunDetails<T>): string {
  const { seed, counterexamplePath, numShrinks, counterexample, errorInstance } = result;
  const why = errorInstance instanceof Error ? errorInstance.message : String(errorInstance);
  return `${why}\nby ${fc.stringify(counterexample)}\n(fast-check's seed ${seed}, path ${counterexamplePath}, shrunk ${numShrinks} times)`;
}
