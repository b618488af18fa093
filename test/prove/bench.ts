import type { Database } from "../../server/db/database.ts";
import { type Cluster, copyDatabase, templateDatabase } from "../support/cluster.ts";
import { createProcesses, type Processes } from "../support/process.ts";
import { accept, type Behaviour, createStandIn, type StandIn } from "../support/stand-in.ts";
import { type Pair, startPair } from "./pair.ts";
import { createRandom, type Random } from "./random.ts";

/** The resources of an experiment. All of them are closed after it. */
export interface ExperimentContext extends Processes {
  /** Random choices, determined by the seed. */
  readonly random: Random;
  /** Aborted when the experiment ends or times out. */
  readonly over: AbortSignal;
  readonly isShort: boolean;
  /** Selects a number for the full or the short form of the experiment. */
  size(full: number, short: number): number;
  /** Creates a migrated, empty database. */
  createDatabase(): Promise<Database>;
  /** Creates a database without a schema. */
  createBlankDatabase(): Promise<Database>;
  /** Starts a fake HTTP target, such as a provider. */
  startStandIn(behaviour?: Behaviour): Promise<StandIn>;
  /** Starts two servers. Short forms share them, so an experiment uses its own teams and leaves the servers running. */
  openPair(): Promise<Pair>;
}

export interface ContextOptions {
  cluster: Cluster;
  seed: number;
  isShort: boolean;
  /** The pair of servers that short forms share. */
  sharePair?: () => Promise<Pair>;
}

export function createContext({
  cluster,
  seed,
  isShort,
  sharePair,
}: ContextOptions): ExperimentContext & { close(): Promise<void> } {
  const processes = createProcesses();
  const over = new AbortController();
  const closers: (() => Promise<void>)[] = [];
  const keep = <T extends { close(): Promise<void> }>(opened: T): T => {
    closers.push(() => opened.close());
    return opened;
  };
  const context = {
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
    ...context,
    openPair: () => (isShort && sharePair ? sharePair() : startPair(context)),
    async close() {
      over.abort();
      await processes.end();
      for (const close of closers.toReversed()) await close();
    },
  };
}
