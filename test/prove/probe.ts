/**
 * A module that an experiment loads into a server. On SIGWINCH, which the server ignores, it prints the resources that the
 * server uses.
 */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** The resources of a process. */
export interface ResourceUsage {
  /** Used heap after a garbage collection. */
  heapBytes: number;
  /** Sockets, timers and other resources that keep a process alive. */
  handles: number;
}

setFlagsFromString("--expose-gc");
const collectGarbage: () => void = runInNewContext("gc");

process.on("SIGWINCH", () => {
  collectGarbage();
  const usage: ResourceUsage = {
    heapBytes: process.memoryUsage().heapUsed,
    handles: process.getActiveResourcesInfo().length,
  };
  process.stdout.write(`usage ${JSON.stringify(usage)}\n`);
});
