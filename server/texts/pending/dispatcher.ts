/**
 * Hands texts over when their time has come.
 *
 * Promises: each text is handed over once or canceled, whatever number of processes dispatch, and whenever one of them
 * dies. The reason: the transaction that records the message deletes the waiting text. After a crash, a message without
 * the provider's answer ends as `outcome_unknown`, like that of a request.
 * Costs: an index probe for each look, and one for texts in line while any number has a pace. Texts of one tick share a
 * transaction, by group commit.
 * Preconditions: the carrier's calls end.
 */
import { createGroupCommit } from "../../db/commit/group-commit.ts";
import { transactOfTeam } from "../../db/commit/of-teams.ts";
import type { EntityManager, Orm } from "../../db/orm.ts";
import { createBackground } from "../../housekeeping/background.ts";
import { every } from "../../housekeeping/every.ts";
import type { Log } from "../../log.ts";
import type { FileMeans } from "../../operations/scope.ts";
import type { Provider } from "../../provider/provider.ts";
import { maxHandOvers } from "../../shares/limits.ts";
import { handOver } from "../send.ts";
import { messageOfThread } from "../send-text.ts";
import { findDue } from "./find-due.ts";
import { findLines, type Line } from "./lines.ts";
import type { DueText } from "./store-pending.ts";
import { type TakenText, takingDue } from "./take-due.ts";
import { takeTurns } from "./take-turns.ts";

export interface DispatcherOptions {
  orm: Orm;
  log: Log;
  /** Returns the carrier of the texts of a mode. */
  carrierOf(testMode: boolean): Provider;
  files: FileMeans;
  /** Whether all texts wait now; by default they never do. */
  isHeld?: (() => boolean) | undefined;
}

export interface Dispatcher {
  /** Begins to hand over texts that are due. Returns whether to look again at once. */
  dispatch(): Promise<boolean>;
  /** Begins no more, and waits for the texts whose hand-over has begun. */
  stop(): Promise<void>;
}

/** The number in whose line a text waited; null for a text that was in none. */
type Place = string | null;

/** The interval between two looks for due texts. */
const lookMilliseconds = 250;

/** The interval between two looks for lines while no number has a pace, because one may have lost it before its texts. */
const lineMilliseconds = 5_000;

/** Starts to dispatch, and returns a function that stops it and waits for the texts whose hand-over has begun. */
export function startDispatcher(options: DispatcherOptions): () => Promise<void> {
  const dispatcher = createDispatcher(options);
  const { log, isHeld = () => false } = options;
  const look = async () => !isHeld() && dispatcher.dispatch();
  const stopLooking = every(lookMilliseconds, { name: "dispatch", log }, look);
  return async () => {
    await Promise.all([stopLooking(), dispatcher.stop()]);
  };
}

export function createDispatcher({ orm, log, carrierOf, files }: DispatcherOptions): Dispatcher {
  const commit = createGroupCommit(orm);
  const background = createBackground(log);
  const taking = takingDue(carrierOf, files);
  /** The hand-overs that have begun, by lines and ids, because texts that wait for their turns take no places from others. */
  const running = new Map<Place, Map<string, Promise<void>>>();
  let turns: Promise<unknown> = Promise.resolve();
  let linesAt = 0;
  let onEnd = () => {};
  let hasFailed = false;
  let isStopped = false;

  const isFull = (place: Place) => (running.get(place)?.size ?? 0) >= maxHandOvers;

  /** Resolves once there is a place for one more text that is in no line. */
  async function waitForPlace(): Promise<void> {
    while (isFull(null)) {
      await new Promise<void>((resolve) => {
        onEnd = resolve;
      });
    }
  }

  async function send({ text, recorded }: TakenText): Promise<void> {
    const { teamId, testMode, now } = text;
    const means = {
      commit: (work, item) => commit(work, item, teamId),
      provider: carrierOf(testMode),
      background,
      files,
      claim: undefined,
      testMode,
      now,
    } satisfies Parameters<typeof handOver>[0];
    await handOver(means, messageOfThread, text, recorded);
  }

  /** A text that stays because of a failure is due at the next look, too. */
  const failed = (id: string) => (error: unknown) => {
    hasFailed = true;
    log.error({ err: error, id }, "dispatch");
  };

  async function handOverDue(due: DueText): Promise<void> {
    const taken = await commit(taking, due, due.teamId);
    if (taken) await send(taken);
  }

  function begin(place: Place, id: string, work: Promise<void>): void {
    const begun = running.get(place) ?? new Map<string, Promise<void>>();
    running.set(place, begun);
    const ended = work.finally(() => {
      begun.delete(id);
      if (begun.size === 0) running.delete(place);
      onEnd();
    });
    begun.set(id, ended);
  }

  async function lookForLines(): Promise<Line[]> {
    const hasPaces = (carrierOf(false).paces?.size ?? 0) > 0;
    if (!hasPaces && performance.now() < linesAt) return [];
    const lines = await findLines(orm.em.fork());
    // A line is emptied without a pause.
    if (lines.length === 0) linesAt = performance.now() + lineMilliseconds;
    return lines;
  }

  /** Begins to hand over the texts of lines that have a turn now, and returns their number. */
  async function beginTurns(lines: Line[]): Promise<number> {
    let begun = 0;
    for (const line of lines) {
      if (isStopped) break;
      // A line without a place has its turn at a later look.
      if (isFull(line.numberId)) continue;
      const work = (tx: EntityManager) => takeTurns(tx, line, carrierOf, files);
      const taken = (await transactOfTeam(orm, line.teamId, work).catch(failed(line.numberId))) ?? [];
      for (const each of taken) begin(line.numberId, each.text.id, send(each).catch(failed(each.text.id)));
      begun += taken.length;
    }
    return begun;
  }

  /** Begins to hand over texts that are due, and returns their number. */
  async function beginDue(found: DueText[]): Promise<number> {
    const begunAt = performance.now();
    let begun = 0;
    for (const due of found) {
      if (running.get(null)?.has(due.id)) continue;
      await waitForPlace();
      if (isStopped) break;
      begun += 1;
      begin(null, due.id, handOverDue(due).catch(failed(due.id)));
      // The calls of the provider take long. The next look lets a team with a new text take its turn.
      if (performance.now() - begunAt > lookMilliseconds) break;
    }
    return begun;
  }

  return {
    async dispatch() {
      const [found, lines] = await Promise.all([findDue(orm.em.fork()), lookForLines()]);
      hasFailed = false;
      const ofLines = beginTurns(lines);
      turns = ofLines;
      const begun = (await beginDue(found)) + (await ofLines);
      // After a failure the next look follows after the pause.
      return begun > 0 && !hasFailed && !isStopped;
    },
    async stop() {
      isStopped = true;
      await turns; // their texts are messages, and have to be handed over
      await Promise.all([...running.values()].flatMap((begun) => [...begun.values()]));
      await background.stop();
    },
  };
}
