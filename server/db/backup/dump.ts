/** Dumps of a PostgreSQL of its own, by the programs of PostgreSQL. */
import { spawn, spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { ConfigError } from "../../config-error.ts";

type Program = "pg_dump" | "pg_restore";

/** The folder in which Debian has the programs of each major version. */
const debianFolder = "/usr/lib/postgresql";

/**
 * Finds a program of at least a major version: that of the PATH, or else one of Debian's. An older one refuses a newer server.
 *
 * @throws ConfigError that names the package
 */
export function findProgram(program: Program, serverMajor: number): string {
  const found = candidates(program).map((file) => ({ file, major: majorOf(file) }));
  const usable = found.find(({ major }) => major !== undefined && major >= serverMajor);
  if (usable) return usable.file;
  const newest = Math.max(...found.map(({ major }) => major ?? 0));
  const instead = newest > 0 ? `this machine has only that of version ${newest}` : "this machine has none";
  throw new ConfigError(
    `DATABASE_URL: ${program} of PostgreSQL ${serverMajor} or later is needed, and ${instead}. ` +
      `Install the package postgresql-client-${serverMajor}; https://apt.postgresql.org has every version.`,
  );
}

function candidates(program: Program): string[] {
  let versions: string[] = [];
  try {
    versions = readdirSync(debianFolder).toSorted((a, b) => Number(b) - Number(a));
  } catch {
    // Another system, whose program is on the PATH.
  }
  return [program, ...versions.map((version) => `${debianFolder}/${version}/bin/${program}`)];
}

/** The major version of a program; undefined if it does not run. */
function majorOf(file: string): number | undefined {
  const { stdout } = spawnSync(file, ["--version"], { encoding: "utf8", env: { PATH: process.env.PATH } });
  return Number(/ (\d+)[.\d]*(?:beta\d|rc\d)?( |$)/m.exec(stdout ?? "")?.[1]) || undefined;
}

/** Dumps the database of a URL into a file that exists. */
export function dump(program: string, url: string, file: string): Promise<void> {
  // Without the row that says that live texts may be sent, which a restored database must not have.
  return run(program, url, ["--format=custom", "--exclude-table-data=installation", `--file=${file}`]);
}

/** Restores a dump into an empty database, whole or not at all. */
export function restoreDump(program: string, url: string, file: string): Promise<void> {
  return run(program, url, ["--no-owner", "--no-privileges", "--exit-on-error", "--single-transaction", file]);
}

/** Runs a program on the database of a URL. Its password is in the environment, because everybody sees arguments. */
async function run(program: string, databaseUrl: string, parameters: string[]): Promise<void> {
  const url = new URL(databaseUrl);
  const PGPASSWORD = decodeURIComponent(url.password);
  url.password = "";
  const child = spawn(program, [`--dbname=${url.href}`, "--no-password", ...parameters], {
    stdio: ["ignore", "ignore", "pipe"],
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...(PGPASSWORD && { PGPASSWORD }), LC_ALL: "C" },
  });
  let said = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    said = (said + text).slice(0, 2_000);
  });
  const [code] = await new Promise<[number | null]>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (status) => resolve([status]));
  });
  if (code !== 0) throw new Error(`${program} failed: ${said.trim()}`);
}
