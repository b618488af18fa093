import type { Orm } from "../db/orm.ts";
import { every } from "../housekeeping/every.ts";
import type { Log } from "../log.ts";
import { defaultFetchLimit } from "../shares/limits.ts";
import { Places } from "../shares/places.ts";
import { contentTypeOf } from "./content-type.ts";
import { type FetchFile, FileRefused } from "./fetch-file.ts";
import { type ClaimedFile, claimFile, type DueFile, findDue } from "./find-due.ts";
import type { ObjectStore } from "./object-store.ts";
import { recordEnd, recordFailure, recordStored, releaseFile, retryDelays, sha256Of } from "./record-attempt.ts";

export interface MediaFetcherOptions {
  orm: Orm;
  log: Log;
  fetchFile: FetchFile;
  /** Where the bytes are stored; by default in the database. */
  objects?: ObjectStore | undefined;
  /** The seconds between the attempts. */
  delays?: readonly number[];
  /** The time between two reads of the due files. */
  pauseMilliseconds?: number;
}

const defaultPauseMilliseconds = 500;

/** How long a stop waits for the running attempts. */
const stopMilliseconds = 5_000;

/**
 * Fetches the files that are due and stores them, eight at a time. A team has at most half of the places that others leave
 * free, so its slow files do not delay those of other teams. Files that wait stay in the database.
 */
export class MediaFetcher {
  readonly #options: MediaFetcherOptions;
  readonly #places = new Places(defaultFetchLimit);
  readonly #running = new Map<Promise<void>, DueFile>();
  readonly #stopping = new AbortController();
  readonly #stopFinding: () => Promise<void>;
  #wake: () => void = () => {};
  /** The last write of a file into the database. Files are written one after another, because each is a long transaction. */
  #written: Promise<unknown> = Promise.resolve();

  /** Starts to fetch. */
  constructor(options: MediaFetcherOptions) {
    this.#options = options;
    const onWake = (wake: () => void) => {
      this.#wake = wake;
    };
    const { log, pauseMilliseconds = defaultPauseMilliseconds } = options;
    this.#stopFinding = every(pauseMilliseconds, { name: "media", log, onWake }, () => this.#startDue());
  }

  /** Waits shortly for the running attempts, and gives the rest back. */
  async stop(): Promise<void> {
    await this.#stopFinding();
    const timer = setTimeout(() => this.#stopping.abort(), stopMilliseconds);
    await Promise.all(this.#running.keys());
    clearTimeout(timer);
  }

  /** Starts the attempts that are due, as far as there are places. Returns whether to look for more at once. */
  async #startDue(): Promise<boolean> {
    if (this.#places.free === 0) return false;
    const teams = new Set([...this.#running.values()].map(({ teamId }) => teamId));
    const full = [...teams].filter((teamId) => !this.#places.hasRoomFor(teamId));
    const due = await findDue(this.#options.orm.em.fork(), this.#places.free, full);
    const running = new Set([...this.#running.values()].map(({ id }) => id));
    let started = 0;
    for (const file of due) {
      if (running.has(file.id) || !this.#places.hasRoomFor(file.teamId)) continue;
      this.#start(file);
      started += 1;
    }
    // The rest belongs to teams that are full now, and hides the files of others.
    return started > 0 && started < due.length && this.#places.free > 0;
  }

  #start(file: DueFile): void {
    const { log } = this.#options;
    const { teamId, id } = file;
    this.#places.take(teamId);
    const done = this.#attempt(file)
      .catch((err) => log.error({ err, teamId, mediaId: id }, "media"))
      .finally(() => {
        this.#running.delete(done);
        this.#places.release(teamId);
        this.#wake();
      });
    this.#running.set(done, file);
  }

  async #attempt(file: DueFile): Promise<void> {
    const { orm, log, objects, delays = retryDelays } = this.#options;
    const claimed = await claimFile(orm, file);
    if (!claimed) return;
    const begun = performance.now();
    const outcome = await this.#fetchAndStore(claimed).catch((error: Error) => {
      if (this.#stopping.signal.aborted) return releaseFile(orm, claimed).then(() => "aborted");
      const end = { error: codeOf(error), hasObjects: objects !== undefined };
      const recorded =
        error instanceof FileRefused
          ? recordEnd(orm, claimed, { ...end, state: "refused" })
          : recordFailure(orm, claimed, end, delays);
      return recorded.then(() => end.error);
    });
    const durationMilliseconds = Math.round(performance.now() - begun);
    const { teamId, id: mediaId, attempt } = claimed;
    log.info({ teamId, mediaId, attempt, outcome, durationMilliseconds }, "media fetched");
  }

  async #fetchAndStore(claimed: ClaimedFile): Promise<string> {
    const { orm, fetchFile, objects } = this.#options;
    const file = await fetchFile(claimed.sourceUrl, this.#stopping.signal);
    const contentType = await contentTypeOf(file);
    const sha256 = sha256Of(file);
    // The object is there before its row says so. An attempt that ends in between is made again, and replaces it.
    await objects?.put(claimed, file, sha256);
    const fetched = { file, contentType, sha256, store: objects ? "s3" : "db" } as const;
    const written = this.#written.then(() => recordStored(orm, claimed, fetched));
    this.#written = written.catch(() => {});
    return (await written) ? "stored" : "obsolete";
  }
}

/** The length of the column for errors. */
const maxErrorCharacters = 64;

/** An error's code. The error's message may contain the address. */
const codeOf = (error: Error): string =>
  ((error as NodeJS.ErrnoException).code ?? error.name).slice(0, maxErrorCharacters);
