import { openEmbedded } from "../../server/db/embedded/embedded.ts";
import { findSocketDirectory, locateInstallation, startInstallation } from "../../server/db/embedded/installation.ts";
import { isRunning, readPostmaster } from "../support/embedded.ts";
import { type Settings, settingsFor } from "../support/process.ts";
import type { ExperimentContext } from "./context.ts";
import { until } from "./load.ts";

/** A durable database that only the experiment stops and starts. */
export interface StoppableDatabase {
  /** The settings of a server that name it. */
  settings: Settings;
  /** Stops PostgreSQL, or every node of the cluster, without a shutdown, and waits for the end. */
  crash(): Promise<void>;
  start(): Promise<void>;
}

/** Creates a database: an embedded PostgreSQL of its own, or a copy on the cluster of the run. */
export async function createStoppable(context: ExperimentContext): Promise<StoppableDatabase> {
  if (context.nodes) {
    const { nodes } = context.nodes;
    const { DATABASE_URL = "", DATABASE_TOPOLOGY = "" } = settingsFor(await context.createDatabase());
    return {
      settings: { DATABASE_URL, DATABASE_TOPOLOGY },
      crash: async () => void (await Promise.all(nodes.map((node) => node.stop("immediate")))),
      start: async () => void (await Promise.all(nodes.map((node) => node.start()))),
    };
  }
  const directory = context.newPath();
  await (await openEmbedded(directory)).close();
  const cluster = locateInstallation(directory);
  await startInstallation(cluster);
  const socket = encodeURIComponent(findSocketDirectory(cluster));
  return {
    settings: { DATABASE_URL: `postgresql://messaging@localhost/messaging?host=${socket}` },
    async crash() {
      process.kill(readPostmaster(directory), "SIGQUIT");
      await until("PostgreSQL has ended", () => !isRunning(directory));
    },
    start: () => startInstallation(cluster),
  };
}
