import { existsSync } from "node:fs";
import { join } from "node:path";
import { type Config, defaultDataDir, settingsOf } from "../../server/config.ts";
import { type Profiles, readProfiles } from "../connection/profiles-file.ts";
import { Failure } from "../failures.ts";

/**
 * Returns an environment that names the data directory of this machine's server. Without `DATA_DIR` and `DATABASE_URL`,
 * that is the directory of the profile that a server made at its first start. Its shell had `DATA_DIR`, and this one lacks it.
 *
 * @throws Failure (invalid) if the default directory has a database, too
 */
export async function withDataDir(env: NodeJS.ProcessEnv, byDefault = defaultDataDir): Promise<NodeJS.ProcessEnv> {
  const { DATA_DIR, DATABASE_URL } = settingsOf(env);
  if (DATA_DIR !== undefined || DATABASE_URL !== undefined) return env;
  const { name, madeBy } = findMaker(await readProfiles(env));
  if (madeBy === undefined || madeBy === byDefault || !hasDatabase(madeBy)) return env;
  if (!hasDatabase(byDefault)) return { ...env, DATA_DIR: madeBy };
  throw new Failure("invalid", `There is a database in ${byDefault}, and one in ${madeBy} (profile ${name}).`, {
    hint: "Set DATA_DIR to one of them.",
  });
}

/**
 * Makes sure that a command does not create a database: one in the wrong directory would look like an empty installation.
 *
 * @throws Failure (invalid) if the data directory has no database
 */
export async function requireDatabase(env: NodeJS.ProcessEnv, { databaseUrl, dataDir }: Config): Promise<void> {
  if (databaseUrl !== undefined || hasDatabase(dataDir)) return;
  const { name, madeBy } = findMaker(await readProfiles(env));
  const isElsewhere = madeBy !== undefined && madeBy !== dataDir;
  throw new Failure("invalid", `There is no database in ${dataDir}.`, {
    hint: !isElsewhere
      ? "Set DATA_DIR to the directory of the server, or start the server, which creates the database."
      : hasDatabase(madeBy)
        ? `The profile ${name} belongs to the server in ${madeBy}: set DATA_DIR to that directory.`
        : `Nor is there one in ${madeBy}, which the profile ${name} names. Set DATA_DIR to the directory of the server.`,
  });
}

/** The profile of a server on this machine, and the server's data directory: the current profile, or else `local`. */
function findMaker({ current, profiles }: Profiles): { name: string; madeBy: string | undefined } {
  const name = [current, "local"].find((each) => each && Object.hasOwn(profiles, each) && profiles[each]?.madeBy);
  return { name: name ?? "local", madeBy: name && profiles[name]?.madeBy };
}

const hasDatabase = (directory: string) => existsSync(join(directory, "data"));
