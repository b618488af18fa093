import { pauseUntil } from "../housekeeping/every.ts";
import type { JobData } from "../queue/queues.ts";
import type { TakenJob } from "../queue/take.ts";

export type DeliveryJob = TakenJob<JobData["webhooks.deliver"]>;

/** The maximum numbers of concurrent attempts, so that slow targets do not delay other targets. */
export interface DeliveryLimits {
  /** The limit for this process. */
  perProcess: number;
  /** The limit for one team in this process, over all of its targets. */
  perTeam: number;
  /** The limit for one team and host, over all processes. */
  perTarget: number;
}

interface RunningAttempt {
  job: DeliveryJob;
  done: Promise<void>;
}

/** The attempts that this process makes now. */
export class RunningAttempts {
  readonly #limits: DeliveryLimits;
  /** The attempts by the delivery's id. */
  readonly #attempts = new Map<string, RunningAttempt>();
  /** Aborted at the end of the next attempt. */
  #nextEnd = new AbortController();

  constructor(limits: DeliveryLimits) {
    this.#limits = limits;
  }

  /** How many more attempts the process may start. */
  get free(): number {
    return this.#limits.perProcess - this.#attempts.size;
  }

  /** The groups of the running attempts whose team is at its limit. */
  get groupsOfFullTeams(): string[] {
    const teams = Map.groupBy(this.#attempts.values(), ({ job }) => job.data.teamId);
    const full = [...teams.values()].filter((attempts) => attempts.length >= this.#limits.perTeam);
    return full.flat().flatMap(({ job }) => job.groupId ?? []);
  }

  /** The signal that is aborted when the next attempt ends. */
  get nextEnd(): AbortSignal {
    return this.#nextEnd.signal;
  }

  /** Waits until an attempt has ended since `nextEnd` was read, but at most for the pause. Returns whether any ran. */
  async waitForEnd(nextEnd: AbortSignal, pauseMilliseconds: number): Promise<boolean> {
    if (this.#attempts.size === 0) return nextEnd.aborted;
    await pauseUntil(nextEnd, pauseMilliseconds);
    return true;
  }

  /** Whether an attempt for the job may start: its team has room, and no other attempt of its delivery runs. */
  mayStart({ data: { teamId, deliveryId } }: DeliveryJob): boolean {
    const ofTeam = this.#attempts.values().filter(({ job }) => job.data.teamId === teamId);
    return !this.#attempts.has(deliveryId) && [...ofTeam].length < this.#limits.perTeam;
  }

  /** Keeps an attempt until it is done. */
  add(job: DeliveryJob, attempt: Promise<void>): void {
    const { deliveryId } = job.data;
    const done = attempt.finally(() => {
      this.#attempts.delete(deliveryId);
      this.#nextEnd.abort();
      this.#nextEnd = new AbortController();
    });
    this.#attempts.set(deliveryId, { job, done });
  }

  /** Waits for the end of all attempts. */
  async finish(): Promise<void> {
    await Promise.all([...this.#attempts.values()].map(({ done }) => done));
  }
}
