/** The fields of a database error, which the ORM may have wrapped. */
interface DatabaseFault {
  code?: string;
  constraint?: string;
  message?: string;
  /** The context in which the statement failed, from PostgreSQL. */
  where?: string;
  cause?: unknown;
}

const networkCodes = new Set([
  "EAI_AGAIN",
  "ECONNABORTED",
  "ECONNREFUSED",
  "ECONNRESET",
  "EHOSTDOWN",
  "EHOSTUNREACH",
  "ENETDOWN",
  "ENETUNREACH",
  "ENOENT",
  "ENOTFOUND",
  "EPIPE",
  "ETIMEDOUT",
]);

/** Lost connections, exhausted resources (no connection left, disk full, out of memory), shutdowns. */
const awayClasses = /^(08|53|57P)/;

/**
 * A standby in place of the primary, a database that accepts no connections, and a session that PostgreSQL ended. The
 * last happens to a transaction that idled or took too long.
 */
const awayCodes = new Set(["25006", "55000", "25P03", "25P04"]);

/** Whether the database could not be reached, or the connection was lost: the request may be repeated later. */
export function isDatabaseAway(error: unknown): boolean {
  const { code = "", message = "" } = (error ?? {}) as DatabaseFault;
  if (awayClasses.test(code) || awayCodes.has(code) || networkCodes.has(code)) return true;
  return awayMessages.test(message) || otherNodeMessages.test(message);
}

/** Messages of the driver, and of Citus when a node is lost in a transaction. */
const awayMessages =
  /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|^failure on connection marked as essential/;

/** Messages of Citus when the connected node cannot reach another one. Some have a code that says nothing of it. */
const otherNodeMessages =
  /^(connection to the remote node|connection establishment for node|could not establish (any connections to the node|connection after)|could not connect to (any active placements|node |shard )|could not find any healthy placement|execution cannot recover from multiple connection failures|the (node|shard of team) \S+ of the cluster is away|failed to (connect|send query|prepare transaction)|(adding|modifying) wait event for node)/i;

/**
 * Whether the connected node of a cluster could not reach another one. The session is still usable, and so is a
 * transaction that has a savepoint from before.
 */
export function isOtherNodeAway(error: unknown): boolean {
  const { message = "", where = "" } = (error ?? {}) as DatabaseFault;
  if (otherNodeMessages.test(message)) return true;
  return where.includes("while executing command on") && isDatabaseAway(error);
}

/** Whether the server answers, but has no database of that name yet. */
export function isDatabaseMissing(error: unknown): boolean {
  return (error as DatabaseFault)?.code === "3D000";
}

/** Whether a statement names a table that does not exist. */
export function isTableMissing(error: unknown): boolean {
  const { code, cause } = (error ?? {}) as DatabaseFault;
  return code === "42P01" || (cause as DatabaseFault | undefined)?.code === "42P01";
}

/** Whether a lock was not available within the `lock_timeout`, also as the cause of another error. */
export function isLockTimeout(error: unknown): boolean {
  const { code, cause } = (error ?? {}) as DatabaseFault;
  return code === "55P03" || (cause as DatabaseFault | undefined)?.code === "55P03";
}

/** Whether another transaction held a row of that table, or of its shard, for longer than the `lock_timeout`. */
export function isLockTimeoutAt(error: unknown, table: string): boolean {
  return isLockTimeout(error) && new RegExp(`"${table}(_\\d+)?"`).test((error as DatabaseFault).where ?? "");
}

/** Whether PostgreSQL ended the statement because it reached the session's `statement_timeout`. */
export function isStatementTimeout(error: unknown): boolean {
  return (error as DatabaseFault)?.code === "57014";
}

/** Whether a conflict with concurrent requests undid this one, so that it may be repeated. */
export function isContention(error: unknown): boolean {
  const { code = "" } = (error ?? {}) as DatabaseFault;
  // A deadlock, a serialization failure.
  return isLockTimeout(error) || code === "40P01" || code === "40001";
}

/** Whether a unique constraint or index refused a row. */
export function isDuplicate(error: unknown): boolean {
  return (error as DatabaseFault)?.code === "23505";
}

/** Whether the constraint or unique index of that name refused a row. */
export function isViolationOf(error: unknown, constraint: string): boolean {
  const fault = (error ?? {}) as DatabaseFault;
  if (!isDuplicate(error)) return false;
  if (fault.constraint !== undefined) return fault.constraint === constraint;
  // The error of another node lacks the field, and names the constraint of a shard.
  const [summary = ""] = fault.message?.split("\n") ?? [];
  return new RegExp(`\\b${constraint}_\\d+\\b`).test(summary);
}
