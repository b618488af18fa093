import {
  appendFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { makeDirectory } from "../../make-directory.ts";
import { connectKeeper, isDisconnection, type Keeper } from "./keeper.ts";
import { handOver } from "./privileges.ts";
import { isInUse } from "./processes.ts";
import { type Programs, preparePrograms, readTail } from "./programs.ts";
import { renderSettings } from "./settings.ts";
import { chooseSocketDirectory, makeSocketDirectory, port, readSocketDirectory, socketFile } from "./socket.ts";

/** The only user, a superuser. */
export const user = "messaging";

/** The paths of one embedded PostgreSQL. */
export interface Installation {
  readonly directory: string;
  readonly data: string;
  readonly log: string;
  /** Exists after a stop on purpose, so that processes that still use the database do not start it again. */
  readonly stopMark: string;
  readonly settings: Record<string, string>;
}

const settingsFile = "messaging.conf";
const unfinished = "init-";
const pollMilliseconds = 25;
// Recovery after a crash reads up to max_wal_size.
const patienceSeconds = 120;
const untilDone = ["--silent", "--wait", `--timeout=${patienceSeconds}`];

/** Makes the directory, open to its owner only, and returns its paths. */
export function locateInstallation(directory: string, settings: Record<string, string> = {}): Installation {
  makeDirectory(directory);
  const path = realpathSync(directory);
  return {
    directory: path,
    data: join(path, "data"),
    log: join(path, "postgres.log"),
    stopMark: join(path, "stopped"),
    settings,
  };
}

/** Whether the installation exists, so that it can be joined, started or stopped. */
export function isCreated(installation: Installation): boolean {
  return existsSync(installation.data);
}

/** The directory of the socket: that of the running PostgreSQL, or the directory that the next start would use. */
export function findSocketDirectory(installation: Installation): string {
  return readSocketDirectory(installation.data) ?? chooseSocketDirectory(installation.directory);
}

/** Connects to the running PostgreSQL, and waits for its start or recovery. Returns undefined if none runs. */
export async function joinInstallation(installation: Installation): Promise<Keeper | undefined> {
  const deadline = Date.now() + patienceSeconds * 1_000;
  while (isCreated(installation)) {
    try {
      return await connectKeeper({ host: findSocketDirectory(installation), port, user });
    } catch (error) {
      if (!isDisconnection(error)) throw error;
      if (!isInUse(installation.data)) return undefined;
      if (Date.now() > deadline) {
        const tail = readTail(installation.log);
        throw new Error(`PostgreSQL runs on ${installation.data} but does not answer. The log ends:\n${tail}`, {
          cause: error,
        });
      }
    }
    await pause(pollMilliseconds);
  }
  return undefined;
}

/** Starts PostgreSQL, on a new installation if needed. The caller holds the lock, and joinInstallation has returned undefined. */
export async function startInstallation(installation: Installation): Promise<void> {
  const programs = preparePrograms(installation.log);
  if (!isCreated(installation)) await createInstallation(installation, programs);
  const socketDirectory = chooseSocketDirectory(installation.directory);
  makeSocketDirectory(socketDirectory, installation.directory, programs.privileges);
  const configuration = join(installation.data, settingsFile);
  writeFileSync(configuration, renderSettings(installation.settings, socketDirectory, port));
  for (const path of [configuration, installation.data]) handOver(path, programs.privileges);

  // A killed postmaster leaves these files. PostgreSQL would check only their process id, which may be a zombie's.
  const socket = socketFile(socketDirectory);
  for (const file of [join(installation.data, "postmaster.pid"), socket, `${socket}.lock`])
    rmSync(file, { force: true });
  rmSync(installation.stopMark, { force: true });

  await programs.run("pg_ctl", ["start", `--pgdata=${installation.data}`, `--log=${installation.log}`, ...untilDone]);
}

/** Stops PostgreSQL with its connections, and waits for its processes to end. @throws when a process still runs */
export async function stopInstallation(installation: Installation): Promise<void> {
  const programs = preparePrograms(installation.log);
  let failure = new Error(`PostgreSQL has stopped on ${installation.data}, but a process of it still runs`);
  try {
    await programs.run("pg_ctl", ["stop", `--pgdata=${installation.data}`, "--mode=fast", ...untilDone]);
  } catch (error) {
    // PostgreSQL may have been killed meanwhile.
    if (error instanceof Error) failure = error;
  }
  // pg_ctl waits until postmaster.pid is gone, but the postmaster removes that file before it ends. The children of a
  // killed postmaster end soon, too.
  const deadline = Date.now() + 5_000;
  while (isInUse(installation.data)) {
    if (Date.now() > deadline) throw failure;
    await pause(pollMilliseconds);
  }
}

async function createInstallation(installation: Installation, programs: Programs): Promise<void> {
  for (const name of readdirSync(installation.directory)) {
    if (name.startsWith(unfinished)) rmSync(join(installation.directory, name), { recursive: true, force: true });
  }
  const data = mkdtempSync(join(installation.directory, unfinished));
  handOver(data, programs.privileges);
  await programs.run("initdb", [
    `--pgdata=${data}`,
    `--username=${user}`,
    "--auth=trust",
    "--encoding=UTF8",
    // The builtin provider sorts the same on every system. The C library still decides what is a letter for pg_trgm, and
    // macOS has no C.UTF-8.
    "--locale=C",
    `--lc-ctype=${process.platform === "darwin" ? "UTF-8" : "C.UTF-8"}`,
    "--locale-provider=builtin",
    "--builtin-locale=C.UTF-8",
    "--no-instructions",
    ...(installation.settings.fsync === "off" ? ["--no-sync"] : []),
  ]);
  // Trust, because only users that may enter the socket's directory can connect.
  writeFileSync(join(data, "pg_hba.conf"), "local all all trust\n");
  appendFileSync(join(data, "postgresql.conf"), `include '${settingsFile}'\n`);
  // Only a complete installation gets this name, even if the process is killed before.
  renameSync(data, installation.data);
}
