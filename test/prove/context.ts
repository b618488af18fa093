import type { Database } from "../../server/db/database.ts";
import type { CitusCluster } from "../support/citus.ts";
import { type Cluster, copyDatabase, templateDatabase } from "../support/cluster.ts";
import { accept, type Behaviour, createFakeServer, type FakeServer } from "../support/fake-server.ts";
import { createProcesses, type Processes } from "../support/process.ts";
import { createSmsc, type Smsc } from "../support/smsc.ts";
import { createRandom, type Random } from "./random.ts";
import { type ServerPair, startServerPair } from "./server-pair.ts";

/** The resources of an experiment. All of them are closed after it. */
export interface ExperimentContext extends Processes {
  /** Random choices, determined by the seed. */
  readonly random: Random;
  /** Aborted when the experiment ends or times out. */
  readonly over: AbortSignal;
  readonly isShort: boolean;
  /** The nodes of the databases; undefined if they are on one PostgreSQL. */
  readonly nodes: CitusCluster | undefined;
  /** Selects a number for the full or the short form of the experiment. */
  size(full: number, short: number): number;
  /** Creates a migrated, empty database. */
  createDatabase(): Promise<Database>;
  /** Creates a database without a schema. */
  createBlankDatabase(): Promise<Database>;
  /** Starts a fake HTTP target, such as a provider. */
  startFakeServer(behaviour?: Behaviour): Promise<FakeServer>;
  /** Starts a stand-in for an SMSC. */
  startSmsc(): Promise<Smsc>;
  /** Starts two servers. Short forms share them, so an experiment uses its own teams and leaves the servers running. */
  openServerPair(): Promise<ServerPair>;
}

export interface ContextOptions {
  cluster: Cluster | CitusCluster;
  seed: number;
  isShort: boolean;
  /** The pair of servers that short forms share. */
  shareServerPair?: () => Promise<ServerPair>;
}

export function createContext({
  cluster,
  seed,
  isShort,
  shareServerPair,
}: ContextOptions): ExperimentContext & { close(): Promise<void> } {
  const processes = createProcesses();
  const over = new AbortController();
  const closers: (() => Promise<void>)[] = [];
  const closeLater = <T extends { close(): Promise<void> }>(opened: T): T => {
    closers.push(() => opened.close());
    return opened;
  };
  const context = {
    ...processes,
    random: createRandom(seed),
    over: over.signal,
    isShort,
    nodes: "nodes" in cluster ? cluster : undefined,
    size: (full: number, short: number) => (isShort ? short : full),
    createDatabase: async () => closeLater(await copyDatabase(cluster, templateDatabase)),
    createBlankDatabase: async () => closeLater(await copyDatabase(cluster, "template0")),
    startFakeServer: async (behaviour: Behaviour = accept) =>
      Object.assign(closeLater(await createFakeServer()), { behaviour }),
    startSmsc: async () => closeLater(await createSmsc()),
  };
  return {
    ...context,
    openServerPair: () => (isShort && shareServerPair ? shareServerPair() : startServerPair(context)),
    async close() {
      over.abort();
      await processes.end();
      for (const close of closers.toReversed()) await close();
    },
  };
}
