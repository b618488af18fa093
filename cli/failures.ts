import { ConfigError } from "../server/config.ts";
import { isDatabaseAway } from "../server/db/faults.ts";
import { TeamError } from "../server/teams/teams.ts";

/** Exit codes by class of failure; 0 is success and 2 a command line that makes no sense. */
const exitCodes = { unexpected: 1, invalid: 3, not_found: 5, conflict: 6, server: 8 };

/** An installation that cannot serve. */
export class UnhealthyError extends Error {}

/** What was asked for cannot be done; the message says why. */
export class CommandError extends Error {
  readonly kind: keyof typeof exitCodes;

  constructor(kind: CommandError["kind"], message: string) {
    super(message);
    this.kind = kind;
  }
}

/** What to say of a failure, and the exit code it ends with. */
export function describeFailure(error: unknown): { message: string; exitCode: number } {
  if (error instanceof TeamError || error instanceof CommandError) {
    return { message: error.message, exitCode: exitCodes[error.kind] };
  }
  if (error instanceof ConfigError) return { message: error.message, exitCode: exitCodes.invalid };
  if (error instanceof UnhealthyError) return { message: error.message, exitCode: exitCodes.server };
  const { code, message } = error as Error & { code?: string };
  if (code === "42P01") {
    return { message: "The database has no schema yet. Run: messaging db migrate", exitCode: exitCodes.server };
  }
  if (isDatabaseAway(error)) return { message: `The database is away: ${message}`, exitCode: exitCodes.server };
  return { message: error instanceof Error ? message : String(error), exitCode: exitCodes.unexpected };
}
