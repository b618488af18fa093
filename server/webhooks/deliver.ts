import { createGroupCommit } from "../db/batching/group-commit.ts";
import { readClock } from "../db/clock.ts";
import type { Orm } from "../db/orm.ts";
import { newId } from "../db/schema/ids.ts";
import { every } from "../housekeeping/every.ts";
import type { Log } from "../log.ts";
import { enqueue } from "../queue/enqueue.ts";
import { createJobTaker, type JobTaker } from "../queue/take.ts";
import { findDue } from "./find-due.ts";
import { type AttemptServices, makeAttempt, type NewAttempt } from "./make-attempt.ts";
import type { PostOnce } from "./post.ts";
import { createAttemptRecorder } from "./record-attempts.ts";
import { type DeliveryJob, type DeliveryLimits, RunningAttempts } from "./running-attempts.ts";
import { findSecrets } from "./signing-secrets.ts";

/** The seconds between the attempts of a delivery. */
export const retryDelays: readonly number[] = [5, 300, 1_800, 7_200, 18_000, 36_000, 36_000];

export interface DelivererOptions {
  orm: Orm;
  log: Log;
  post: PostOnce;
  retryDelays?: readonly number[];
  limits?: DeliveryLimits;
  /** The time between two reads of an empty queue. */
  pauseMilliseconds?: number;
}

const defaultLimits: DeliveryLimits = { perProcess: 256, perTeam: 64, perTarget: 8 };

const defaultPauseMilliseconds = 250;

/** The delay of a job whose team is at its limit, or whose delivery is already being attempted: the time of an attempt. */
const postponedSeconds = 15;

/** How long a stop waits for answers. */
const stopMilliseconds = 5_000;

/** Posts the replies that are due, with many attempts at a time. */
export class Deliverer {
  readonly #orm: Orm;
  readonly #jobs: JobTaker<"webhooks.deliver">;
  readonly #services: AttemptServices;
  readonly #perTarget: number;
  readonly #pauseMilliseconds: number;
  readonly #running: RunningAttempts;
  /** The groups that have started jobs in this round. A group waits until every other group has started some. */
  readonly #servedGroups = new Set<string>();
  readonly #stopping = new AbortController();
  readonly #stopTaking: () => Promise<void>;

  /** Starts to deliver. */
  constructor({ orm, log, post, limits = defaultLimits, ...options }: DelivererOptions) {
    this.#orm = orm;
    this.#jobs = createJobTaker(orm, "webhooks.deliver");
    const recordAttempts = createAttemptRecorder(this.#jobs, options.retryDelays ?? retryDelays);
    this.#services = { log, post, jobs: this.#jobs, groupCommit: createGroupCommit(orm), recordAttempts };
    this.#perTarget = limits.perTarget;
    this.#running = new RunningAttempts(limits);
    this.#pauseMilliseconds = options.pauseMilliseconds ?? defaultPauseMilliseconds;
    this.#stopTaking = every(this.#pauseMilliseconds, { name: "reply webhooks", log }, () => this.#startDue());
  }

  /** Waits shortly for the running attempts, aborts the rest, and returns their jobs to the queue. */
  async stop(): Promise<void> {
    await this.#stopTaking();
    const timer = setTimeout(() => this.#stopping.abort(), stopMilliseconds);
    await this.#running.finish();
    clearTimeout(timer);
  }

  /**
   * Starts due attempts within the limits. If nothing can start, waits until an attempt ends, because its target may then
   * have a free slot. Returns whether to look again without a pause.
   */
  async #startDue(): Promise<boolean> {
    // Read before the jobs, so that no end of an attempt is missed.
    const nextEnd = this.#running.nextEnd;
    const jobs = this.#running.free === 0 ? [] : await this.#takeJobs();
    if (jobs.length === 0) return this.#endRound() || this.#running.waitForEnd(nextEnd, this.#pauseMilliseconds);

    const { attempts, obsolete } = await this.#prepareAttempts(jobs);
    const postponed: DeliveryJob[] = [];
    for (const attempt of attempts) {
      const { job } = attempt;
      if (!this.#running.mayStart(job)) postponed.push(job);
      else this.#running.add(job, makeAttempt(this.#services, attempt, this.#stopping.signal));
    }
    await this.#complete(postponed, obsolete);
    return true;
  }

  /** Takes due jobs of groups that have not started jobs in this round, and whose team is not at its limit. */
  async #takeJobs(): Promise<DeliveryJob[]> {
    const exceptGroups = [...this.#servedGroups, ...this.#running.groupsOfFullTeams];
    const jobs = await this.#jobs.take({ atMost: this.#running.free, perGroup: this.#perTarget, exceptGroups });
    for (const { groupId } of jobs) if (groupId) this.#servedGroups.add(groupId);
    return jobs;
  }

  /** Lets all groups start jobs again. Returns whether some group could not. */
  #endRound(): boolean {
    const wasServing = this.#servedGroups.size > 0;
    this.#servedGroups.clear();
    return wasServing;
  }

  /** Reads what the attempts need. Jobs whose attempt was already made are obsolete. */
  async #prepareAttempts(jobs: DeliveryJob[]): Promise<{ attempts: NewAttempt[]; obsolete: DeliveryJob[] }> {
    const em = this.#orm.em.fork();
    const startedAt = await readClock(em);
    const due = await findDue(
      em,
      jobs.map(({ data }) => data),
    );
    const teamIds = [...due.values()].map(({ teamId }) => teamId);
    const secrets = await findSecrets(em, teamIds, startedAt);
    return {
      attempts: jobs.flatMap((job) => {
        const delivery = due.get(job.data.deliveryId);
        if (!delivery) return [];
        return { job, delivery, startedAt, secrets: secrets.get(delivery.teamId)!.map(({ secret }) => secret) };
      }),
      obsolete: jobs.filter(({ data }) => !due.has(data.deliveryId)),
    };
  }

  /** Completes jobs that start no attempt, and enqueues the postponed jobs again. */
  async #complete(postponed: DeliveryJob[], obsolete: DeliveryJob[]): Promise<void> {
    if (postponed.length + obsolete.length === 0) return;
    await this.#orm.em.fork().transactional(async (tx) => {
      await enqueue(tx, "webhooks.deliver", postponed.map(postpone));
      await this.#jobs.complete(tx, [...postponed, ...obsolete]);
    });
  }
}

/** A copy of the job that runs later. */
const postpone = ({ data, groupId }: DeliveryJob) => ({
  id: newId(),
  data,
  delaySeconds: postponedSeconds,
  ...(groupId && { group: groupId }),
});
