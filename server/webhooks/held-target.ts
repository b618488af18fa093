import type { Concurrency } from "./concurrency.ts";
import type { DueDelivery, DuePosition } from "./find-due.ts";
import type { NewAttempt } from "./make-attempt.ts";
import type { TargetName } from "./queue/targets.ts";
import type { Signer, TargetKind, TargetState } from "./target-kind.ts";

/** How many deliveries are read at once for a target that accepts its posts. */
const batchSize = 128;

/** After this time, an attempt no longer holds up attempts with other keys. */
const overtakingMilliseconds = 1_000;

/** The pauses before an attempt is made again that could not be recorded; the last pause repeats. */
const pauses = [1, 2, 4, 8, 16, 32, 60].map((seconds) => seconds * 1_000);

/** A target that this process leases, with the deliveries that wait or are posted. All times are of this process. */
export class HeldTarget implements TargetName {
  readonly teamId: string;
  readonly name: string;
  readonly kind: TargetKind;
  readonly concurrency: Concurrency;
  /** When the lease was last taken or renewed; undefined if another process may have it. */
  leasedAt: number | undefined;
  /** When its deliveries were last read. */
  readAt = Number.NEGATIVE_INFINITY;
  /** When its last attempt began or ended. */
  usedAt = performance.now();
  /** Whether its deliveries are being read. */
  isReading = false;
  running = 0;
  /** The attempts that are read and not yet made. */
  waiting: NewAttempt[] = [];
  /** The deliveries that wait or are posted. */
  readonly #taken = new Set<string>();
  /** The keys of the first attempts that are being made, and when they began. */
  readonly #runningKeys = new Map<string, number>();
  /** The deliveries whose last attempt could not be recorded: how often, and when the next may begin. */
  readonly #postponed = new Map<string, { failures: number; until: number }>();
  /** The last delivery of a full batch. The next read begins behind it. */
  position: DuePosition | undefined;
  /** Whether more deliveries may be due than were read. */
  hasMore = false;

  constructor({ teamId, name }: TargetName, kind: TargetKind, concurrency: Concurrency) {
    this.teamId = teamId;
    this.name = name;
    this.kind = kind;
    this.concurrency = concurrency;
  }

  /** How many more attempts may begin now. */
  get room(): number {
    return this.concurrency.limit - this.running;
  }

  /**
   * How many deliveries to read; only as many as can start if the target may not answer, so that a change of their
   * secrets or their status is seen.
   */
  get wanted(): number {
    if (!this.concurrency.isRaised) return Math.max(0, this.room - this.waiting.length);
    return this.waiting.length < batchSize / 2 ? batchSize : 0;
  }

  /** Whether nothing is left to do until the next delivery is due. */
  get isIdle(): boolean {
    return this.running === 0 && this.waiting.length === 0 && !this.isReading && this.#postponed.size === 0;
  }

  /** The deliveries that are not to be read now. */
  get excluded(): string[] {
    const now = performance.now();
    const postponed = [...this.#postponed].filter(([, { until }]) => until > now).map(([id]) => id);
    return [...this.#taken, ...postponed];
  }

  /**
   * Adds the attempts of deliveries that were read, in their order. `wanted` is how many the read had asked for. Without a
   * state, the target gets no posts any more.
   */
  add(due: (DueDelivery & DuePosition)[], state: TargetState | undefined, sign: Signer, wanted: number): void {
    if (!state) this.forgetWaiting();
    const added = state ? due : [];
    for (const delivery of added) {
      const orderKey = delivery.attempt === 1 ? this.kind.orderKeyOf(delivery.payload) : undefined;
      this.#taken.add(delivery.id);
      this.waiting.push({ delivery: { ...delivery, ...state, orderKey }, sign, kind: this.kind });
    }
    this.hasMore = added.length === wanted;
    // A new delivery can be in front of this position, so after the last batch the next read begins at the start.
    this.position = this.hasMore ? due.at(-1) : undefined;
    if (this.hasMore) return;
    // A postponed delivery that could have been read and was not is no longer due.
    for (const [id, { until }] of this.#postponed) {
      if (until <= this.readAt && !this.#taken.has(id)) this.#postponed.delete(id);
    }
  }

  /**
   * Takes the attempt that starts next. A first attempt waits for that of the previous event with the same key. The
   * attempts behind it wait with it for at most a second, so that first attempts leave in their order.
   */
  takeNext(): NewAttempt | undefined {
    const now = performance.now();
    for (const [index, attempt] of this.waiting.entries()) {
      const { orderKey } = attempt.delivery;
      const begunAt = orderKey === undefined ? undefined : this.#runningKeys.get(orderKey);
      if (begunAt === undefined) {
        if (orderKey !== undefined) this.#runningKeys.set(orderKey, now);
        this.waiting.splice(index, 1);
        return attempt;
      }
      if (now - begunAt < overtakingMilliseconds) return undefined;
    }
    return undefined;
  }

  /** Ends an attempt. Without a record, the delivery waits for a while. */
  end({ id, orderKey }: DueDelivery, isRecorded: boolean): void {
    this.#taken.delete(id);
    if (orderKey !== undefined) this.#runningKeys.delete(orderKey);
    this.usedAt = performance.now();
    if (isRecorded) return void this.#postponed.delete(id);
    const { failures } = this.#postponed.get(id) ?? { failures: 0 };
    const pause = pauses[Math.min(failures, pauses.length - 1)]!;
    this.#postponed.set(id, { failures: failures + 1, until: performance.now() + pause });
  }

  /** Forgets the deliveries that wait, so that they are read again. */
  forgetWaiting(): void {
    if (this.waiting.length === 0) return;
    for (const { delivery } of this.waiting) this.#taken.delete(delivery.id);
    this.waiting = [];
    this.position = undefined;
    this.hasMore = true;
  }
}
