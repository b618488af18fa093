import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type { Database } from "../../server/db/database.ts";
import { inboundForm } from "../support/callbacks.ts";
import { createClient, type RawAnswer } from "../support/client.ts";
import { uniquePhone } from "../support/factories.ts";
import { changeJobs } from "../support/jobs.ts";
import type { ServerProcess } from "../support/process.ts";
import type { Bench } from "./bench.ts";
import { postSigned } from "./callbacks.ts";
import { findLost, readAllMessages } from "./check.ts";
import type { Findings } from "./experiment.ts";
import { createHistory, type Entry, nameOf, tally } from "./history.ts";
import { createPace, times, until } from "./load.ts";
import type { SignedIn } from "./team.ts";

/** Requests that are made at fixed rates, however long earlier ones take. */
export interface MixedLoad {
  /**
   * Waits until requests that begin from now on are answered with a quick success, several in succession.
   *
   * @throws when that takes longer
   */
  becomesQuick(seconds: number): Promise<void>;
  /** Lets the requests under way be answered. */
  stop(): Promise<void>;
  /**
   * What is wrong with the answers: another than a success or 503, one that took longer than 30 seconds, one to a request
   * that began after `recovered` and is not a quick success, and whatever was acknowledged and is not stored.
   */
  findProblems(recovered: number): Promise<string[]>;
  details(recovered: number): Record<string, unknown>;
  /** How many requests were made. */
  count(): number;
}

const maxMilliseconds = 30_000;
/** On a machine that tests share. Without a fault an answer takes some milliseconds. */
const quickMilliseconds = 1_500;
/** How many answers show that the server has recovered: a quarter of a second's. */
const quickInSuccession = 12;

/** Sends texts at a rate, and lists threads, posts callbacks and asks for readiness four times a second each. */
export function startMixedLoad(
  { over }: Bench,
  server: ServerProcess,
  { key, number }: SignedIn,
  textsPerSecond: number,
): MixedLoad {
  const texts = createHistory();
  const callbacks: Entry[] = [];
  const others: Entry[] = [];
  const phones = times(300, uniquePhone);
  const client = createClient(server.url, key);
  const underWay = new Set<Promise<unknown>>();
  let isOver = false;

  async function repeat(perSecond: number, ask: (turn: number) => Promise<unknown>): Promise<void> {
    const nextTurn = createPace(perSecond);
    for (let turn = 0; ; turn++) {
      await nextTurn();
      if (isOver || over.aborted) return;
      const asked: Promise<unknown> = ask(turn).finally(() => underWay.delete(asked));
      underWay.add(asked);
    }
  }

  async function note(entries: Entry[], label: string, ask: () => Promise<RawAnswer | undefined>): Promise<void> {
    const began = performance.now();
    const answer = await ask().catch(() => undefined);
    const known = answer?.status === 200 ? "acknowledged" : "unknown";
    entries.push({ label, known, answer, began, ended: performance.now() });
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
      return note(callbacks, text, () => postSigned(server, "inbound", form));
    }),
    repeat(4, () => note(others, "listThreads", () => client.raw("listThreads"))),
    repeat(4, () => note(others, "getReadiness", () => client.raw("getReadiness"))),
  ]);

  const all = () => [...texts.entries, ...callbacks, ...others];
  const tookOf = ({ began, ended }: Entry) => Math.round(ended - began);
  const isQuick = (entry: Entry) => entry.answer?.status === 200 && tookOf(entry) <= quickMilliseconds;
  return {
    count: () => all().length,
    async becomesQuick(seconds) {
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
      await Promise.all(underWay);
    },
    async findProblems(recovered) {
      const odd = all().filter(({ answer }) => answer?.status !== 200 && answer?.status !== 503);
      const slow = all().filter((entry) => tookOf(entry) > maxMilliseconds);
      const late = all().filter((entry) => entry.began > recovered && !isQuick(entry));
      const ended = await Promise.race([server.ended, pause(0)]);
      const received = callbacks.filter(({ known }) => known === "acknowledged");
      const isStored = async () => {
        const bodies = new Set((await readAllMessages(client)).map(({ body }) => body));
        return received.every(({ label }) => bodies.has(label));
      };
      if (!ended) await until("callbacks are in their threads", isStored, { every: 500 });
      return [
        ...(ended ? ["the server ended"] : findLost(texts.with("acknowledged"), await readAllMessages(client))),
        ...Object.entries(tally(odd.map(({ answer }) => nameOf(answer)))).map(([name, n]) => `${n} answers ${name}`),
        ...slow.map((entry) => `${entry.label} took ${tookOf(entry)} ms`),
        ...late.map((entry) => `${entry.label} after the recovery: ${nameOf(entry.answer)} in ${tookOf(entry)} ms`),
      ];
    },
    details(recovered) {
      const after = all().filter(({ began }) => began > recovered);
      return {
        textsPerSecond,
        answers: tally(all().map(({ answer }) => nameOf(answer))),
        slowestMilliseconds: Math.max(...all().map(tookOf)),
        slowestAfterwardsMilliseconds: Math.max(...after.map(tookOf)),
        answeredAfterwards: after.length,
      };
    },
  };
}

interface Recovery {
  database: Database;
  /** By when all must be quick, counted from the last fault. */
  recoverySeconds: number;
}

/** Ends a load some time after the last fault, and gives what it found. */
export async function endMixedLoad(
  bench: Bench,
  load: MixedLoad,
  { database, recoverySeconds }: Recovery,
): Promise<Findings> {
  // The short form shares its machine with other tests, so it waits for the recovery and does not judge its time.
  if (bench.isShort) await load.becomesQuick(60);
  else await pause(recoverySeconds * 1_000);
  const recovered = performance.now();
  await pause(bench.size(5_000, 500));
  await load.stop();
  // A job whose worker lost its connection is tried again after half a minute.
  if (bench.isShort) await expireJobs(database);
  return { n: load.count(), problems: await load.findProblems(recovered), details: load.details(recovered) };
}

/** Lets the queue give up the workers of all jobs under way at once, instead of half a minute after their last sign. */
async function expireJobs({ orm }: Database): Promise<void> {
  await changeJobs(orm.em.fork(), "state = 'active'", "heartbeat_on = heartbeat_on - interval '30 seconds'");
}
