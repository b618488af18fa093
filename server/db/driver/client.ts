/**
 * The connections of a pool. They send the statements of one tick in a single write, and detect a silent database.
 *
 * Promises: a connection is destroyed when an answer is due and no byte has arrived for `silence` milliseconds. Its
 * statements fail with ETIMEDOUT; whether they had an effect is unknown. A session named `unlimitedName` may be silent.
 * Costs: a statement is sent at the end of its tick. A timer per connection checks twice a second.
 * Preconditions: the version of `pg` is pinned, because its private fields are used.
 */
import type { EventEmitter } from "node:events";
import type { Socket } from "node:net";
import pg from "pg";
import { GroupedQuery, type Pipeline, StatementGroup } from "./statement-group.ts";
import { unlimitedName } from "./time-limits.ts";

/** The interval between two checks of a connection, in milliseconds. */
const checkInterval = 500;

/** The driver's private fields that are used here. Its version is pinned. */
interface Internals extends Pipeline {
  connection: Pipeline["connection"] & EventEmitter & { stream: Socket };
  _ending: boolean;
  _queryQueue: object[];
}

/** The state that the connections of a pool share. */
interface Watch {
  silence: number;
  /** The connections that are being made. */
  opening: Set<Client>;
  connected: Set<Client>;
  /** Whether the database is known to be away, so that new connections fail at once. */
  isAway: boolean;
}

type Done = (error: Error | null, result: pg.QueryResult) => void;

const watches = new WeakMap<object, Watch>();

/**
 * Makes the class of a pool's connections. A network that drops packets, or a machine that is gone, does not close a
 * connection, so silence is the only sign. The pool's connections without a due answer are destroyed with the silent
 * connection. Otherwise the next statement on each of them would wait as long.
 */
export function clientClass(silence: number): new (config?: pg.ClientConfig) => Client {
  const watch: Watch = { silence, opening: new Set(), connected: new Set(), isAway: false };
  const poolClient = class extends Client {
    constructor(config?: pg.ClientConfig) {
      super(config, watch);
    }
  };
  watches.set(poolClient, watch);
  return poolClient;
}

/** A connection to PostgreSQL, from the pool made by `createPool`. */
export class Client extends pg.Client {
  readonly #watch: Watch;
  /** The due answer at the last check, and the bytes read until then. */
  #due: object | undefined;
  #bytesRead = 0;
  /** Counts checks and not time: a process that was suspended has not yet read the bytes that arrived meanwhile. */
  #silentChecks = 0;
  #isUnlimited = false;
  #isCorked = false;
  /** The last statement of the group that the next statement may join. */
  #lastOfGroup: GroupedQuery | undefined;

  constructor(config: pg.ClientConfig | undefined, watch: Watch) {
    super(config);
    this.#watch = watch;
    this.#internals.connection.on("parameterStatus", ({ parameterName, parameterValue }) => {
      if (parameterName === "application_name") this.#isUnlimited = parameterValue === unlimitedName;
    });
    watch.opening.add(this);
    this.once("connect", () => this.#start());
    this.once("end", () => watch.opening.delete(this));
    // The pool begins to connect after the constructor.
    if (watch.isAway) process.nextTick(() => this.#destroy());
    // An error without a listener would end the process, and the pool listens only while a connection is idle or being
    // made. Statements that are due fail by themselves.
    this.on("error", () => {});
  }

  /**
   * Sends a statement at the end of the tick: one system call for all of the tick, and PostgreSQL wakes up once.
   *
   * @param isGrouped whether it forms a group with such statements before and behind it in the tick. All of a group must
   *   be in one transaction.
   */
  send(statement: pg.QueryConfig, done: Done, isGrouped: boolean): void {
    this.#cork();
    if (isGrouped) {
      this.#sendInGroup(statement, done);
    } else {
      this.endGroup();
      this.query(statement, done);
    }
  }

  #cork(): void {
    if (this.#isCorked) return;
    const { stream } = this.#internals.connection;
    this.#isCorked = true;
    stream.cork();
    process.nextTick(() => {
      this.#isCorked = false;
      this.endGroup();
      stream.uncork();
    });
  }

  #sendInGroup(statement: pg.QueryConfig, done: Done): void {
    const group = this.#lastOfGroup?.group ?? new StatementGroup(this.#internals);
    const query = new GroupedQuery(statement, group);
    this.query(query as unknown as pg.QueryConfig, done as never);
    this.#lastOfGroup = group.last ? undefined : query;
  }

  /** Sends the Sync of the group, so that no later statement joins it. */
  endGroup(): void {
    this.#lastOfGroup?.group.end(this.#lastOfGroup);
    this.#lastOfGroup = undefined;
  }

  #start(): void {
    const { silence, connected } = this.#watch;
    this.#watch.opening.delete(this);
    const interval = Math.min(checkInterval, silence / 2);
    const timer = setInterval(() => this.#check(silence / interval), interval).unref();
    connected.add(this);
    this.once("end", () => {
      clearInterval(timer);
      connected.delete(this);
    });
  }

  #check(maxSilentChecks: number): void {
    const due = this.#nextDue();
    const { bytesRead } = this.#internals.connection.stream;
    const isSilent = due !== undefined && due === this.#due && bytesRead === this.#bytesRead && !this.#isUnlimited;
    this.#due = due;
    this.#bytesRead = bytesRead;
    this.#silentChecks = isSilent ? this.#silentChecks + 1 : 0;
    if (this.#silentChecks >= maxSilentChecks) this.#giveUp();
  }

  /** The statement whose answer is due next, or the connection itself while it is being closed. */
  #nextDue(): object | undefined {
    const { _ending, _activeQuery, _sentQueryQueue, _queryQueue } = this.#internals;
    return _activeQuery ?? _sentQueryQueue[0] ?? _queryQueue[0] ?? (_ending ? this : undefined);
  }

  /** Destroys all connections of a pool whose database is known to be away. New ones fail at once until it is back. */
  static setAway(pool: pg.Pool, isAway: boolean): void {
    const watch = watches.get(pool.options.Client ?? pool);
    if (!watch) return;
    watch.isAway = isAway;
    if (isAway) for (const client of [...watch.opening, ...watch.connected]) client.#destroy();
  }

  /** Destroys the connections of a pool on which an answer is due, and no byte has arrived for `milliseconds`. */
  static giveUpSilent(pool: pg.Pool, milliseconds: number): void {
    const watch = watches.get(pool.options.Client ?? pool);
    for (const client of watch?.connected ?? []) {
      if (client.#silentChecks * checkInterval >= milliseconds) client.#destroy();
    }
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
