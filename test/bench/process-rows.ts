/**
 * The rows that start processes of their own.
 */
import { drainBacklog } from "./backlog.ts";
import { callCommand, importCommander } from "./command-line.ts";
import { postLatency } from "./endpoints.ts";
import { firstSeconds } from "./first-seconds.ts";
import { evennessOnEmptyDatabase } from "./fresh.ts";
import { inboundLatency } from "./inbound-latency.ts";
import { nothing, sendRequests } from "./measures.ts";
import { fetchFiles } from "./media.ts";
import { memory, memoryGrowth, startUp } from "./processes.ts";
import type { Bounds, Row } from "./row.ts";
import { handOverDue, lateness } from "./scheduled.ts";
import { idleStreams, streamLatency } from "./streams.ts";
import { deliverReplies } from "./webhooks.ts";

/** A process that only loads the modules of the server. */
const importsFile = "test/bench/references/imports.ts";
const importsName = "the same imports, no app";

const command = (id: string, argv: string[], bounds: Bounds): Row => {
  const measure = callCommand(...argv);
  return {
    id,
    what: `messaging ${argv.join(" ")}`,
    unit: "ms",
    measure,
    references: [{ name: "import commander", measure: importCommander, bounds }],
    warmUp: measure,
    rounds: 20,
  };
};

export const processRows: Row[] = [
  command("command", ["--version"], { must: 2.5, goal: 1.5 }),
  command("command-list", ["threads", "list", "--dry-run"], { must: 3.5, goal: 2.5 }),
  {
    id: "start",
    what: "warm start to the first answer",
    unit: "ms",
    measure: startUp(),
    references: [{ name: importsName, measure: startUp(importsFile), bounds: { must: 1.35, goal: 1.2 } }],
    warmUp: nothing,
  },
  {
    id: "memory",
    what: "resident memory at rest",
    unit: "MB",
    measure: memory(),
    references: [{ name: importsName, measure: memory(importsFile), bounds: { must: 1.1, goal: 1.05 } }],
    warmUp: nothing,
  },
  {
    id: "memory-growth",
    what: "growth of resident memory over 100,000 texts, after a warm-up",
    unit: "MB",
    measure: memoryGrowth,
    bounds: { must: 10, goal: 0 },
    references: [],
    warmUp: nothing,
    rounds: 1,
  },
  {
    id: "inbound-latency",
    what: "from the 200 of a callback to its readable message, at half load, p99",
    unit: "ms",
    measure: inboundLatency,
    bounds: { must: 500, goal: 50 },
    references: [],
    warmUp: nothing,
  },
  {
    id: "idle-streams",
    what: "growth of resident memory by 1,000 idle streams of events",
    unit: "MB",
    measure: idleStreams(1_000),
    bounds: { must: 50, goal: 25 },
    references: [],
    warmUp: nothing,
  },
  {
    id: "stream-latency",
    what: "from an event's timestamp to two streams, at a tenth of the rate of inbound, p99",
    unit: "ms",
    measure: streamLatency,
    bounds: { must: 100, goal: 50 },
    references: [],
    warmUp: nothing,
  },
  {
    id: "post-latency",
    what: "from an event's timestamp to its post at an endpoint, at half of the rate of a burst, p99",
    unit: "ms",
    measure: postLatency,
    bounds: { must: 500, goal: 50 },
    references: [],
    warmUp: nothing,
  },
  {
    id: "backlog",
    what: "100,000 callbacks that waited for a worker, drained by a new process",
    unit: "/s",
    measure: drainBacklog(),
    references: [{ name: "inbound", measure: sendRequests({ kind: "inbound" }), bounds: { must: 0.5, goal: 1 } }],
    warmUp: nothing,
  },
  {
    id: "webhooks",
    what: "3,000 replies at once to a webhook that answers at once, new process and empty database",
    unit: "/s",
    measure: deliverReplies(0),
    bounds: { must: 1_000, goal: 2_000 },
    references: [],
    warmUp: nothing,
  },
  {
    id: "webhooks-slow",
    what: "3,000 replies at once to a webhook that answers after 50 ms, new process and empty database",
    unit: "/s",
    measure: deliverReplies(50),
    bounds: { must: 400, goal: 1_000 },
    references: [],
    warmUp: nothing,
  },
  {
    id: "scheduled",
    what: "20,000 texts that are due at once, in test mode",
    unit: "/s",
    measure: handOverDue,
    bounds: { must: 500, goal: 2_000 },
    references: [],
    warmUp: nothing,
  },
  {
    id: "scheduled-lateness",
    what: "from sendAt to the message, at 500 texts a second, p99",
    unit: "ms",
    measure: lateness,
    bounds: { must: 1_000, goal: 500 },
    references: [],
    warmUp: nothing,
  },
  {
    id: "media-in",
    what: "500 pictures of 200 KiB of inbound texts, fetched and stored in the database",
    unit: "/s",
    measure: fetchFiles,
    bounds: { must: 20, goal: 100 },
    references: [],
    warmUp: nothing,
  },
  {
    id: "first-seconds",
    what: "POST /api/text to a new process on a warm database, first five seconds over the rate after ten",
    unit: "×",
    measure: firstSeconds,
    bounds: { must: 0.5, goal: 0.7 },
    references: [],
    warmUp: sendRequests({ kind: "text" }),
  },
  {
    id: "fresh",
    what: "POST /api/text on an empty database for two minutes, slowest five seconds over the median",
    unit: "×",
    measure: evennessOnEmptyDatabase,
    bounds: { must: 0.6, goal: 0.85 },
    references: [],
    warmUp: nothing,
    rounds: 1,
  },
];
