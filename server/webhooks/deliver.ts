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

/** The seconds between the attempts of a delivery. */
export const retryDelays: readonly number[] = [5, 300, 1_800, 7_200, 18_000, 36_000, 36_000];

/** The maximum numbers of concurrent attempts, so that slow targets do not delay other targets. */
export interface DeliveryLimits {
  /** The limit for this process. */
  perProcess: number;
  /** The limit for one team in this process, over all of its targets. */
  perTeam: number;
  /** The limit for one team and host, over all processes. */
  perTarget: number;
}

export interface DelivererOptions {
  orm: Orm;
  log: Log;
  post: PostOnce;
  retryDelays?: readonly number[];
  limits?: DeliveryLimits;
  /** The time between two reads of an empty queue. */
  pauseMilliseconds?: number;
}

export interface Deliverer {
  /** Waits shortly for the running attempts, aborts the rest, and returns their jobs to the queue. */
  stop(): Promise<void>;
}

type Job = TakenJob<JobData["webhooks.deliver"]>;

const defaultLimits: DeliveryLimits = { perProcess: 256, perTeam: 64, perTarget: 8 };

const defaultPauseMilliseconds = 250;

/** The delay of a job whose team is at its limit, or whose delivery is already being attempted: the time of an attempt. */
const postponedSeconds = 15;

/** How long a stop waits for answers. */
const stopMilliseconds = 5_000;

/**
 * Posts the replies that are due, with many attempts at a time, until it is stopped. It serves the groups of jobs in
 * rounds: a group that has started jobs waits until every other group has started some.
 */
export function startDelivering({ orm, log, post, ...options }: DelivererOptions): Deliverer {
  const limits = options.limits ?? defaultLimits;
  const jobs = createJobTaker(orm, "webhooks.deliver");
  const groupCommit = createGroupCommit(orm);
  const recordAttempts = createAttemptRecorder(enqueue, jobs, options.retryDelays ?? retryDelays);
  /** The running attempts by the delivery's id. */
  const running = new Map<string, { job: Job; done: Promise<void> }>();
  /** The groups that have started jobs in this round. */
  const servedGroups = new Set<string>();
  const stopping = new AbortController();

  /** Starts due attempts within the limits. Returns whether more may be due. */
  async function startDue(): Promise<boolean> {
    const atMost = limits.perProcess - running.size;
    if (atMost === 0) return false;
    const exceptGroups = [...servedGroups, ...groupsOfFullTeams()];
    const taken = await jobs.take({ atMost, perGroup: limits.perTarget, exceptGroups });
    const isRoundOver = taken.length === 0 && servedGroups.size > 0;
    if (isRoundOver) servedGroups.clear();
    if (taken.length === 0) return isRoundOver;
    for (const { groupId } of taken) if (groupId) servedGroups.add(groupId);

    const em = orm.em.fork();
    const now = await readClock(em);
    const deliveries = taken.map(({ data }) => data);
    const due = await findDue(em, deliveries);
    const teamIds = [...due.values()].map(({ teamId }) => teamId);
    const secrets = await findSecrets(em, teamIds, now);

    const postponed: Job[] = [];
    const obsolete: Job[] = [];
    for (const job of taken) {
      const delivery = due.get(job.data.deliveryId);
      if (!delivery) obsolete.push(job);
      else if (running.has(delivery.id) || attemptsOf(delivery.teamId).length >= limits.perTeam) postponed.push(job);
      else {
        const signing = secrets.get(delivery.teamId)!.map(({ secret }) => secret);
        const done = attempt(job, delivery, now, signing).finally(() => running.delete(delivery.id));
        running.set(delivery.id, { job, done });
      }
    }
    if (postponed.length + obsolete.length > 0) {
      await orm.em.fork().transactional(async (tx) => {
        await enqueue(tx, "webhooks.deliver", postponed.map(postpone));
        await jobs.complete(tx, [...postponed, ...obsolete]);
      });
    }
    return true;
  }

  const attemptsOf = (teamId: string) => [...running.values()].filter(({ job }) => job.data.teamId === teamId);

  function groupsOfFullTeams(): string[] {
    const teams = Map.groupBy(running.values(), ({ job }) => job.data.teamId);
    const full = [...teams.values()].filter((attempts) => attempts.length >= limits.perTeam);
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
      // If this fails too, the job expires and another process takes it.
      await jobs.giveBack(job, error).catch((err) => log.error({ err }, "reply webhook"));
    }
  }

  const stopLoop = loop(startDue, options.pauseMilliseconds ?? defaultPauseMilliseconds, log);
  return {
    async stop() {
      await stopLoop();
      const timer = setTimeout(() => stopping.abort(), stopMilliseconds);
      await Promise.all([...running.values()].map(({ done }) => done));
      clearTimeout(timer);
    },
  };
}

/** A copy of the job that runs later. */
const postpone = ({ data, groupId }: Job) => ({
  id: newId(),
  data,
  delaySeconds: postponedSeconds,
  ...(groupId && { group: groupId }),
});
