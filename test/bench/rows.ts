/**
 * The rows of the bench: their measures, references and bounds.
 */
import { contactRows } from "./contact-rows.ts";
import { apiCpu } from "./endpoints.ts";
import { slowestLookUp } from "./look-up.ts";
import { loop, sendRequests, sendsms, verify } from "./measures.ts";
import { processRows } from "./process-rows.ts";
import { hasKannel } from "./references/kannel.ts";
import type { RequestKind } from "./requests.ts";
import type { Reference, Row } from "./row.ts";
import { slowestSearch, slowestSearchAmongOld, slowestSearchWhileWritten } from "./search.ts";

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

const sendAmong = (id: string, teams: number): Row => ({
  id,
  what: `POST /api/text, ${teams.toLocaleString("en")} teams in rotation`,
  unit: "/s",
  measure: sendRequests({ kind: "text", teams }),
  references: [
    { name: "one team", measure: sendRequests({ kind: "text", teams: 1 }), bounds: { must: 0.8, goal: 0.95 } },
  ],
});

/** Compares with a text of the same content: from a number that it names, or from the one that the server chooses. */
const throughDoor = (id: string, sender: string, [kind, same]: [RequestKind, RequestKind]): Row => ({
  id,
  what: `create a text with ${sender} through the Twilio door`,
  unit: "/s",
  measure: sendRequests({ kind, status: 201 }),
  references: [
    { name: "POST /api/text, the same", measure: sendRequests({ kind: same }), bounds: { must: 0.9, goal: 1 } },
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
  ...processRows,
  {
    id: "send",
    what: "POST /api/text, many recipients",
    unit: "/s",
    measure: sendRequests({ kind: "text" }),
    references: [
      { name: "bare", measure: sendRequests({ kind: "text", of: "bare" }), bounds: { must: 1.5, goal: 2 } },
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
      { name: "bare", measure: sendRequests({ kind: "text to one", of: "bare" }), bounds: { must: 4, goal: 8 } },
    ],
  },
  sendAmong("send-10-teams", 10),
  sendAmong("send-1000-teams", 1_000),
  {
    id: "send-erased",
    what: "POST /api/text, the team has 10,000 opt-outs of erased people",
    unit: "/s",
    measure: sendRequests({ kind: "text", team: (setup) => setup.erasedTeam() }),
    references: [
      { name: "no erasure", measure: sendRequests({ kind: "text", teams: 1 }), bounds: { must: 0.97, goal: 0.99 } },
    ],
  },
  {
    id: "idempotency",
    what: "POST /api/text with an Idempotency-Key",
    unit: "/s",
    measure: sendRequests({ kind: "text with key" }),
    references: [
      { name: "itself without", measure: sendRequests({ kind: "text" }), bounds: { must: 0.8, goal: 0.95 } },
    ],
  },
  throughDoor("doors", "From", ["text from a number by Twilio", "text from a number"]),
  throughDoor("doors-service", "MessagingServiceSid", ["text from a service by Twilio", "text"]),
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
      { name: "bare", measure: sendRequests({ kind: "inbound", of: "bare" }), bounds: { must: 1.15, goal: 1.75 } },
    ],
  },
  ...contactRows,
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
    id: "message-lookup",
    what: "GET /api/messages, the slowest of its filters, a team with all messages and one with few, one connection, p99",
    unit: "ms",
    measure: slowestLookUp(),
    isAtSize: true,
    bounds: { must: 200, goal: 100 },
    references: [],
  },
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
    id: "search-old-while-written",
    what: "the same, for terms that the newest 10,000 contacts do not have",
    unit: "ms",
    measure: slowestSearchAmongOld(),
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
