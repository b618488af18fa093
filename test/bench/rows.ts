/**
 * The rows of the bench: their measures, references and bounds.
 */
import { drainBacklog } from "./backlog.ts";
import { createSimilar } from "./contact-writes.ts";
import { apiCpu, postLatency } from "./endpoints.ts";
import { firstSeconds } from "./first-seconds.ts";
import { evennessOnEmptyDatabase } from "./fresh.ts";
import { importCpu, importRows } from "./imports.ts";
import { inboundLatency } from "./inbound-latency.ts";
import { loop, type Measure, type RequestOptions, sendRequests, sendsms, verify } from "./measures.ts";
import { memory, memoryGrowth, startUp } from "./processes.ts";
import { hasKannel } from "./references/kannel.ts";
import type { RequestKind } from "./requests.ts";
import type { Reference, Row } from "./row.ts";
import { slowestSearch, slowestSearchWhileWritten } from "./search.ts";
import { idleStreams, streamLatency } from "./streams.ts";
import { deliverReplies } from "./webhooks.ts";

/** A process that only loads the modules of the server. */
const importsFile = "test/bench/references/imports.ts";
const importsName = "the same imports, no app";
const nothing: Measure = async () => ({ figure: 0 });

const list = (id: string, kind: RequestKind, others: Reference[] = []): Row => ({
  id,
  what: `GET a page of ${id}`,
  unit: "/s",
  measure: sendRequests({ kind }),
  isAtSize: true,
  references: [
    { name: "bare, the same SQL", measure: sendRequests({ kind, of: "bare" }), bounds: { must: 0.6, goal: 0.9 } },
    ...others,
  ],
});

const contactWrite = (id: string, what: string, request: RequestOptions): Row => ({
  id,
  what: `${what}, random names and companies`,
  unit: "/s",
  measure: sendRequests(request),
  references: [
    { name: "send", measure: sendRequests({ kind: "text" }), bounds: { must: 0.2, goal: 0.35 } },
    { name: "bare", measure: sendRequests({ kind: "new contact", of: "bare" }), bounds: { must: 0.7, goal: 1.2 } },
  ],
});

const sendAmong = (id: string, teams: number): Row => ({
  id,
  what: `POST /api/text, ${teams.toLocaleString("en")} teams in rotation`,
  unit: "/s",
  measure: sendRequests({ kind: "text", teams }),
  references: [
    { name: "one team", measure: sendRequests({ kind: "text", teams: 1 }), bounds: { must: 0.8, goal: 0.95 } },
  ],
});

const endpointCpu = (id: string, what: string, kind: RequestKind): Row => ({
  id,
  what: `CPU time of the API process for ${what}, at 1,000/s, the team has an endpoint for everything`,
  unit: "µs",
  measure: apiCpu(kind, { hasEndpoint: true }),
  references: [
    { name: "no endpoint", measure: apiCpu(kind, { hasEndpoint: false }), bounds: { must: 1.1, goal: 1.05 } },
  ],
  warmUp: sendRequests({ kind }),
});

export const rows: Row[] = [
  // Rows with a worker come first, because later rows leave jobs that no worker processes.
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
    bounds: { must: 500, goal: 50 },
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
  {
    id: "send",
    what: "POST /api/text, many recipients",
    unit: "/s",
    measure: sendRequests({ kind: "text" }),
    references: [
      { name: "bare", measure: sendRequests({ kind: "text", of: "bare" }), bounds: { must: 1.25, goal: 2 } },
      { name: "loop", measure: loop, bounds: { must: 0.85, goal: 1.25 } },
      { name: "Kannel", measure: sendsms, bounds: { must: 1, goal: 1.75 }, isThere: hasKannel },
    ],
  },
  {
    id: "send-one-thread",
    what: "POST /api/text, all to one thread",
    unit: "/s",
    measure: sendRequests({ kind: "text to one" }),
    references: [
      { name: "bare", measure: sendRequests({ kind: "text to one", of: "bare" }), bounds: { must: 3, goal: 8 } },
    ],
  },
  sendAmong("send-10-teams", 10),
  sendAmong("send-1000-teams", 1_000),
  {
    id: "idempotency",
    what: "POST /api/text with an Idempotency-Key",
    unit: "/s",
    measure: sendRequests({ kind: "text with key" }),
    references: [
      { name: "itself without", measure: sendRequests({ kind: "text" }), bounds: { must: 0.8, goal: 0.95 } },
    ],
  },
  {
    id: "live",
    what: "POST /api/text, live, provider takes 100 ms, 500 connections",
    unit: "/s",
    measure: sendRequests({ kind: "live text", connections: 500 }),
    references: [
      {
        name: "straight at the provider",
        measure: sendRequests({ kind: "live text", connections: 500, of: "fake-provider", status: 201 }),
        bounds: { must: 0.7, goal: 0.9 },
      },
    ],
  },
  {
    id: "inbound",
    what: "POST /api/external/sms/inbound",
    unit: "/s",
    measure: sendRequests({ kind: "inbound" }),
    references: [
      { name: "bare", measure: sendRequests({ kind: "inbound", of: "bare" }), bounds: { must: 1, goal: 1.75 } },
    ],
  },
  contactWrite("create-contact", "POST /api/contacts", { kind: "new contact", status: 201 }),
  contactWrite("upsert-new", "POST /api/contacts/upsert, new contacts", { kind: "upsert of a new contact" }),
  contactWrite("upsert-known", "POST /api/contacts/upsert, 2,000 known contacts", {
    kind: "upsert of a known contact",
  }),
  {
    id: "import",
    what: "messaging contacts import of 100,000 new contacts",
    unit: "/s",
    measure: importRows(),
    references: [
      {
        name: "upsert-new",
        measure: sendRequests({ kind: "upsert of a new contact" }),
        bounds: { must: 0.55, goal: 0.7 },
      },
    ],
    warmUp: sendRequests({ kind: "upsert of a new contact" }),
    rounds: 1,
  },
  {
    id: "import-again",
    what: "messaging contacts import of 100,000 contacts that are already there, without a change",
    unit: "/s",
    measure: importRows({ again: true }),
    references: [
      {
        name: "upsert-known",
        measure: sendRequests({ kind: "upsert of a known contact" }),
        bounds: { must: 0.55, goal: 0.7 },
      },
    ],
    warmUp: sendRequests({ kind: "upsert of a known contact" }),
    rounds: 1,
  },
  {
    id: "import-cpu",
    what: "messaging contacts import of 100,000 new contacts, CPU time of the command per row",
    unit: "µs",
    measure: importCpu,
    bounds: { must: 200, goal: 200 },
    references: [],
    warmUp: sendRequests({ kind: "upsert of a new contact" }),
    rounds: 1,
  },
  {
    id: "similar-names",
    what: "POST /api/contacts, the 5,000th similar name of a company, one connection",
    unit: "ms",
    measure: createSimilar(5_000),
    references: [{ name: "the 100th", measure: createSimilar(100), bounds: { must: 1.3, goal: 1.1 } }],
    warmUp: nothing,
  },
  {
    id: "contact-teams",
    what: "POST /api/contacts, 100 teams in rotation",
    unit: "/s",
    measure: sendRequests({ kind: "new contact", status: 201, teams: 100 }),
    references: [
      {
        name: "one team",
        measure: sendRequests({ kind: "new contact", status: 201, teams: 1 }),
        bounds: { must: 0.8, goal: 1 },
      },
    ],
  },
  list("threads", "threads", [
    {
      name: "bare, a flat table",
      measure: sendRequests({ kind: "thread summaries", of: "bare" }),
      bounds: { must: 0.8, goal: 1 },
    },
  ]),
  list("messages", "messages"),
  list("contacts", "contacts"),
  {
    id: "search",
    what: "GET /api/contacts?query=, slowest of 200 terms, one connection, p99",
    unit: "ms",
    measure: slowestSearch,
    isAtSize: true,
    bounds: { must: 50, goal: 10 },
    references: [],
    warmUp: sendRequests({ kind: "search" }),
  },
  {
    id: "search-while-written",
    what: "the same, while 50 new contacts a second are written",
    unit: "ms",
    measure: slowestSearchWhileWritten,
    isAtSize: true,
    bounds: { must: 50, goal: 10 },
    references: [],
    warmUp: sendRequests({ kind: "search" }),
  },
  {
    id: "otp-generate",
    what: "POST /api/otp/generate, test mode, many recipients, each with an older passcode",
    unit: "/s",
    measure: sendRequests({ kind: "generate passcode" }),
    references: [{ name: "send", measure: sendRequests({ kind: "text" }), bounds: { must: 0.7, goal: 0.9 } }],
  },
  {
    id: "verify",
    what: "POST /api/otp/verify",
    unit: "/s",
    measure: verify(),
    references: [{ name: "bare", measure: verify("bare"), bounds: { must: 0.6, goal: 1 } }],
  },
  {
    id: "no-op",
    what: "POST /api/text, an empty handler",
    unit: "/s",
    measure: sendRequests({ kind: "text", of: "no-op" }),
    references: [
      { name: "Koa hello", measure: sendRequests({ kind: "hello", of: "hello" }), bounds: { must: 0.4, goal: 0.55 } },
    ],
  },
  {
    id: "refused",
    what: "POST /api/text, a handler that refuses by a rule",
    unit: "/s",
    measure: sendRequests({ kind: "refused text", of: "no-op", status: 409 }),
    references: [
      { name: "Koa hello", measure: sendRequests({ kind: "hello", of: "hello" }), bounds: { must: 0.35, goal: 0.45 } },
    ],
  },
  {
    id: "processes",
    what: "POST /api/text, two server processes on one database",
    unit: "/s",
    measure: sendRequests({ kind: "text", servers: 2 }),
    references: [{ name: "one of them", measure: sendRequests({ kind: "text" }), bounds: { must: 0.72, goal: 0.85 } }],
  },
  endpointCpu("send-cpu-endpoint", "POST /api/text", "text"),
  endpointCpu("inbound-cpu-endpoint", "a callback", "inbound"),
];
