/**
 * The connections of a pool. They send the statements of one tick in a single write, and detect a silent database.
 *
 * Promises: a connection is destroyed when an answer is due and no byte has arrived for `silence` milliseconds. Its
 * statements fail with ETIMEDOUT; whether they had an effect is unknown.
 * Costs: a statement is sent at the end of its tick. A timer per connection checks twice a second. Over TLS, the first
 * message of a tick is sent before the others.
 */
import { Socket } from "node:net";
import pg from "pg";
import { type Done, type Statement, StatementGroup } from "./statement-group.ts";

/** The interval between two checks of a connection, in milliseconds. */
const checkInterval = 500;

/** The state that the connections of a pool share. */
interface Watch {
  silence: number;
  /** The connections that are being made. */
  opening: Set<Client>;
  connected: Set<Client>;
  /** Whether the database is known to be away, so that new connections fail at once. */
  isAway: boolean;
}

const watches = new WeakMap<object, Watch>();

/**
 * Makes the class of a pool's connections. A network that drops packets, or a machine that is gone, does not close a
 * connection, so silence is the only sign. The pool's connections without a due answer are destroyed with the silent
 * connection. Otherwise the next statement on each of them would wait as long.
 */
export function clientClass(silence: number): new (config?: pg.ClientConfig) => Client {
  const watch: Watch = { silence, opening: new Set(), connected: new Set(), isAway: false };
  const poolClient = class extends Client {
    constructor(config: pg.ClientConfig = {}) {
      super(config, watch);
    }
  };
  watches.set(poolClient, watch);
  return poolClient;
}

/** A connection to PostgreSQL, from the pool made by `createPool`. */
export class Client extends pg.Client {
  /** Whether the database may be silent while it owes an answer; see `liftTimeLimits`. */
  mayBeSilent = false;
  readonly #watch: Watch;
  readonly #socket: Socket;
  readonly #types: pg.CustomTypesConfig | undefined;
  /** The names of the prepared statements, by their texts. */
  readonly #names = new Map<string, string>();
  /** The bytes written when no answer was due. */
  #writtenWhenIdle = 0;
  /** Whether an answer was due at the last check, and the bytes read until then. */
  #wasDue = false;
  #bytesRead = 0;
  /** Counts checks and not time: a process that was suspended has not yet read the bytes that arrived meanwhile. */
  #silentChecks = 0;

  constructor(config: pg.ClientConfig, watch: Watch) {
    const socket = new Socket();
    // The pool hides the password from an enumeration of the properties, so a spread would lose it.
    super(Object.defineProperties({ stream: () => socket }, Object.getOwnPropertyDescriptors(config)));
    this.#watch = watch;
    this.#socket = socket;
    this.#types = config.types;
    watch.opening.add(this);
    this.once("connect", () => this.#start());
    this.once("end", () => watch.opening.delete(this));
    // The pool begins to connect after the constructor.
    if (watch.isAway) process.nextTick(() => this.#destroy());
    // An error without a listener would end the process, and the pool listens only while a connection is idle or being
    // made. Statements that are due fail by themselves.
    this.on("error", () => {});
  }

  /** Sends statements with a Sync behind the last. All of a group must be in one transaction. */
  sendGroup(statements: Statement[]): void {
    this.#cork();
    this.query(new StatementGroup(statements, this.#names, this.#types));
  }

  /** Sends a text without parameters as a simple query, which PostgreSQL answers at once. */
  sendText(text: string, done: Done): void {
    this.#cork();
    this.query(text, done);
  }

  /** Lets the bytes of a tick wait for its end: one system call for all of them, and PostgreSQL wakes up once. */
  #cork(): void {
    if (this.#socket.writableCorked > 0) return;
    this.#socket.cork();
    process.nextTick(() => this.#socket.uncork());
  }

  #start(): void {
    const { silence, connected } = this.#watch;
    this.#watch.opening.delete(this);
    const interval = Math.min(checkInterval, silence / 2);
    const timer = setInterval(() => this.#check(silence / interval), interval).unref();
    connected.add(this);
    this.#markIdle();
    // The driver emits it when all answers have arrived.
    this.on("drain", () => this.#markIdle());
    this.once("end", () => {
      clearInterval(timer);
      connected.delete(this);
    });
  }

  #markIdle(): void {
    this.#writtenWhenIdle = this.#socket.bytesWritten;
  }

  /** Whether PostgreSQL owes an answer, or the end of a connection that is being closed. */
  get #isDue(): boolean {
    return this.#socket.bytesWritten > this.#writtenWhenIdle;
  }

  #check(maxSilentChecks: number): void {
    const { bytesRead } = this.#socket;
    const isSilent = this.#wasDue && this.#isDue && bytesRead === this.#bytesRead && !this.mayBeSilent;
    this.#wasDue = this.#isDue;
    this.#bytesRead = bytesRead;
    this.#silentChecks = isSilent ? this.#silentChecks + 1 : 0;
    if (this.#silentChecks >= maxSilentChecks) this.#giveUp();
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
      if (client === this || !client.#isDue) client.#destroy();
    }
  }

  #destroy(): void {
    const error = Object.assign(new Error("The database has gone silent"), { code: "ETIMEDOUT" });
    this.#socket.destroy(error);
  }
}
