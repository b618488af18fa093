/**
 * The open streams of events of this process.
 *
 * Promises: a stream gets every event after its position that passes its filter, in the order of `sequence`.
 * Costs: one read for all streams of a team that are at the same position. A stream holds no connection to the database.
 * A stream that has more than a quarter of a mebibyte unsent gets nothing more until its client reads, and is closed after
 * ten seconds.
 * Preconditions: `wake` is called after each commit of events of a team.
 */

import { emOfTeam } from "../db/commit/of-teams.ts";
import type { Orm } from "../db/orm.ts";
import type { Cursors } from "../db/sql/cursor.ts";
import type { Timestamp } from "../db/timestamp.ts";
import { ApiError } from "../errors.ts";
import { every } from "../housekeeping/every.ts";
import type { Log } from "../log.ts";
import { Places } from "../shares/places.ts";
import { useFeed } from "./feeds.ts";
import { sealPosition } from "./positions.ts";
import { presentEvent } from "./present.ts";
import { type EventFilter, passes, readEvents, type StoredEvent } from "./read-events.ts";

/** The connection of a stream's client. */
export interface Sink {
  /** The number of bytes that are not sent yet. */
  readonly unsentBytes: number;
  write(text: string): void;
  /** Ends the stream in good order. */
  end(text: string): void;
  /** Closes the connection at once. */
  destroy(): void;
}

/** A stream to open. */
export interface StreamRequest {
  teamId: string;
  apiKeyId: string;
  testMode: boolean;
  filter: EventFilter;
  /** The sequence after which it starts. */
  after: bigint;
}

interface Stream extends StreamRequest {
  sink: Sink;
  /** The time since which the client has not read. */
  fullSince: number | undefined;
  lastWriteAt: number;
  hasEnded: boolean;
}

/** Checks which keys may still read events of some types, in test mode or in live mode. Also reads the clock. */
export type CheckKeys = (
  ids: string[],
) => Promise<{ admits(apiKeyId: string, testMode: boolean, types?: readonly string[]): boolean; now: Timestamp }>;

export interface StreamsOptions {
  orm: Orm;
  log: Log;
  cursors: Cursors;
  maxStreams: number;
  checkKeys: CheckKeys;
  heartbeatMilliseconds?: number;
  slowMilliseconds?: number;
  noteUseMilliseconds?: number;
}

/** The maximum number of events that one read returns. */
const pageSize = 100;

const maxUnsentBytes = 262_144;

/** How often keys and slow clients are checked. */
const checkMilliseconds = 400;

/** How long a client should wait before it connects again. */
const retryMilliseconds = 1_000;

/** The last message of a stream whose process stops. */
const stopping = `retry: ${retryMilliseconds}\n: the server is stopping, connect again\n\n`;

/** The last message of a stream whose position is beyond the last event. Its client's position is then refused. */
const restored = `retry: ${retryMilliseconds}\n: the position is from before a restore, connect again\n\n`;

export class Streams {
  readonly #options: StreamsOptions;
  readonly #places: Places;
  readonly #byTeam = new Map<string, Set<Stream>>();
  /** The teams whose streams are being served, and whether they were woken meanwhile. */
  readonly #serving = new Map<string, { again: boolean }>();
  readonly #stopChecking: () => Promise<void>;
  readonly #stopNoting: () => Promise<void>;
  #isStopping = false;

  constructor(options: StreamsOptions) {
    this.#options = options;
    this.#places = new Places(options.maxStreams);
    const { log, noteUseMilliseconds = 3_600_000 } = options;
    this.#stopChecking = every(checkMilliseconds, { name: "streams of events", log }, () => this.#check());
    this.#stopNoting = every(noteUseMilliseconds, { name: "use of events", log }, () => this.#noteUse());
  }

  /** The teams that have streams. */
  watchedTeams = (): Iterable<string> => this.#byTeam.keys();

  /** Called when a team gets its first stream; see `EventWatcher`. */
  onWatch: (() => void) | undefined;

  /**
   * Takes a place for a stream of a team. Returns a function that gives the place back, once.
   *
   * @throws server_error (503) beyond the team's share of the places
   */
  reserve(teamId: string): () => void {
    if (!this.#places.hasRoomFor(teamId)) {
      const message = "The server has too many streams of events. Try again later, or use another server.";
      throw new ApiError("server_error", { status: 503, retryAfterSeconds: 5, message });
    }
    this.#places.take(teamId);
    let isTaken = true;
    return () => {
      if (isTaken) this.#places.release(teamId);
      isTaken = false;
    };
  }

  /** Opens a stream that has a place. Returns a function that forgets it, to be called when its client is gone. */
  open(request: StreamRequest, sink: Sink): () => void {
    const stream: Stream = { ...request, sink, fullSince: undefined, lastWriteAt: performance.now(), hasEnded: false };
    const ofTeam = this.#byTeam.get(request.teamId) ?? new Set();
    this.#byTeam.set(request.teamId, ofTeam.add(stream));
    if (ofTeam.size === 1) this.onWatch?.();
    sink.write(`retry: ${retryMilliseconds}\n: connected\n\n`);
    // The request was admitted before the process began to stop.
    if (this.#isStopping) this.#end(stream, stopping);
    this.wake(request.teamId);
    return () => this.#forget(stream);
  }

  #forget(stream: Stream): void {
    stream.hasEnded = true;
    const ofTeam = this.#byTeam.get(stream.teamId);
    if (ofTeam?.delete(stream) && ofTeam.size === 0) this.#byTeam.delete(stream.teamId);
  }

  /** Sends the new events of a team to its streams. */
  wake = (teamId: string): void => {
    const serving = this.#serving.get(teamId);
    if (serving) {
      serving.again = true;
      return;
    }
    if (!this.#byTeam.has(teamId)) return;
    const state = { again: false };
    this.#serving.set(teamId, state);
    this.#serve(teamId, state)
      .catch((error) => {
        // The streams stay at their positions. The next wake, or the next heartbeat, repeats the read.
        this.#options.log.warn({ err: error, teamId }, "events not streamed");
      })
      .finally(() => this.#serving.delete(teamId));
  };

  async #serve(teamId: string, state: { again: boolean }): Promise<void> {
    do {
      state.again = false;
      const waiting = [...(this.#byTeam.get(teamId) ?? [])].filter(({ fullSince }) => fullSince === undefined);
      for (const [after, streams] of Map.groupBy(waiting, (stream) => stream.after)) {
        const em = emOfTeam(this.#options.orm, teamId);
        const { events, end, last } = await readEvents(em, teamId, after, pageSize);
        if (after > last) for (const stream of streams) this.#end(stream, restored);
        const texts = events.map((event) => this.#format(teamId, event));
        for (const stream of streams) {
          events.forEach((event, index) => {
            if (passes(event, stream.filter)) this.#write(stream, texts[index]!);
          });
          stream.after = end;
        }
        if (end < last) state.again = true;
      }
    } while (state.again);
  }

  #format(teamId: string, event: StoredEvent): string {
    const position = { sequence: event.sequence, time: event.createdAt };
    const id = sealPosition(this.#options.cursors, teamId, position);
    return `id: ${id}\ndata: ${JSON.stringify(presentEvent(event))}\n\n`;
  }

  #write(stream: Stream, text: string): void {
    if (stream.hasEnded) return;
    stream.sink.write(text);
    stream.lastWriteAt = performance.now();
    if (stream.sink.unsentBytes > maxUnsentBytes) stream.fullSince ??= performance.now();
  }

  /** Ends the streams of keys that are no longer valid and of slow clients, and sends the heartbeats that are due. */
  async #check(): Promise<void> {
    const streams = [...this.#byTeam.values()].flatMap((ofTeam) => [...ofTeam]);
    if (streams.length === 0) return;
    const { heartbeatMilliseconds = 15_000, slowMilliseconds = 10_000 } = this.#options;
    const keys = await this.#options.checkKeys([...new Set(streams.map(({ apiKeyId }) => apiKeyId))]);
    const now = performance.now();
    for (const stream of streams) {
      if (!keys.admits(stream.apiKeyId, stream.testMode, stream.filter.types))
        this.#end(stream, ": the key may no longer read events\n\n");
      else if (stream.fullSince !== undefined && stream.sink.unsentBytes === 0) {
        stream.fullSince = undefined;
        this.wake(stream.teamId);
      } else if (stream.fullSince !== undefined && now - stream.fullSince > slowMilliseconds) this.#disconnect(stream);
      else if (now - stream.lastWriteAt > heartbeatMilliseconds) this.#beat(stream, keys.now);
    }
  }

  /** Keeps the events of teams with streams recorded. A stream can last longer than a use of events counts. */
  async #noteUse(): Promise<void> {
    for (const teamId of [...this.#byTeam.keys()]) await useFeed(emOfTeam(this.#options.orm, teamId), teamId);
  }

  #disconnect(stream: Stream): void {
    const { teamId, apiKeyId } = stream;
    this.#options.log.info({ teamId, apiKeyId }, "a slow reader of events was disconnected");
    this.#forget(stream);
    stream.sink.destroy();
  }

  /** Ends a stream. The end of a slow client does not wait until it has read the rest. */
  #end(stream: Stream, text: string): void {
    this.#forget(stream);
    if (stream.fullSince === undefined) stream.sink.end(text);
    else stream.sink.destroy();
  }

  /** A heartbeat also moves the client's position behind events that did not pass its filter. */
  #beat(stream: Stream, time: Timestamp): void {
    const position = { sequence: stream.after, time };
    this.#write(stream, `: heartbeat\nid: ${sealPosition(this.#options.cursors, stream.teamId, position)}\n\n`);
    this.wake(stream.teamId);
  }

  /** Asks all clients to connect again, which reaches another process, and ends their streams. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    for (const stream of [...this.#byTeam.values()].flatMap((ofTeam) => [...ofTeam])) this.#end(stream, stopping);
    await Promise.all([this.#stopChecking(), this.#stopNoting()]);
  }
}
