/**
 * What is measured, against what, and how much of it there must be.
 */
import type { RequestKind } from "./requests.ts";
import type { Stage } from "./stage.ts";

/** Something done as often as possible for some seconds: how often in a second. */
export type Measure = (stage: Stage, seconds: number) => Promise<number>;

export interface Reference {
  name: string;
  measure: Measure;
  /** How many times the reference's figure the subject's must be, and should be. */
  must: number;
  goal: number;
}

export interface Row {
  /** As it is named on the command line. */
  id: string;
  what: string;
  measure: Measure;
  references: Reference[];
}

interface Asking {
  kind: RequestKind;
  connections?: number;
  status?: number;
  /** Who is asked; by default the service. */
  of?: "bare" | "hello" | "no-op" | "stand-in";
}

// Every request has a number of its own, whichever row it belongs to.
let serial = 0;

/** The next numbers, and how many they are. */
function take(count: number): { first: number; count: number } {
  const first = serial;
  serial += count;
  return { first, count };
}

const plenty = 1_000_000;

function ask({ kind, connections = 50, status = 200, of }: Asking, numbers = () => take(plenty)): Measure {
  return async ({ server, reference, target, load }, seconds) => {
    const origin = (of ? await reference(of) : server).url;
    const job = { kind, target: { ...target, origin }, connections, seconds, status, ...numbers() };
    return (await load.run(job)).perSecond;
  };
}

/** A passcode is right once, so there is one for every guess. */
function verify(of?: "bare"): Measure {
  return async (stage, seconds) => {
    const numbers = take(Math.ceil(5_000 * seconds));
    await stage.writePasscodes(numbers.first, numbers.count);
    return ask({ kind: "verify", ...(of && { of }) }, () => numbers)(stage, seconds);
  };
}

const connections = 50;
const loop: Measure = async ({ loop: worker }, seconds) => (await worker.run({ connections, seconds })).perSecond;

const list = (id: string, kind: RequestKind): Row => ({
  id,
  what: `GET a page of ${id}`,
  measure: ask({ kind }),
  references: [{ name: "bare, the same SQL", measure: ask({ kind, of: "bare" }), must: 0.6, goal: 0.9 }],
});

export const rows: Row[] = [
  {
    id: "send",
    what: "POST /api/text, many recipients",
    measure: ask({ kind: "text" }),
    references: [
      { name: "bare", measure: ask({ kind: "text", of: "bare" }), must: 1.25, goal: 2 },
      { name: "loop", measure: loop, must: 0.85, goal: 1.25 },
    ],
  },
  {
    id: "send-one-thread",
    what: "POST /api/text, all to one thread",
    measure: ask({ kind: "text to one" }),
    references: [{ name: "bare", measure: ask({ kind: "text to one", of: "bare" }), must: 3, goal: 8 }],
  },
  {
    id: "idempotency",
    what: "POST /api/text with an Idempotency-Key",
    measure: ask({ kind: "text with key" }),
    references: [{ name: "itself without", measure: ask({ kind: "text" }), must: 0.8, goal: 0.95 }],
  },
  {
    id: "live",
    what: "POST /api/text, live, provider takes 100 ms, 500 connections",
    measure: ask({ kind: "live text", connections: 500 }),
    references: [
      {
        name: "straight at the provider",
        measure: ask({ kind: "live text", connections: 500, of: "stand-in", status: 201 }),
        must: 0.7,
        goal: 0.9,
      },
    ],
  },
  {
    id: "inbound",
    what: "POST /api/external/sms/inbound",
    measure: ask({ kind: "inbound" }),
    references: [{ name: "bare", measure: ask({ kind: "inbound", of: "bare" }), must: 1, goal: 1.75 }],
  },
  list("threads", "threads"),
  list("messages", "messages"),
  list("contacts", "contacts"),
  {
    id: "verify",
    what: "POST /api/otp/verify",
    measure: verify(),
    references: [{ name: "bare", measure: verify("bare"), must: 0.6, goal: 1 }],
  },
  {
    id: "no-op",
    what: "POST /api/text, a handler that does nothing",
    measure: ask({ kind: "text", of: "no-op" }),
    references: [{ name: "Koa hello", measure: ask({ kind: "hello", of: "hello" }), must: 0.5, goal: 0.8 }],
  },
];
