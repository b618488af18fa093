import type { EntityManager } from "../../server/db/orm.ts";
import type { Team } from "../../server/db/schema/entities/team.ts";
import { Failure } from "../failures.ts";
import type { Io } from "../io.ts";
import type { OutputOptions } from "../output/output.ts";
import type { Result, View } from "../output/results.ts";

/** Runs an operator's command and writes its result. Turns the server's errors into failures. */
export async function operate(io: Io, options: OutputOptions, work: () => Promise<Result>, view?: View): Promise<void> {
  const result = await work().catch(async (error) => {
    throw await describeFailure(error);
  });
  const { writeResult } = await import("../output/output.ts");
  await writeResult(io, options, result, view);
}

type Database = import("../../server/db/database.ts").Database;

/** Runs a command on the server's database. Starts the embedded database if necessary, and never creates it. */
export function operateDatabase(
  io: Io,
  options: OutputOptions,
  work: (database: Database) => Promise<Result>,
): Promise<void> {
  return operate(io, options, async () => {
    const { loadConfig } = await import("../../server/config.ts");
    const { openDatabase } = await import("../../server/process/open-database.ts");
    const { requireDatabase, withDataDir } = await import("./locate-data.ts");
    const config = loadConfig(await withDataDir(io.env));
    await requireDatabase(io.env, config);
    const database = await openDatabase(config);
    try {
      return await work(database);
    } finally {
      await database.close();
    }
  });
}

/** Runs a command for the team that `--team` names. */
export function operateTeam(
  io: Io,
  options: OutputOptions & { team: string },
  work: (em: EntityManager, team: Team) => Promise<Result>,
): Promise<void> {
  return operateDatabase(io, options, async ({ orm }) => {
    const { getTeam } = await import("../../server/keys/teams.ts");
    const em = orm.em.fork();
    return work(em, await getTeam(em, options.team));
  });
}

const classes = { invalid: "invalid", not_found: "notFound", conflict: "conflict" } as const;

async function describeFailure(error: unknown): Promise<unknown> {
  if (error instanceof Failure) return error;
  const { ConfigError } = await import("../../server/config-error.ts");
  const { isDatabaseAway } = await import("../../server/db/faults.ts");
  const { TeamError } = await import("../../server/keys/teams.ts");
  const { code, message, path, syscall = "" } = error as NodeJS.ErrnoException;
  // A failure of a file has a code that a lost connection can have, too. So has that of a program, which is no file of the user.
  if (path !== undefined && !syscall.startsWith("spawn")) return new Failure("invalid", message);
  if (error instanceof TeamError) return new Failure(classes[error.kind], message);
  if (error instanceof ConfigError) return new Failure("invalid", message);
  if (code === "42P01") return new Failure("server", "The database has no schema yet. Run: messaging db migrate");
  return isDatabaseAway(error) ? new Failure("server", `The database is unavailable: ${message}`) : error;
}
