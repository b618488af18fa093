/** How long the database may keep this process waiting, in milliseconds. */
export interface TimeLimits {
  /** For a new connection, or for a free one while the whole pool is in use. */
  connect: number;
  /** For a lock. PostgreSQL ends the statement that waits for it. */
  lock: number;
  /** For a statement. PostgreSQL ends it. */
  statement: number;
  /** For the next statement of an open transaction. PostgreSQL ends the session, which frees its locks. */
  idleInTransaction: number;
  /** For any byte of an answer that is due. The connection is then destroyed; see `Client`. */
  silence: number;
}

/** A statement ends within its limit, also while it waits for a lock. A longer silence is a fault of the network. */
export const defaultLimits: TimeLimits = {
  connect: 5_000,
  lock: 8_000,
  statement: 10_000,
  idleInTransaction: 15_000,
  silence: 11_000,
};

/** The limits of tools that write or analyze whole tables. Only connecting still has a limit. */
export const noLimits: TimeLimits = {
  ...defaultLimits,
  lock: 0,
  statement: 0,
  idleInTransaction: 0,
  silence: Number.POSITIVE_INFINITY,
};

/** The `application_name` of a session without limits; see `liftTimeLimits`. */
export const unlimitedName = "messaging, without time limits";
