import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type { Database } from "../../server/db/database.ts";
import { inboundForm } from "../support/callbacks.ts";
import { createClient, type RawAnswer } from "../support/client.ts";
import { uniquePhone } from "../support/factories.ts";
import { changeJobs } from "../support/jobs.ts";
import type { ServerProcess } from "../support/process.ts";
import { postSigned } from "./callbacks.ts";
import { findLost, readAllMessages } from "./check.ts";
import type { ExperimentContext } from "./context.ts";
import type { Findings } from "./experiment.ts";
import { createHistory, type Entry, nameOf, tally } from "./history.ts";
import { createPace, times, until } from "./load.ts";
import type { SignedIn } from "./team.ts";

/** Requests at fixed rates, independent of the duration of earlier requests. */
export interface MixedLoad {
  /**
   * Waits until requests that begin from now on are answered with a quick success, several in succession.
   *
   * @throws Error after a timeout
   */
  waitUntilQuick(seconds: number): Promise<void>;
  /** Stops sending and waits for the answers. */
  stop(): Promise<void>;
  /**
   * Finds wrong answers: neither success nor 503, slower than 30 seconds, or not a quick success although the request began
   * after `recovered`. Also finds acknowledged data that is not stored.
   */
  findProblems(recovered: number): Promise<string[]>;
  details(recovered: number): Record<string, unknown>;
  /** The number of requests. */
  count(): number;
}

const maxMilliseconds = 30_000;
/** The limit is high because tests share the machine. Without a fault, an answer takes a few milliseconds. */
const quickMilliseconds = 1_500;
/**
 * The number of quick answers that show recovery: about four seconds. A connection that went silent can be used by few
 * requests, and is found a few seconds later.
 */
const quickInSuccession = 200;

/** Sends texts at a rate, and lists threads, posts callbacks and asks for readiness four times a second each. */
export function startMixedLoad(
  { over }: ExperimentContext,
  server: ServerProcess,
  { key, number }: SignedIn,
  textsPerSecond: number,
): MixedLoad {
  const texts = createHistory();
  const callbacks: Entry[] = [];
  const others: Entry[] = [];
  const phones = times(300, uniquePhone);
  const client = createClient(server.url, key);
  const inFlight = new Set<Promise<unknown>>();
  let isOver = false;

  async function repeat(perSecond: number, send: (turn: number) => Promise<unknown>): Promise<void> {
    const waitForSlot = createPace(perSecond);
    for (let turn = 0; ; turn++) {
      await waitForSlot();
      if (isOver || over.aborted) return;
      const sent: Promise<unknown> = send(turn).finally(() => inFlight.delete(sent));
      inFlight.add(sent);
    }
  }

  async function record(entries: Entry[], label: string, send: () => Promise<RawAnswer | undefined>): Promise<void> {
    const began = performance.now();
    const answer = await send().catch(() => undefined);
    const outcome = answer?.status === 200 ? "acknowledged" : "unknown";
    entries.push({ label, outcome, answer, began, ended: performance.now() });
  }

  const running = Promise.all([
    repeat(textsPerSecond, (turn) => {
      const message = randomUUID();
      const body = { phone_number: phones[turn % phones.length]!, message };
      return texts.call(server, key, "sendText", { body, idempotencyKey: message }, message);
    }),
    repeat(4, (turn) => {
      const text = randomUUID();
      const form = inboundForm(phones[turn % phones.length]!, number, text);
      return record(callbacks, text, () => postSigned(server, "inbound", form));
    }),
    repeat(4, () => record(others, "listThreads", () => client.raw("listThreads"))),
    repeat(4, () => record(others, "getReadiness", () => client.raw("getReadiness"))),
  ]);

  const all = () => [...texts.entries, ...callbacks, ...others];
  const durationOf = ({ began, ended }: Entry) => Math.round(ended - began);
  const isQuick = (entry: Entry) => entry.answer?.status === 200 && durationOf(entry) <= quickMilliseconds;
  return {
    count: () => all().length,
    async waitUntilQuick(seconds) {
      const now = performance.now();
      await until(
        "requests are answered quickly",
        () => {
          const newest = all()
            .filter(({ began }) => began > now)
            .toSorted((a, b) => a.began - b.began)
            .slice(-quickInSuccession);
          return newest.length === quickInSuccession && newest.every(isQuick);
        },
        { seconds },
      );
    },
    async stop() {
      isOver = true;
      await running;
      await Promise.all(inFlight);
    },
    async findProblems(recovered) {
      const unexpected = all().filter(({ answer }) => answer?.status !== 200 && answer?.status !== 503);
      const slow = all().filter((entry) => durationOf(entry) > maxMilliseconds);
      const late = all().filter((entry) => entry.began > recovered && !isQuick(entry));
      const ended = await Promise.race([server.ended, pause(0)]);
      const received = callbacks.filter(({ outcome }) => outcome === "acknowledged");
      const isStored = async () => {
        const bodies = new Set((await readAllMessages(client)).map(({ body }) => body));
        return received.every(({ label }) => bodies.has(label));
      };
      // A job whose worker lost its connection is taken again within half a minute.
      if (!ended) await until("callbacks are in their threads", isStored, { every: 500, seconds: 45 });
      return [
        ...(ended ? ["the server ended"] : findLost(texts.withOutcome("acknowledged"), await readAllMessages(client))),
        ...Object.entries(tally(unexpected.map(({ answer }) => nameOf(answer)))).map(
          ([name, n]) => `${n} answers ${name}`,
        ),
        ...slow.map((entry) => `${entry.label} took ${durationOf(entry)} ms`),
        ...late.map((entry) => `${entry.label} after the recovery: ${nameOf(entry.answer)} in ${durationOf(entry)} ms`),
      ];
    },
    details(recovered) {
      const after = all().filter(({ began }) => began > recovered);
      return {
        textsPerSecond,
        answers: tally(all().map(({ answer }) => nameOf(answer))),
        slowestMilliseconds: Math.max(...all().map(durationOf)),
        slowestAfterwardsMilliseconds: Math.max(...after.map(durationOf)),
        answeredAfterwards: after.length,
      };
    },
  };
}

interface Recovery {
  database: Database;
  /** The time limit of the recovery after the last fault. */
  recoverySeconds: number;
}

/** Stops a load some time after the last fault and returns its findings. */
export async function endMixedLoad(
  context: ExperimentContext,
  load: MixedLoad,
  { database, recoverySeconds }: Recovery,
): Promise<Findings> {
  // The short form may share its machine with other work, so it waits for the recovery and does not check its duration.
  if (context.isShort) await load.waitUntilQuick(60);
  else await pause(recoverySeconds * 1_000);
  const recovered = performance.now();
  await pause(context.size(5_000, 500));
  await load.stop();
  // A job whose worker lost its connection is tried again after half a minute.
  if (context.isShort) await expireJobs(database);
  return { n: load.count(), problems: await load.findProblems(recovered), details: load.details(recovered) };
}

/** Lets the queue expire the workers of all active jobs now, instead of half a minute after their last heartbeat. */
async function expireJobs({ orm }: Database): Promise<void> {
  await changeJobs(orm.em.fork(), "state = 'active'", "heartbeat_on = heartbeat_on - interval '30 seconds'");
}
