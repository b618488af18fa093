/**
 * PostgreSQL servers with Citus on loopback, each in a directory of its own: one coordinator, and workers.
 */
import { execFile, spawnSync } from "node:child_process";
import { appendFileSync, existsSync, mkdirSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { promisify } from "node:util";
import { choosePrivileges, handOver, type Privileges } from "../../server/db/embedded/privileges.ts";

/** The only user, a superuser. */
export const user = "messaging";

export const host = "127.0.0.1";

/** One PostgreSQL of a Citus cluster. */
export interface CitusNode {
  port: number;
  data: string;
  start(): Promise<void>;
  /** `immediate` ends the node as a crash does. */
  stop(mode: "fast" | "immediate"): Promise<void>;
}

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
const settings = (port: number, directory: string) => ({
  ...{ port: String(port), listen_addresses: host, unix_socket_directories: directory },
  ...{ fsync: "off", synchronous_commit: "off", full_page_writes: "off" },
  ...{ timezone: "UTC", shared_buffers: "128MB", max_connections: "300", max_wal_size: "4GB" },
  ...{ jit: "off", enable_seqscan: "off", lock_timeout: "8s" },
  ...{ shared_preload_libraries: "citus", wal_level: "logical", max_prepared_transactions: "300" },
  ...{ max_worker_processes: "32", max_replication_slots: "32", max_wal_senders: "32" },
  ...{ "citus.node_conninfo": "sslmode=disable", "citus.show_shards_for_app_name_prefixes": "*" },
});

/** Starts new nodes in a directory. They forget everything in a crash of the machine. */
export async function startNodes(programs: string, directory: string, count: number): Promise<CitusNode[]> {
  const privileges = choosePrivileges(directory);
  const nodes = await Promise.all(
    Array.from({ length: count }, async (_, index) =>
      createNode(programs, join(directory, `node-${index}`), await findFreePort(), privileges),
    ),
  );
  await Promise.all(nodes.map((node) => node.start()));
  return nodes;
}

async function createNode(
  programs: string,
  directory: string,
  port: number,
  privileges: Privileges,
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
  const lines = Object.entries(settings(port, directory)).map(([name, value]) => `${name} = '${value}'\n`);
  appendFileSync(join(data, "postgresql.conf"), lines.join(""));
  return {
    ...{ port, data },
    start: () => run("pg_ctl", "start", `--pgdata=${data}`, `--log=${log}`, "--silent", "--wait"),
    stop: (mode) => run("pg_ctl", "stop", `--pgdata=${data}`, `--mode=${mode}`, "--silent", "--wait"),
  };
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
