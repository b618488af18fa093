import { createHash } from "node:crypto";

/** Random choices, determined by a seed. */
export interface Random {
  /** A whole number, at least 0 and below `end`. */
  below(end: number): number;
  pick<T>(items: readonly T[]): T;
  shuffle<T>(items: readonly T[]): T[];
}

export function createRandom(seed: number): Random {
  let count = 0;
  const below = (end: number) => {
    count += 1;
    return createHash("sha256").update(`${seed} ${count}`).digest().readUInt32BE() % end;
  };
  return {
    below,
    pick: (items) => items[below(items.length)]!,
    shuffle(items) {
      const left = [...items];
      return items.map(() => left.splice(below(left.length), 1)[0]!);
    },
  };
}
