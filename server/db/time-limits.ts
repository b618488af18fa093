/** How long the database may keep this process waiting, in milliseconds. */
export interface TimeLimits {
  /** For a new connection, or for a place in the pool while all connections are in use. */
  connect: number;
  /** For a statement. PostgreSQL ends it. */
  statement: number;
  /** For the next statement of an open transaction. PostgreSQL ends the session, which frees its locks. */
  idleInTransaction: number;
  /** For any byte of an answer that is due. The connection is then destroyed; see `watchedClient`. */
  silence: number;
}

/** No statement takes longer than its limit, nor waits longer for a lock, so more silence is the network's. */
export const defaultLimits: TimeLimits = {
  connect: 5_000,
  statement: 10_000,
  idleInTransaction: 15_000,
  silence: 11_000,
};

/** For tools that write or analyze whole tables. A connection still has to be made in time. */
export const noLimits: TimeLimits = {
  ...defaultLimits,
  statement: 0,
  idleInTransaction: 0,
  silence: Number.POSITIVE_INFINITY,
};

/** The `application_name` of a session without limits; see `liftTimeLimits`. */
export const unlimitedName = "messaging, without time limits";
