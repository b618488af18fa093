import type { Orm } from "../../db/orm.ts";
import { every } from "../../housekeeping/every.ts";
import type { Log } from "../../log.ts";
import { findFollowedTeams, publishEvents } from "./publish-events.ts";

export interface PublisherOptions {
  orm: Orm;
  log: Log;
  /** Called after deliveries were queued. */
  onPublished: () => void;
  /** The time between two searches for teams with events that no wake has announced. */
  pauseMilliseconds?: number;
}

/** The maximum number of teams that are published at a time. Each has a connection meanwhile. */
const maxTeams = 3;

const defaultPauseMilliseconds = 500;

/** Queues events for the endpoints of their teams, once it is woken for a team, and otherwise twice a second. */
export class Publisher {
  readonly #options: PublisherOptions;
  readonly #stopSearching: () => Promise<void>;
  /** The teams with enabled endpoints, as of the last search. */
  #followed: ReadonlySet<string> = new Set();
  /** The teams that wait for their turn. */
  readonly #waiting = new Set<string>();
  readonly #running = new Map<string, Promise<void>>();
  #isStopped = false;

  /** Starts to search. */
  constructor(options: PublisherOptions) {
    this.#options = options;
    const { log, pauseMilliseconds = defaultPauseMilliseconds } = options;
    this.#stopSearching = every(pauseMilliseconds, { name: "publishing", log }, () => this.#search());
  }

  /** The teams to be woken for. */
  watchedTeams = (): Iterable<string> => this.#followed;

  /** Called when a search finds a team that was not followed before; see `EventWatcher`. */
  onWatch: (() => void) | undefined;

  /** Publishes the new events of a team, if it has endpoints. */
  wake = (teamId: string): void => {
    if (this.#followed.has(teamId)) this.#publish(teamId);
  };

  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#waiting.clear();
    await this.#stopSearching();
    await Promise.all(this.#running.values());
  }

  async #search(): Promise<void> {
    const teams = await findFollowedTeams(this.#options.orm.em.fork());
    const before = this.#followed;
    this.#followed = new Set(teams.map(({ teamId }) => teamId));
    if (!this.#followed.isSubsetOf(before)) this.onWatch?.();
    for (const { teamId, isBehind } of teams) if (isBehind) this.#publish(teamId);
  }

  #publish(teamId: string): void {
    if (!this.#isStopped) this.#waiting.add(teamId);
    for (const next of this.#waiting) {
      if (this.#running.size >= maxTeams) return;
      if (this.#running.has(next)) continue;
      this.#waiting.delete(next);
      const running = this.#step(next).finally(() => {
        this.#running.delete(next);
        for (const waiting of [...this.#waiting].slice(0, maxTeams)) this.#publish(waiting);
      });
      this.#running.set(next, running);
    }
  }

  async #step(teamId: string): Promise<void> {
    const { orm, log, onPublished } = this.#options;
    try {
      const { published, mayHaveMore } = await publishEvents(orm, teamId);
      if (published > 0) onPublished();
      if (mayHaveMore && !this.#isStopped) this.#waiting.add(teamId);
    } catch (error) {
      // The next search tries again.
      log.error({ err: error, teamId }, "publishing");
    }
  }
}
