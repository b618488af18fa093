import type { Orm } from "../db/orm.ts";
import { newId } from "../db/schema/ids.ts";
import { plusMicroseconds, type Timestamp } from "../db/timestamp.ts";
import { Places } from "../shares/places.ts";
import { Concurrency, type ConcurrencyLimits } from "./concurrency.ts";
import { HeldTarget } from "./held-target.ts";
import type { KindOf } from "./kinds.ts";
import { findDueTargets, keyOf, leaseTargets, releaseTargets, type TargetName } from "./queue/targets.ts";

/** The maximum numbers of concurrent attempts, so that slow targets do not delay other targets. */
export interface DeliveryLimits {
  /** For this process. */
  perProcess: number;
  /** For one team in this process, over all of its targets. */
  perTeam: number;
  /** For one target, over all processes. */
  perTarget: ConcurrencyLimits;
}

/** How many targets are added at a time. Other processes take the rest. */
const targetsAtATime = 64;

/** After this time a lease is renewed. */
const renewMilliseconds = 5_000;

/** After this time, the lease of a target with a new delivery is renewed, which removes the mark of the delivery. */
const renewMarkedMilliseconds = 1_000;

/** After this time, the deliveries of a target are read again while it has room. */
const readMilliseconds = 1_000;

/** An idle target is released after this time. A steady flow of deliveries then needs no new leases. */
const idleMilliseconds = 2_000;

/** The number of released targets whose concurrency is remembered. */
const maxRemembered = 10_000;

/** The targets that this process leases. Their number is limited like that of the attempts, also for each team. */
export class LeasedTargets {
  readonly #orm: Orm;
  readonly #limits: DeliveryLimits;
  readonly #kindOf: KindOf;
  /** The name of this process in its leases. */
  readonly #holder = newId();
  readonly #targets = new Map<string, HeldTarget>();
  readonly #places: Places;
  /** The concurrency of released targets. A target that does not answer still gets one post when it is leased again. */
  readonly #remembered = new Map<string, Concurrency>();
  /** The database's clock at a time of this process. */
  #clock: { timestamp: Timestamp; readAt: number } = { timestamp: "", readAt: 0 };

  constructor(orm: Orm, limits: DeliveryLimits, kindOf: KindOf) {
    this.#orm = orm;
    this.#limits = limits;
    this.#kindOf = kindOf;
    this.#places = new Places(limits.perProcess);
  }

  /** The time of the database's clock, as of the last read of the targets. */
  get now(): Timestamp {
    const { timestamp, readAt } = this.#clock;
    return plusMicroseconds(timestamp, Math.round((performance.now() - readAt) * 1_000));
  }

  /**
   * Releases idle targets, leases targets that are due and renews leases. Returns the targets whose deliveries have to be
   * read, and whether other targets may wait for those that were released.
   */
  async leaseDue(): Promise<{ toRead: HeldTarget[]; mayHaveMore: boolean }> {
    const isFull = this.#places.free === 0 || this.#findFullTeams().length > 0;
    const released = await this.#release(isFull ? 0 : idleMilliseconds);
    const marked = await this.#find();
    await this.#lease(marked);
    const now = performance.now();
    const toRead = [...this.#targets.values()].filter(
      (target) => marked.has(target) || now - target.readAt >= readMilliseconds,
    );
    return { toRead, mayHaveMore: isFull && released > 0 };
  }

  /** Releases all targets. */
  async releaseAll(): Promise<void> {
    await releaseTargets(this.#orm, this.#holder, this.#targets.values());
    for (const target of this.#targets.values()) this.#remove(target);
  }

  /** Finds targets that are due, adds new ones, and reads the clock. */
  async #find(): Promise<Set<HeldTarget>> {
    const found = await findDueTargets(this.#orm.em.fork(), {
      holder: this.#holder,
      atMost: Math.min(targetsAtATime, this.#places.free),
      exceptTeams: this.#findFullTeams(),
    });
    this.#clock = { timestamp: found.now, readAt: performance.now() };
    for (const target of found.targets) {
      if (!this.#targets.has(keyOf(target)) && this.#hasRoomFor(target.teamId)) this.#add(target);
    }
    return new Set(found.targets.flatMap((target) => this.#targets.get(keyOf(target)) ?? []));
  }

  /** Leases new targets and renews leases. Targets that another process leases are given up. */
  async #lease(marked: Set<HeldTarget>): Promise<void> {
    const now = performance.now();
    const asked = [...this.#targets.values()].filter((target) => {
      if (target.leasedAt === undefined) return marked.has(target);
      return now - target.leasedAt >= (marked.has(target) ? renewMarkedMilliseconds : renewMilliseconds);
    });
    if (asked.length === 0) return;
    const leased = new Set(await leaseTargets(this.#orm, this.#holder, asked));
    for (const target of asked) {
      target.leasedAt = leased.has(target) ? now : undefined;
      // The renewal has removed the mark of deliveries that may not be read yet.
      target.readAt = Number.NEGATIVE_INFINITY;
      if (!leased.has(target)) target.forgetWaiting();
    }
  }

  /** Releases the targets that have been idle for that time, and returns their number. */
  async #release(milliseconds: number): Promise<number> {
    const now = performance.now();
    const idle = [...this.#targets.values()].filter(
      ({ isIdle, usedAt, leasedAt }) => isIdle && (leasedAt === undefined || now - usedAt >= milliseconds),
    );
    for (const target of idle) this.#remove(target);
    const leased = idle.filter(({ leasedAt }) => leasedAt !== undefined);
    await releaseTargets(this.#orm, this.#holder, leased);
    return leased.length;
  }

  #add(target: TargetName): void {
    const key = keyOf(target);
    const concurrency = this.#remembered.get(key) ?? new Concurrency(this.#limits.perTarget);
    this.#targets.set(key, new HeldTarget(target, this.#kindOf(target), concurrency));
    this.#places.take(target.teamId);
  }

  #remove(target: HeldTarget): void {
    const key = keyOf(target);
    this.#targets.delete(key);
    this.#places.release(target.teamId);
    this.#remembered.delete(key);
    this.#remembered.set(key, target.concurrency);
    if (this.#remembered.size > maxRemembered) this.#remembered.delete(this.#remembered.keys().next().value!);
  }

  #hasRoomFor(teamId: string): boolean {
    return this.#places.heldBy(teamId) < this.#limits.perTeam && this.#places.hasRoomFor(teamId);
  }

  /** The teams with so many targets here that this process takes no more of them. */
  #findFullTeams(): string[] {
    const teams = new Set([...this.#targets.values()].map(({ teamId }) => teamId));
    return [...teams].filter((teamId) => !this.#hasRoomFor(teamId));
  }
}
