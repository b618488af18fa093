/** What a database error says about itself, whoever wrapped it. */
interface DatabaseFault {
  code?: string;
  constraint?: string;
  message?: string;
  /** What it was about when it failed. */
  where?: string;
}

const networkCodes = new Set(["ECONNREFUSED", "ECONNRESET", "ENOENT", "ENOTFOUND", "EPIPE", "ETIMEDOUT", "EAI_AGAIN"]);

/**
 * Beside classes 08 and 57P, lost connections and shutdowns: no connection left, a standby in our place, a database that
 * takes no connections.
 */
const awayCodes = new Set(["53300", "25006", "55000"]);

/** Whether the database could not be reached, or went away in the middle: the request may be repeated later. */
export function isDatabaseAway(error: unknown): boolean {
  const { code = "", message = "" } = (error ?? {}) as DatabaseFault;
  if (/^(08|57P)/.test(code) || awayCodes.has(code) || networkCodes.has(code)) return true;
  return /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error/.test(
    message,
  );
}

/** Whether the server is there and the database in it is not, or not yet. */
export function isDatabaseMissing(error: unknown): boolean {
  return (error as DatabaseFault)?.code === "3D000";
}

/** Whether a lock was not to be had within the session's `lock_timeout`. */
function isLockTimeout(error: unknown): boolean {
  return (error as DatabaseFault)?.code === "55P03";
}

/** Whether another transaction held a row of that table for longer than the session's `lock_timeout`. */
export function isLockTimeoutAt(error: unknown, table: string): boolean {
  return isLockTimeout(error) && ((error as DatabaseFault).where ?? "").includes(`"${table}"`);
}

/** Whether requests stood in each other's way, so that this one was undone and may be repeated. */
export function isContention(error: unknown): boolean {
  const { code = "" } = (error ?? {}) as DatabaseFault;
  // A deadlock, a serialization failure.
  return isLockTimeout(error) || code === "40P01" || code === "40001";
}

/** Whether the constraint or unique index of that name refused a row. */
export function isViolationOf(error: unknown, constraint: string): boolean {
  const fault = (error ?? {}) as DatabaseFault;
  if (fault.code !== "23505") return false;
  if (fault.constraint !== undefined) return fault.constraint === constraint;
  // Another node's refusal comes without the field, and names what a shard of the table has.
  const [summary = ""] = fault.message?.split("\n") ?? [];
  return new RegExp(`\\b${constraint}_\\d+\\b`).test(summary);
}
