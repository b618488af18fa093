/**
 * PostgreSQL servers with Citus on loopback, each in a directory of its own: one coordinator, and workers.
 */
import { execFile, spawnSync } from "node:child_process";
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import { choosePrivileges, handOver, type Privileges } from "../../server/db/embedded/privileges.ts";
import { isInUse } from "../../server/db/embedded/processes.ts";

/** The only user, a superuser. */
export const user = "messaging";

export const host = "127.0.0.1";

/** One PostgreSQL of a Citus cluster. */
export interface CitusNode {
  port: number;
  data: string;
  /** The process id of the running node. */
  postmaster(): number;
  start(): Promise<void>;
  /** `immediate` ends the node as a crash does. */
  stop(mode: "fast" | "immediate"): Promise<void>;
  /** Ends the postmaster with SIGKILL, and waits until its children have noticed. */
  kill(): Promise<void>;
  /** Stops all processes of the node, so that it is silent: connections stay open and nothing answers. */
  freeze(): void;
  thaw(): void;
}

/** The settings of nodes that forget everything in a crash, of PostgreSQL or of the machine. */
const forgetful = { fsync: "off", synchronous_commit: "off", full_page_writes: "off" };

/** The folder of the programs of a PostgreSQL that has Citus, or the reason why there is none. */
export function findCitus(): { programs: string } | { missing: string } {
  const read = (option: string) => spawnSync("pg_config", [option], { encoding: "utf8" });
  const { stdout: programs, error } = read("--bindir");
  if (error) return { missing: "pg_config is not on the PATH" };
  const library = join(read("--pkglibdir").stdout.trim(), "citus.so");
  if (!existsSync(library)) return { missing: `${library} does not exist` };
  return { programs: programs.trim() };
}

/**
 * The settings of every node. Workers do not get the settings of the server's sessions, so `sessionSettings` of the
 * server are here, too. Moving a shard needs logical replication.
 */
const settings = (port: number, directory: string, { isDurable, hasCitus }: NodeOptions) => ({
  port: String(port),
  listen_addresses: host,
  unix_socket_directories: directory,
  ...(isDurable ? {} : forgetful),
  timezone: "UTC",
  shared_buffers: "128MB",
  max_connections: "300",
  max_wal_size: "4GB",
  jit: "off",
  enable_seqscan: "off",
  lock_timeout: "8s",
  ...(hasCitus ? citusSettings : {}),
});

const citusSettings = {
  shared_preload_libraries: "citus",
  wal_level: "logical",
  max_prepared_transactions: "300",
  max_worker_processes: "32",
  max_replication_slots: "32",
  max_wal_senders: "32",
  "citus.node_conninfo": "sslmode=disable",
  "citus.show_shards_for_app_name_prefixes": "*",
};

interface NodeOptions {
  /** Whether commits survive a crash. */
  isDurable: boolean;
  /** Whether the node loads Citus. */
  hasCitus: boolean;
}

/** Starts new nodes in a directory. */
export async function startNodes(
  programs: string,
  directory: string,
  { count, ...options }: NodeOptions & { count: number },
): Promise<CitusNode[]> {
  const privileges = choosePrivileges(directory);
  const nodes = await Promise.all(
    Array.from({ length: count }, async (_, index) =>
      createNode(programs, join(directory, `node-${index}`), privileges, { port: await findFreePort(), ...options }),
    ),
  );
  await Promise.all(nodes.map((node) => node.start()));
  return nodes;
}

async function createNode(
  programs: string,
  directory: string,
  privileges: Privileges,
  { port, ...options }: NodeOptions & { port: number },
): Promise<CitusNode> {
  const data = join(directory, "data");
  const log = join(directory, "log");
  const run = async (program: string, ...parameters: string[]) => {
    const { file, parameters: all, ...account } = privileges.prepare(join(programs, program), parameters);
    await promisify(execFile)(file, all, { cwd: directory, ...account });
  };
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  handOver(directory, privileges);
  const locale = ["--encoding=UTF8", "--locale=C", "--lc-ctype=C.UTF-8"];
  await run("initdb", `--pgdata=${data}`, `--username=${user}`, "--auth=trust", "--no-sync", ...locale);
  const lines = Object.entries(settings(port, directory, options)).map(([name, value]) => `${name} = '${value}'\n`);
  appendFileSync(join(data, "postgresql.conf"), lines.join(""));
  const postmasterFile = join(data, "postmaster.pid");
  const postmaster = () => Number.parseInt(readFileSync(postmasterFile, "utf8"), 10);
  return {
    port,
    data,
    postmaster,
    freeze: () => signalNode(postmaster(), "SIGSTOP"),
    thaw: () => signalNode(postmaster(), "SIGCONT"),
    start: () => run("pg_ctl", "start", `--pgdata=${data}`, `--log=${log}`, "--silent", "--wait"),
    stop: (mode) => run("pg_ctl", "stop", `--pgdata=${data}`, `--mode=${mode}`, "--silent", "--wait"),
    async kill() {
      process.kill(postmaster(), "SIGKILL");
      while (isInUse(data)) await pause(10);
      // PostgreSQL would check only the process id in it, which may be another program's by now.
      rmSync(postmasterFile);
    },
  };
}

/** Sends a signal to a postmaster and its children. A stopped postmaster starts no others. */
export function signalNode(postmaster: number, name: NodeJS.Signals): void {
  const { stdout } = spawnSync("ps", ["-o", "pid=", "--ppid", String(postmaster)], { encoding: "utf8" });
  for (const id of [postmaster, ...stdout.split("\n").map(Number).filter(Boolean)]) {
    try {
      process.kill(id, name);
    } catch (error) {
      // A session has ended meanwhile.
      if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
    }
  }
}

/** A port that was free a moment ago. */
function findFreePort(): Promise<number> {
  const server = createServer();
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, host, () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}
