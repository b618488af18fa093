import { ApiError, fail } from "../errors.ts";
import type { CheckKeys } from "../events/streams.ts";
import type { EventWatcher } from "../events/wakes.ts";
import { defaultWaits } from "../shares/limits.ts";
import { Places } from "../shares/places.ts";

/** A request that waits. */
interface Waiter {
  teamId: string;
  apiKeyId: string;
}

/** The wait of a request. */
class Waiting {
  /** Whether the request is to be answered, with or without a text. */
  isOver = false;
  #woken = Promise.withResolvers<void>();

  /** Resolves once the team may have a text that came after the last call, or at the end of the wait. */
  async next(): Promise<void> {
    await this.#woken.promise;
    this.#woken = Promise.withResolvers();
  }

  wake(): void {
    this.#woken.resolve();
  }

  /** Ends the wait. */
  finish = (): void => {
    this.isOver = true;
    this.wake();
  };
}

/**
 * The requests of this process that wait for a text on a handset. They hold neither a slot of requests nor a connection.
 */
export class Waits implements EventWatcher {
  readonly isWokenByPolls = true;
  onWatch: (() => void) | undefined;
  /** Checks the keys of requests that have waited. */
  readonly checkKeys: CheckKeys;
  readonly #places = new Places(defaultWaits.perProcess);
  readonly #byKey = new Map<string, number>();
  readonly #byTeam = new Map<string, Set<Waiting>>();
  #isStopping = false;

  constructor(checkKeys: CheckKeys) {
    this.checkKeys = checkKeys;
  }

  /** The teams whose requests wait. */
  watchedTeams = (): Iterable<string> => this.#byTeam.keys();

  /** Lets the requests of a team look for new texts. */
  wake = (teamId: string): void => {
    for (const waiting of this.#byTeam.get(teamId) ?? []) waiting.wake();
  };

  /**
   * Runs `work` in a place for a request that waits, for so many milliseconds.
   *
   * @throws rate_limited beyond the waits of a key; server_error (503) beyond the team's share of the process
   */
  async hold<T>(waiter: Waiter, milliseconds: number, work: (waiting: Waiting) => Promise<T>): Promise<T> {
    const waiting = new Waiting();
    const leave = this.#enter(waiter, waiting);
    const timer = setTimeout(waiting.finish, milliseconds);
    if (this.#isStopping) waiting.finish();
    try {
      return await work(waiting);
    } finally {
      clearTimeout(timer);
      leave();
    }
  }

  #enter({ teamId, apiKeyId }: Waiter, waiting: Waiting): () => void {
    const ofKey = this.#byKey.get(apiKeyId) ?? 0;
    if (ofKey >= defaultWaits.perKey) {
      const message = `An API key can have ${defaultWaits.perKey} waiting requests.`;
      fail("rate_limited", { retryAfterSeconds: 1, message });
    }
    if (!this.#places.hasRoomFor(teamId)) {
      const message = "The server has too many waiting requests. Try again later.";
      throw new ApiError("server_error", { status: 503, retryAfterSeconds: 5, message });
    }
    this.#places.take(teamId);
    this.#byKey.set(apiKeyId, ofKey + 1);
    const ofTeam = this.#byTeam.get(teamId) ?? new Set();
    this.#byTeam.set(teamId, ofTeam.add(waiting));
    this.onWatch?.();
    return () => {
      this.#places.release(teamId);
      const left = this.#byKey.get(apiKeyId)! - 1;
      if (left > 0) this.#byKey.set(apiKeyId, left);
      else this.#byKey.delete(apiKeyId);
      ofTeam.delete(waiting);
      if (ofTeam.size === 0) this.#byTeam.delete(teamId);
    };
  }

  /** Lets all requests be answered. */
  stop(): void {
    this.#isStopping = true;
    for (const ofTeam of this.#byTeam.values()) for (const waiting of ofTeam) waiting.finish();
  }
}
