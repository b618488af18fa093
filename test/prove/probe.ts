/**
 * Loaded into a server of an experiment, beside its own program: tells what the server holds when it is sent SIGWINCH,
 * which means nothing to it.
 */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** What a process holds on to. */
export interface Held {
  /** Of memory, after all that nobody refers to has gone. */
  heapBytes: number;
  /** Sockets, timers and whatever else keeps a process alive. */
  handles: number;
}

setFlagsFromString("--expose-gc");
const collectGarbage: () => void = runInNewContext("gc");

process.on("SIGWINCH", () => {
  collectGarbage();
  const held: Held = { heapBytes: process.memoryUsage().heapUsed, handles: process.getActiveResourcesInfo().length };
  process.stdout.write(`held ${JSON.stringify(held)}\n`);
});
