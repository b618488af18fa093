import type { Database } from "../../server/db/database.ts";
import { type Cluster, copyDatabase, templateDatabase } from "../support/cluster.ts";
import { createProcesses, type Processes } from "../support/process.ts";
import { accept, type Behaviour, createStandIn, type StandIn } from "../support/stand-in.ts";
import { type Pair, startPair } from "./pair.ts";
import { createRandom, type Random } from "./random.ts";

/** What an experiment works with. All of it is gone after the experiment. */
export interface Bench extends Processes {
  /** What of it is left to chance, the seed decides; what is left to the machine's speed, it cannot. */
  readonly random: Random;
  /** Aborted when the experiment is over, also when its time has run out. */
  readonly over: AbortSignal;
  readonly isShort: boolean;
  /** A number for the full form of the experiment, and one for the short form. */
  size(full: number, short: number): number;
  /** A migrated, empty database of its own. */
  createDatabase(): Promise<Database>;
  /** A database of its own without any schema. */
  createBlankDatabase(): Promise<Database>;
  /** A provider, or whoever else is called. */
  startStandIn(behaviour?: Behaviour): Promise<StandIn>;
  /** Two servers, for an experiment that keeps to teams of its own and leaves them running; short forms share them. */
  openPair(): Promise<Pair>;
}

export interface BenchOptions {
  cluster: Cluster;
  seed: number;
  isShort: boolean;
  /** Where the short forms of several experiments run, the pair that they share. */
  sharePair?: () => Promise<Pair>;
}

export function createBench({ cluster, seed, isShort, sharePair }: BenchOptions): Bench & { close(): Promise<void> } {
  const processes = createProcesses();
  const over = new AbortController();
  const closers: (() => Promise<void>)[] = [];
  const keep = <T extends { close(): Promise<void> }>(opened: T): T => {
    closers.push(() => opened.close());
    return opened;
  };
  const bench = {
    ...processes,
    random: createRandom(seed),
    over: over.signal,
    isShort,
    size: (full: number, short: number) => (isShort ? short : full),
    createDatabase: async () => keep(await copyDatabase(cluster, templateDatabase)),
    createBlankDatabase: async () => keep(await copyDatabase(cluster, "template0")),
    startStandIn: async (behaviour: Behaviour = accept) => Object.assign(keep(await createStandIn()), { behaviour }),
  };
  return {
    ...bench,
    openPair: () => (isShort && sharePair ? sharePair() : startPair(bench)),
    async close() {
      over.abort();
      await processes.end();
      for (const close of closers.toReversed()) await close();
    },
  };
}
