import type { EventEmitter } from "node:events";
import type { Socket } from "node:net";
import pg from "pg";
import { unlimitedName } from "./time-limits.ts";

/** How often a connection is looked at, in milliseconds. */
const lookInterval = 500;

/** What the driver knows of a connection without a public name for it. Its version is pinned. */
interface Internals {
  connection: EventEmitter & { stream: Socket };
  _ending: boolean;
  _activeQuery: object | null;
  /** The statements behind the active one in a pipeline. */
  _sentQueryQueue: object[];
  _queryQueue: object[];
}

/** What the connections of a pool share. */
interface Watch {
  silence: number;
  connected: Set<WatchedClient>;
}

/**
 * Makes the class of a pool's connections, which notice that the database has gone silent. A network that drops packets
 * and a machine that is gone close nothing, so a connection is destroyed when an answer is due and no byte has come for
 * `silence` milliseconds. Its statements fail with ETIMEDOUT; whether they had an effect is unknown.
 *
 * The pool's connections on which nothing is due are destroyed with it. Otherwise the next statement on each of them
 * would have to wait as long to find out the same. A session named `unlimitedName` may be silent.
 */
export function watchedClient(silence: number): new (config?: pg.ClientConfig) => pg.Client {
  const watch: Watch = { silence, connected: new Set() };
  return class extends WatchedClient {
    constructor(config?: pg.ClientConfig) {
      super(config, watch);
    }
  };
}

class WatchedClient extends pg.Client {
  readonly #watch: Watch;
  /** What was due at the last look, and how many bytes had come. */
  #due: object | undefined;
  #bytesRead = 0;
  /** Counts looks and not time, because a process that was suspended has yet to read what came meanwhile. */
  #silentLooks = 0;
  #isUnlimited = false;

  constructor(config: pg.ClientConfig | undefined, watch: Watch) {
    super(config);
    this.#watch = watch;
    this.#internals.connection.on("parameterStatus", ({ parameterName, parameterValue }) => {
      if (parameterName === "application_name") this.#isUnlimited = parameterValue === unlimitedName;
    });
    this.once("connect", () => this.#start());
    // Statements are told by themselves. The pool listens only while a connection is idle or being made, and an error
    // that nobody listens to would end the process.
    this.on("error", () => {});
  }

  #start(): void {
    const { silence, connected } = this.#watch;
    const interval = Math.min(lookInterval, silence / 2);
    const timer = setInterval(() => this.#look(silence / interval), interval).unref();
    connected.add(this);
    this.once("end", () => {
      clearInterval(timer);
      connected.delete(this);
    });
  }

  #look(maxSilentLooks: number): void {
    const due = this.#nextDue();
    const { bytesRead } = this.#internals.connection.stream;
    const isSilent = due !== undefined && due === this.#due && bytesRead === this.#bytesRead && !this.#isUnlimited;
    this.#due = due;
    this.#bytesRead = bytesRead;
    this.#silentLooks = isSilent ? this.#silentLooks + 1 : 0;
    if (this.#silentLooks >= maxSilentLooks) this.#giveUp();
  }

  /** The statement whose answer comes next, or the connection itself while it is being closed. */
  #nextDue(): object | undefined {
    const { _ending, _activeQuery, _sentQueryQueue, _queryQueue } = this.#internals;
    return _activeQuery ?? _sentQueryQueue[0] ?? _queryQueue[0] ?? (_ending ? this : undefined);
  }

  #giveUp(): void {
    for (const client of this.#watch.connected) {
      if (client === this || client.#nextDue() === undefined) client.#destroy();
    }
  }

  #destroy(): void {
    const error = Object.assign(new Error("The database has gone silent"), { code: "ETIMEDOUT" });
    this.#internals.connection.stream.destroy(error);
  }

  get #internals(): Internals {
    return this as unknown as Internals;
  }
}
