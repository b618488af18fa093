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
import { loop } from "./loop.ts";
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

/** How long a job waits again whose team has no room, or whose attempt another job is at: as long as an attempt takes. */
const tooEarlySeconds = 15;

/** How long a stop waits for answers. */
const stopMilliseconds = 5_000;

/**
 * Posts the replies that are due, many at a time, until it is stopped. Groups take turns: each has some of its jobs begun,
 * and then waits until the others had theirs.
 */
export function startDelivering({ orm, log, post, ...options }: DelivererOptions): Deliverer {
  const limits = options.limits ?? usualLimits;
  const jobs = createJobTaker(orm, "webhooks.deliver");
  const groupCommit = createGroupCommit(orm);
  const recordAttempts = createAttemptRecorder(enqueue, jobs, options.retryDelays ?? retryDelays);
  /** What is being posted, by the delivery's id. */
  const busy = new Map<string, { job: Job; done: Promise<void> }>();
  /** The groups that had their turn in this round. */
  const served = new Set<string>();
  const stopping = new AbortController();

  /** Begins what is due, as far as there is room. Answers whether there may be more. */
  async function begin(): Promise<boolean> {
    const atMost = limits.perProcess - busy.size;
    if (atMost === 0) return false;
    const exceptGroups = [...served, ...groupsOfFullTeams()];
    const taken = await jobs.take({ atMost, perGroup: limits.perTarget, exceptGroups });
    const isRoundOver = taken.length === 0 && served.size > 0;
    if (isRoundOver) served.clear();
    if (taken.length === 0) return isRoundOver;
    for (const { groupId } of taken) if (groupId) served.add(groupId);

    const em = orm.em.fork();
    const now = await readClock(em);
    const deliveries = taken.map(({ data }) => data);
    const due = await findDue(em, deliveries);
    const teamIds = [...due.values()].map(({ teamId }) => teamId);
    const secrets = await findSecrets(em, teamIds, now);

    const tooEarly: Job[] = [];
    const idle: Job[] = [];
    for (const job of taken) {
      const delivery = due.get(job.data.deliveryId);
      if (!delivery) idle.push(job);
      else if (busy.has(delivery.id) || jobsOf(delivery.teamId).length >= limits.perTeam) tooEarly.push(job);
      else {
        const signing = secrets.get(delivery.teamId)!.map(({ secret }) => secret);
        const done = attempt(job, delivery, now, signing).finally(() => busy.delete(delivery.id));
        busy.set(delivery.id, { job, done });
      }
    }
    if (tooEarly.length + idle.length > 0) {
      await orm.em.fork().transactional(async (tx) => {
        await enqueue(tx, "webhooks.deliver", tooEarly.map(again));
        await jobs.complete(tx, [...tooEarly, ...idle]);
      });
    }
    return true;
  }

  const jobsOf = (teamId: string) => [...busy.values()].filter(({ job }) => job.data.teamId === teamId);

  function groupsOfFullTeams(): string[] {
    const teams = Map.groupBy(busy.values(), ({ job }) => job.data.teamId);
    const full = [...teams.values()].filter((own) => own.length >= limits.perTeam);
    return full.flat().flatMap(({ job }) => job.groupId ?? []);
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
      await Promise.all([...busy.values()].map(({ done }) => done));
      clearTimeout(timer);
    },
  };
}

/** The job once more, for later. */
const again = ({ data, groupId }: Job) => ({
  id: newId(),
  data,
  delaySeconds: tooEarlySeconds,
  ...(groupId && { group: groupId }),
});
