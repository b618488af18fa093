import { readClock } from "../db/clock.ts";
import { newId } from "../db/columns.ts";
import { createGroupCommit } from "../db/group-commit.ts";
import type { Orm } from "../db/orm.ts";
import type { Log } from "../log.ts";
import { enqueue } from "../queue/enqueue.ts";
import type { JobData } from "../queue/queues.ts";
import { createJobTaker, type TakenJob } from "../queue/take.ts";
import { type DueDelivery, findDue } from "./find-due.ts";
import { hostOf } from "./jobs.ts";
import type { PostOnce } from "./post.ts";
import { createAttemptRecorder } from "./record-attempts.ts";
import { findSecrets } from "./secrets.ts";
import { signAttempt } from "./sign.ts";

/** The seconds between the attempts at a delivery. */
export const retryDelays: readonly number[] = [5, 300, 1_800, 7_200, 18_000, 36_000, 36_000];

/** How much is posted at a time, so that targets that hang leave room for the others. */
export interface DeliveryLimits {
  /** By this process. */
  perProcess: number;
  /** For one team by this process, whatever the number of its targets. */
  perTeam: number;
  /** To one host for one team by all processes. */
  perTarget: number;
}

export interface DelivererOptions {
  orm: Orm;
  log: Log;
  post: PostOnce;
  retryDelays?: readonly number[];
  limits?: DeliveryLimits;
  /** How long the queue is left alone when it had nothing to do. */
  pauseMilliseconds?: number;
}

export interface Deliverer {
  /** Waits a moment for what is being posted, breaks the rest off, and gives it to other processes. */
  stop(): Promise<void>;
}

type Job = TakenJob<JobData["webhooks.deliver"]>;

const usualLimits: DeliveryLimits = { perProcess: 256, perTeam: 64, perTarget: 8 };

const usualPauseMilliseconds = 250;

/** How long a job waits again whose team had no room: until the attempts of the others are over. */
const noRoomSeconds = 15;

/** How long a stop waits for answers. */
const stopMilliseconds = 5_000;

/** Posts the replies that are due, many at a time, until it is stopped. */
export function startDelivering({ orm, log, post, ...options }: DelivererOptions): Deliverer {
  const limits = options.limits ?? usualLimits;
  const jobs = createJobTaker(orm, "webhooks.deliver");
  const groupCommit = createGroupCommit(orm);
  const recordAttempts = createAttemptRecorder(enqueue, jobs, options.retryDelays ?? retryDelays);
  const busy = new Map<Job, Promise<void>>();
  const stopping = new AbortController();

  /** Begins what is due, as far as there is room. Answers whether there may be more. */
  async function begin(): Promise<boolean> {
    const atMost = limits.perProcess - busy.size;
    if (atMost === 0) return false;
    const taken = await jobs.take({ atMost, perGroup: limits.perTarget, exceptGroups: groupsOfFullTeams() });
    if (taken.length === 0) return false;

    const em = orm.em.fork();
    const now = await readClock(em);
    const due = await findDue(
      em,
      taken.map(({ data }) => data),
    );
    const secrets = await findSecrets(
      em,
      [...due.values()].map(({ teamId }) => teamId),
      now,
    );
    const noRoom: Job[] = [];
    for (const job of taken) {
      const delivery = due.get(job.data.deliveryId);
      if (!delivery) continue;
      if (busyFor(delivery.teamId).length >= limits.perTeam) noRoom.push(job);
      else {
        const signing = secrets.get(delivery.teamId)!.map(({ secret }) => secret);
        busy.set(
          job,
          attempt(job, delivery, now, signing).finally(() => busy.delete(job)),
        );
      }
    }
    const unbegun = taken.filter((job) => !busy.has(job));
    await orm.em.fork().transactional(async (tx) => {
      await enqueue(tx, "webhooks.deliver", noRoom.map(again));
      await jobs.complete(tx, unbegun);
    });
    return true;
  }

  const busyFor = (teamId: string) => [...busy.keys()].filter(({ data }) => data.teamId === teamId);

  function groupsOfFullTeams(): string[] {
    const teams = Map.groupBy(busy.keys(), ({ data }) => data.teamId);
    const full = [...teams.values()].filter((own) => own.length >= limits.perTeam);
    return [...new Set(full.flat().flatMap(({ groupId }) => groupId ?? []))];
  }

  async function attempt(job: Job, delivery: DueDelivery, startedAt: string, secrets: string[]): Promise<void> {
    const { teamId, id, url, payload } = delivery;
    const begun = performance.now();
    try {
      const headers = { ...signAttempt(id, startedAt, payload, secrets) };
      const result = await post({ url, headers, body: payload }, stopping.signal);
      const durationMilliseconds = Math.round(performance.now() - begun);
      const { answer: _, ...outcome } = { answer: "", ...result };
      log.info(
        { teamId, deliveryId: id, attempt: delivery.attempt, host: hostOf(url), ...outcome, durationMilliseconds },
        "reply webhook posted",
      );
      await groupCommit(recordAttempts, { delivery, job, startedAt, durationMilliseconds, result });
    } catch (error) {
      if (!stopping.signal.aborted) log.error({ err: error, teamId, deliveryId: id }, "reply webhook");
      // If not even that succeeds, the job expires and is taken again.
      await jobs.giveBack(job, error).catch((err) => log.error({ err }, "reply webhook"));
    }
  }

  const stopLoop = loop(begin, options.pauseMilliseconds ?? usualPauseMilliseconds, log);
  return {
    async stop() {
      await stopLoop();
      const timer = setTimeout(() => stopping.abort(), stopMilliseconds);
      await Promise.all(busy.values());
      clearTimeout(timer);
    },
  };
}

/** The job once more, for later. */
const again = ({ data, groupId }: Job) => ({
  id: newId(),
  data,
  delaySeconds: noRoomSeconds,
  ...(groupId && { group: groupId }),
});

/** Does `work` as long as there may be more, and looks again after a pause. A failure does not end it. */
function loop(work: () => Promise<boolean>, pauseMilliseconds: number, log: Log): () => Promise<void> {
  let stopped = false;
  let wake = () => {};
  const run = async () => {
    while (!stopped) {
      const more = await work().catch((error) => {
        log.error({ err: error }, "reply webhooks");
        return false;
      });
      if (more || stopped) continue;
      await new Promise<void>((resolve) => {
        wake = resolve;
        setTimeout(resolve, pauseMilliseconds);
      });
    }
  };
  const running = run();
  return () => {
    stopped = true;
    wake();
    return running;
  };
}
