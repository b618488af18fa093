/** The maximum numbers of concurrent posts to a target. */
export interface ConcurrencyLimits {
  /** For a target that has not answered yet, or not for a second. */
  first: number;
  /** For a target that accepts its posts. */
  most: number;
}

/** An answer counts for this time. A target that has not answered for longer gets no more than the first posts. */
const answerMilliseconds = 1_000;

/** Answers of a target that is overloaded. */
const overloadStatuses = [429, 503];

/**
 * Adapts the number of concurrent posts to a target. Each accepted post allows one more, so the number doubles with each
 * round of answers. A post without an answer, or an answer that the target is overloaded, ends that. After a post without
 * an answer, the target gets one post at a time until it answers.
 */
export class Concurrency {
  readonly #limits: ConcurrencyLimits;
  #limit: number;
  #answeredAt = Number.NEGATIVE_INFINITY;
  /** Whether the last post was answered; undefined before the first one has ended. */
  #hasAnswered: boolean | undefined;

  constructor(limits: ConcurrencyLimits) {
    this.#limits = limits;
    this.#limit = limits.first;
  }

  /** The number of posts that may run now. */
  get limit(): number {
    if (this.#hasAnswered === false) return 1;
    return this.#isAnswering ? this.#limit : this.#limits.first;
  }

  /** Whether the target gets more posts than one that does not answer. */
  get isRaised(): boolean {
    return this.limit > this.#limits.first;
  }

  get #isAnswering(): boolean {
    return performance.now() - this.#answeredAt < answerMilliseconds;
  }

  /** Whether the target has answered its last post, and its running posts do not wait for long. */
  isResponsive(running: number): boolean {
    return this.#hasAnswered === true && (running === 0 || this.#isAnswering);
  }

  /** Takes the end of a post into account: its status, or undefined if no answer came. */
  report(status: number | undefined): void {
    // A late answer begins anew.
    if (!this.#isAnswering) this.#limit = this.#limits.first;
    this.#hasAnswered = status !== undefined;
    if (status === undefined || overloadStatuses.includes(status)) this.#limit = this.#limits.first;
    else if (status >= 200 && status < 300) this.#limit = Math.min(this.#limit + 1, this.#limits.most);
    if (status !== undefined) this.#answeredAt = performance.now();
  }
}
