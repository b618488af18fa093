import { createGroupCommit } from "../db/batching/group-commit.ts";
import { emOfTeam } from "../db/cluster/places.ts";
import type { EntityManager, Orm } from "../db/orm.ts";
import { every } from "../housekeeping/every.ts";
import type { Log } from "../log.ts";
import type { Sealer } from "../secrets/sealing.ts";
import { defaultPostLimits } from "../shares/limits.ts";
import { endDeliveries } from "./endpoints/end-deliveries.ts";
import { findEndpointSecrets, UnopenedSecret } from "./endpoints/endpoint-secrets.ts";
import { endpointOf } from "./endpoints/endpoint-target.ts";
import { findDueEvents, findRevision } from "./endpoints/find-due-events.ts";
import { type DueRequest, findDue } from "./find-due.ts";
import type { HeldTarget } from "./held-target.ts";
import { type DeliveryLimits, LeasedTargets } from "./leased-targets.ts";
import { type AttemptOutcome, type AttemptServices, makeAttempt, type NewAttempt } from "./make-attempt.ts";
import type { PostOnce } from "./post.ts";
import { PostPlaces } from "./post-places.ts";
import { createAttemptRecorder } from "./record-attempts.ts";
import { findSecrets } from "./signing-secrets.ts";
import { leaseSeconds, type TargetName } from "./targets.ts";

/** The seconds between the attempts of a delivery. */
export const retryDelays: readonly number[] = [5, 300, 1_800, 7_200, 18_000, 36_000, 36_000];

/** The maximum time of a post. */
export const postMilliseconds = 15_000;

export interface DelivererOptions {
  orm: Orm;
  log: Log;
  post: PostOnce;
  /** Opens the secrets of endpoints. */
  sealer: Sealer;
  retryDelays?: readonly number[];
  limits?: DeliveryLimits;
  /** The time between two searches for due targets. */
  pauseMilliseconds?: number;
}

const defaultPauseMilliseconds = 250;

/** No post starts so late that the lease could end before it. */
const usableMilliseconds = leaseSeconds * 1_000 - postMilliseconds - 1_000;

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
  readonly #stopSearching: () => Promise<void>;
  #wake: () => void = () => {};

  /** Starts to deliver. */
  constructor({ orm, log, post, sealer, limits = defaultPostLimits, ...options }: DelivererOptions) {
    this.#orm = orm;
    this.#log = log;
    this.#sealer = sealer;
    this.#targets = new LeasedTargets(orm, limits);
    const recordAttempts = createAttemptRecorder(options.retryDelays ?? retryDelays);
    this.#services = { log, post, groupCommit: createGroupCommit(orm), recordAttempts };
    this.#places = new PostPlaces(limits);
    const onWake = (wake: () => void) => {
      this.#wake = wake;
    };
    const pause = options.pauseMilliseconds ?? defaultPauseMilliseconds;
    this.#stopSearching = every(pause, { name: "webhooks", log, onWake }, () => this.#search());
  }

  /** Looks for due deliveries now, because some were queued. */
  wake(): void {
    this.#wake();
  }

  /** Waits shortly for the running attempts, aborts the rest, and releases the targets. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    await this.#stopSearching();
    const timer = setTimeout(() => this.#stopping.abort(), stopMilliseconds);
    await Promise.all(this.#running);
    clearTimeout(timer);
    // If this fails, the leases end by themselves.
    await this.#targets.releaseAll().catch((err) => this.#log.error({ err }, "webhooks"));
  }

  /** Looks for targets that are due, and reads their deliveries. Returns whether to look again at once. */
  async #search(): Promise<boolean> {
    const { toRead, mayHaveMore } = await this.#targets.search();
    for (const target of toRead) void this.#lookAnew(target);
    // An attempt may have waited long enough for that of another event.
    this.#startReady();
    return mayHaveMore;
  }

  /** Forgets the attempts that wait if their endpoint has changed since they were read, and reads due deliveries. */
  async #lookAnew(target: HeldTarget): Promise<void> {
    const [{ delivery } = {}] = target.waiting;
    if (delivery?.endpoint && !target.isLooking) {
      const { teamId, endpoint } = delivery;
      const revision = await findRevision(emOfTeam(this.#orm, teamId), teamId, endpoint.id).catch(
        () => endpoint.revision,
      );
      if (target.waiting.some((attempt) => attempt.delivery.endpoint?.revision !== revision)) target.forgetWaiting();
    }
    await this.#look(target);
  }

  /** Reads due deliveries of a target, as many as it can use, and starts attempts. */
  async #look(target: HeldTarget): Promise<void> {
    const { wanted } = target;
    if (target.isLooking || wanted <= 0 || target.leasedAt === undefined || this.#isStopping) return;
    target.isLooking = true;
    target.lookedAt = performance.now();
    try {
      const em = emOfTeam(this.#orm, target.teamId);
      const asked = { limit: wanted, after: target.position, except: target.excluded };
      const due = await this.#findDue(em, target, asked);
      const secrets = due.length > 0 ? await this.#findSecrets(em, target) : [];
      target.add(
        due.map((delivery) => ({ delivery, secrets })),
        due.at(-1),
        wanted,
      );
    } catch (error) {
      this.#log.error({ err: error }, "webhooks");
    } finally {
      target.isLooking = false;
    }
    this.#startReady(target);
  }

  /** The due deliveries of a target. Those of an endpoint that is disabled or deleted end. */
  async #findDue(em: EntityManager, target: HeldTarget, asked: DueRequest) {
    const endpointId = endpointOf(target);
    if (endpointId === undefined) return findDue(em, target, asked);
    const { teamId } = target;
    const due = await findDueEvents(em, { teamId, endpointId }, asked);
    if (due) return due;
    target.forgetWaiting();
    await endDeliveries(em, teamId, endpointId);
    return [];
  }

  /** The secrets that sign the deliveries of a target now. */
  async #findSecrets(em: EntityManager, target: TargetName): Promise<NewAttempt["secrets"]> {
    const { teamId } = target;
    const id = endpointOf(target);
    const { now } = this.#targets;
    try {
      const secrets =
        id === undefined
          ? (await findSecrets(em, [teamId], now)).get(teamId)!
          : await findEndpointSecrets(em, this.#sealer, { teamId, id }, now);
      return secrets.map(({ secret }) => secret);
    } catch (error) {
      // The attempts fail for this reason, which the list of deliveries shows.
      if (error instanceof UnopenedSecret) return { error: "secret_unreadable" };
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
        // The loop visits it again after the other targets.
        const attempt = next.takeNext();
        if (!attempt) continue;
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
    // The other process may have planned an attempt that is due by now.
    if (record === "obsolete") target.hasMore = true;
    // The batch was read for a target that answers, and would wait for long here.
    if (target.waiting.length > target.concurrency.limit && !target.concurrency.isRaised) target.forgetWaiting();
    this.#startReady(target);
    if (target.hasMore) void this.#look(target);
  }
}
