import { createGroupCommit } from "../db/commit/group-commit.ts";
import { emOfTeam } from "../db/commit/of-teams.ts";
import type { EntityManager, Orm } from "../db/orm.ts";
import { every } from "../housekeeping/every.ts";
import type { Log } from "../log.ts";
import type { Sealer } from "../secrets/sealing.ts";
import { defaultPostLimits } from "../shares/limits.ts";
import { findDue } from "./find-due.ts";
import type { HeldTarget } from "./held-target.ts";
import { kindsWith } from "./kinds.ts";
import { type DeliveryLimits, LeasedTargets } from "./leased-targets.ts";
import { type AttemptOutcome, type AttemptServices, makeAttempt, type NewAttempt } from "./make-attempt.ts";
import type { PostOnce } from "./post.ts";
import { PostPlaces } from "./post-places.ts";
import { leaseSeconds } from "./queue/targets.ts";
import { createAttemptRecorder } from "./record-attempts.ts";
import { UnopenedSecret } from "./secrets.ts";
import { type Signer, secretUnreadable, type TargetKind } from "./target-kind.ts";

/** The seconds between the attempts of a delivery. */
export const retryDelays: readonly number[] = [5, 300, 1_800, 7_200, 18_000, 36_000, 36_000];

/** The maximum time of a post. */
export const postMilliseconds = 15_000;

export interface DelivererOptions {
  orm: Orm;
  log: Log;
  post: PostOnce;
  /** Opens the secrets that sign. */
  sealer: Sealer;
  /** The kind of the targets that doors post to. */
  doorKind: TargetKind;
  retryDelays?: readonly number[];
  limits?: DeliveryLimits;
  /** The time between two reads of the due targets. */
  pauseMilliseconds?: number;
}

const defaultPauseMilliseconds = 250;

/** No post starts so late that the lease could end before it. */
const usableMilliseconds = leaseSeconds * 1_000 - postMilliseconds - 1_000;

/** Fails the attempts of a target whose secrets cannot be read. */
const noSigner: Signer = () => ({ error: secretUnreadable });

/** How long a stop waits for answers. */
const stopMilliseconds = 5_000;

/**
 * Posts the deliveries that are due, with many attempts at a time. A process leases the targets that it posts to, so the
 * limit of a target holds over all processes. Deliveries to a target that hangs wait in the database and are not read.
 */
export class Deliverer {
  readonly #orm: Orm;
  readonly #log: Log;
  readonly #services: AttemptServices;
  readonly #sealer: Sealer;
  readonly #targets: LeasedTargets;
  /** The targets with attempts that wait, in the order of their turns. */
  readonly #ready = new Set<HeldTarget>();
  readonly #places: PostPlaces;
  readonly #running = new Set<Promise<void>>();
  readonly #stopping = new AbortController();
  #isStopping = false;
  readonly #stopLeasing: () => Promise<void>;
  #wake: () => void = () => {};

  /** Starts to deliver. */
  constructor({ orm, log, post, sealer, doorKind, limits = defaultPostLimits, ...options }: DelivererOptions) {
    this.#orm = orm;
    this.#log = log;
    this.#sealer = sealer;
    this.#targets = new LeasedTargets(orm, limits, kindsWith(doorKind));
    const recordAttempts = createAttemptRecorder(options.retryDelays ?? retryDelays);
    this.#services = { log, post, groupCommit: createGroupCommit(orm), recordAttempts };
    this.#places = new PostPlaces(limits);
    const onWake = (wake: () => void) => {
      this.#wake = wake;
    };
    const pause = options.pauseMilliseconds ?? defaultPauseMilliseconds;
    this.#stopLeasing = every(pause, { name: "webhooks", log, onWake }, () => this.#leaseDue());
  }

  /** Leases due targets now, because some deliveries were queued. */
  wake(): void {
    this.#wake();
  }

  /** Waits shortly for the running attempts, aborts the rest, and releases the targets. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    await this.#stopLeasing();
    const timer = setTimeout(() => this.#stopping.abort(), stopMilliseconds);
    await Promise.all(this.#running);
    clearTimeout(timer);
    // If this fails, the leases end by themselves.
    await this.#targets.releaseAll().catch((err) => this.#log.error({ err }, "webhooks"));
  }

  /** Leases targets that are due, and reads their deliveries. Returns whether to do so again at once. */
  async #leaseDue(): Promise<boolean> {
    const { toRead, mayHaveMore } = await this.#targets.leaseDue();
    for (const target of toRead) void this.#readAnew(target);
    // An attempt that waits for another one with its `orderKey` starts without it after a second.
    this.#startReady();
    return mayHaveMore;
  }

  /** Reads due deliveries, and reads those that wait again if their endpoint has changed since. */
  async #readAnew(target: HeldTarget): Promise<void> {
    const [first] = target.waiting;
    if (first && !target.isReading) {
      const state = await target.kind.readState(emOfTeam(this.#orm, target.teamId), target).catch(() => first.delivery);
      const revision = state?.endpoint?.revision;
      if (target.waiting.some(({ delivery }) => delivery.endpoint?.revision !== revision)) target.forgetWaiting();
    }
    await this.#readDeliveries(target);
  }

  /** Reads due deliveries of a target, as many as it can use, and starts attempts. */
  async #readDeliveries(target: HeldTarget): Promise<void> {
    const { kind, wanted } = target;
    if (target.isReading || wanted <= 0 || target.leasedAt === undefined || this.#isStopping) return;
    target.isReading = true;
    target.readAt = performance.now();
    try {
      const em = emOfTeam(this.#orm, target.teamId);
      const due = await findDue(em, target, { limit: wanted, after: target.position, except: target.excluded });
      // The state is not older than the deliveries, so none that is queued after a change is posted as before it.
      const [state, sign] = await Promise.all([
        kind.readState(em, target),
        due.length > 0 ? this.#readSigner(em, target) : noSigner,
      ]);
      target.add(due, state, sign, wanted);
    } catch (error) {
      this.#log.error({ err: error }, "webhooks");
    } finally {
      target.isReading = false;
    }
    this.#startReady(target);
  }

  /** Reads what signs the deliveries of a target now. */
  async #readSigner(em: EntityManager, target: HeldTarget): Promise<Signer> {
    try {
      return await target.kind.readSigner(em, this.#sealer, target, this.#targets.now);
    } catch (error) {
      // The attempts fail for this reason, which the list of deliveries shows.
      if (error instanceof UnopenedSecret) return noSigner;
      throw error;
    }
  }

  /** Starts attempts within the limits. Targets take turns. */
  #startReady(target?: HeldTarget): void {
    if (target && target.waiting.length > 0) this.#ready.add(target);
    for (const next of this.#ready) {
      if (this.#isStopping || this.#places.isFull) return;
      if (next.waiting.length === 0) this.#ready.delete(next);
      else if (this.#mayStart(next)) {
        const attempt = next.takeNext();
        if (!attempt) continue;
        // Its next turn in this loop is after those of the other targets.
        this.#ready.delete(next);
        this.#ready.add(next);
        this.#start(next, attempt);
      }
    }
  }

  #mayStart(target: HeldTarget): boolean {
    const { room, leasedAt } = target;
    const isLeased = leasedAt !== undefined && performance.now() - leasedAt < usableMilliseconds;
    return isLeased && room > 0 && this.#places.hasRoomFor(target);
  }

  #start(target: HeldTarget, attempt: NewAttempt): void {
    const release = this.#places.take(target);
    target.running += 1;
    target.usedAt = performance.now();
    const done = makeAttempt(this.#services, attempt, this.#targets.now, this.#stopping.signal).then((outcome) => {
      this.#running.delete(done);
      release();
      this.#end(target, attempt, outcome);
    });
    this.#running.add(done);
  }

  #end(target: HeldTarget, { delivery }: NewAttempt, { status, record }: AttemptOutcome): void {
    target.running -= 1;
    target.concurrency.report(status);
    target.end(delivery, record !== "failed");
    // `obsolete`: another process has made this attempt, and may have planned the next one for now.
    if (record === "obsolete") target.hasMore = true;
    // A target that no longer answers keeps no batch: its waiting deliveries are read again when they can start.
    if (target.waiting.length > target.concurrency.limit && !target.concurrency.isRaised) target.forgetWaiting();
    this.#startReady(target);
    if (target.hasMore) void this.#readDeliveries(target);
  }
}
