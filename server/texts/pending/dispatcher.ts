/**
 * Hands texts over when their time has come.
 *
 * Promises: each text is handed over once or canceled, whatever number of processes dispatch, and whenever one of them
 * dies. The reason: the transaction that records the message deletes the waiting text. After a crash, a message without
 * the provider's answer ends as `outcome_unknown`, like that of a request.
 * Costs: one index probe for each look. Texts of one tick share a transaction, by group commit.
 * Preconditions: the carrier's calls end.
 */
import { sql } from "kysely";
import { readClock } from "../../db/clock.ts";
import { createGroupCommit } from "../../db/commit/group-commit.ts";
import { readAllTeams } from "../../db/commit/of-teams.ts";
import type { Orm } from "../../db/orm.ts";
import { createBackground } from "../../housekeeping/background.ts";
import { every } from "../../housekeeping/every.ts";
import type { Log } from "../../log.ts";
import type { Provider } from "../../provider/provider.ts";
import { maxHandOvers } from "../../shares/limits.ts";
import { handOver } from "../send.ts";
import { messageOfThread } from "../send-text.ts";
import type { DueText } from "./store-pending.ts";
import { type TakenText, takingDue } from "./take-due.ts";

export interface DispatcherOptions {
  orm: Orm;
  log: Log;
  /** Returns the carrier of the texts of a mode. */
  carrierOf(testMode: boolean): Provider;
}

export interface Dispatcher {
  /** Begins to hand over the texts that are due, the earliest first. Returns whether to look again at once. */
  dispatch(): Promise<boolean>;
  /** Begins no more, and waits for the texts whose hand-over has begun. */
  stop(): Promise<void>;
}

/** The interval between two looks for due texts. */
const lookMilliseconds = 250;

/** How many texts a look finds, and among how many of the earliest their teams take turns. */
const lookSize = 256;
const windowSize = 2_000;

/** Starts to dispatch, and returns a function that stops it and waits for the texts whose hand-over has begun. */
export function startDispatcher(options: DispatcherOptions): () => Promise<void> {
  const dispatcher = createDispatcher(options);
  const stopLooking = every(lookMilliseconds, { name: "dispatch", log: options.log }, dispatcher.dispatch);
  return async () => {
    await Promise.all([stopLooking(), dispatcher.stop()]);
  };
}

export function createDispatcher({ orm, log, carrierOf }: DispatcherOptions): Dispatcher {
  const commit = createGroupCommit(orm);
  const background = createBackground(log);
  const taking = takingDue(carrierOf);
  /** The hand-overs that have begun, by the ids of their texts. */
  const running = new Map<string, Promise<void>>();
  let onEnd = () => {};
  let hasFailed = false;
  let isStopped = false;

  /** Resolves once there is a place for one more. */
  async function waitForPlace(): Promise<void> {
    while (running.size >= maxHandOvers) {
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
      claim: undefined,
      testMode,
      now,
    } satisfies Parameters<typeof handOver>[0];
    await handOver(means, messageOfThread, text, recorded);
  }

  /** A text that stays because of a failure is due at the next look, too. */
  async function handOverDue(due: DueText): Promise<void> {
    try {
      const taken = await commit(taking, due, due.teamId);
      if (taken) await send(taken);
    } catch (error) {
      hasFailed = true;
      log.error({ err: error, id: due.id }, "dispatch");
    }
  }

  return {
    async dispatch() {
      const em = orm.em.fork();
      const now = await readClock(em);
      const found = await readAllTeams(
        em,
        sql<{ team_id: string; id: string }>`
          select team_id, id, send_at, row_number() over (partition by team_id order by send_at) as turn
          from (
            select team_id, id, send_at from pending_message
            where status = 'scheduled' and send_at <= ${now}::timestamptz order by send_at limit ${sql.lit(windowSize)}
          ) as earliest
        `,
        { by: "turn, send_at", limit: lookSize },
      );
      hasFailed = false;
      let begun = 0;
      for (const { team_id: teamId, id } of found) {
        if (running.has(id)) continue;
        await waitForPlace();
        if (isStopped) return false;
        begun += 1;
        const ended = handOverDue({ teamId, id }).finally(() => {
          running.delete(id);
          onEnd();
        });
        running.set(id, ended);
      }
      // After a failure the next look follows after the pause.
      return begun > 0 && !hasFailed;
    },
    async stop() {
      isStopped = true;
      await Promise.all(running.values());
      await background.stop();
    },
  };
}
