import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Config } from "../../server/config.ts";
import { type Database, openDatabase } from "../../server/db/database.ts";
import { readSchemaStatus } from "../../server/migrate.ts";
import { type Finding, failing } from "./check.ts";
import { checkPooler } from "./pooler.ts";

/** The oldest PostgreSQL that the schema works on. */
const leastVersion = 15;

/** How far the clocks may be apart before somebody who reads logs is led astray. */
const patienceSeconds = 2;

const migrate = "Start the server, which does it, or run: messaging db migrate";

/** Everything about the database; only that it is away, if it is. */
export async function checkDatabase(config: Config): Promise<Finding[]> {
  if (config.databaseUrl === undefined && !existsSync(join(config.dataDir, "data"))) return [notMade(config)];
  let database: Database | undefined;
  const todo = config.databaseUrl === undefined ? "Look into DATA_DIR." : "Start it, and see that DATABASE_URL is its.";
  const reached = await failing("database", todo, async () => {
    database = await openDatabase(config);
    return checkVersion(database);
  });
  try {
    if (!database || reached.status === "fail") return [reached];
    return [
      reached,
      ...(await checkPooler(database)),
      ...(await checkSchema(database)),
      await checkClock(database),
      ...(await checkModes(database)),
    ];
  } finally {
    await database?.close();
  }
}

/** Opening it would make it. */
function notMade({ dataDir }: Config): Finding {
  const todo = "Start the server once: it makes one.";
  return { check: "database", status: "warn", found: `no embedded PostgreSQL in ${dataDir} yet`, todo };
}

async function checkVersion({ orm, embedded }: Database): Promise<Finding> {
  const check = "database";
  const rows = await orm.em.fork().execute("select current_setting('server_version') as version");
  const version = String(rows[0]?.version);
  const found = `PostgreSQL ${version}${embedded ? ", embedded" : ""}`;
  if (Number.parseInt(version, 10) >= leastVersion) return { check, status: "ok", found };
  return { check, status: "fail", found, todo: `Move to PostgreSQL ${leastVersion} or later.` };
}

async function checkSchema(database: Database): Promise<Finding[]> {
  const { executed, pending, queueInstalled } = await readSchemaStatus(database);
  const count = `${executed.length} done, ${pending.length} pending`;
  return [
    {
      check: "migrations",
      found: count,
      ...(pending.length === 0 ? { status: "ok" } : { status: "fail", todo: migrate }),
    },
    {
      check: "queue",
      ...(queueInstalled
        ? { status: "ok", found: "up to date" }
        : { status: "fail", found: "missing or old", todo: migrate }),
    },
  ];
}

async function checkClock({ orm }: Database): Promise<Finding> {
  const check = "clock";
  const before = Date.now();
  const rows = await orm.em.fork().execute("select extract(epoch from clock_timestamp())::float8 as seconds");
  const here = (before + Date.now()) / 2 / 1_000;
  const apart = Math.abs(Number(rows[0]?.seconds) - here);
  const found = `${apart.toFixed(1)} s from the database's`;
  if (apart < patienceSeconds) return { check, status: "ok", found };
  const todo = "Let NTP set both clocks. The database's is the one that counts; logs and certificates go by the other.";
  return { check, status: "warn", found, todo };
}

/** What PostgreSQL promises for the server's sessions. */
export interface Modes {
  default_transaction_isolation: string;
  synchronous_commit: string;
  fsync: string;
}

async function checkModes({ orm }: Database): Promise<Finding[]> {
  const names = ["default_transaction_isolation", "synchronous_commit", "fsync"];
  const columns = names.map((name) => `current_setting('${name}') as ${name}`).join(", ");
  const [modes] = await orm.em.fork().execute<Modes[]>(`select ${columns}`);
  return [judgeIsolation(modes!), judgeDurability(modes!)];
}

/** In another isolation level, a send could miss an opt-out that was committed while the send waited for a lock. */
export function judgeIsolation({ default_transaction_isolation: found }: Modes): Finding {
  const check = "isolation";
  if (found === "read committed") return { check, status: "ok", found };
  const todo = "Set default_transaction_isolation to 'read committed' for the role and the database.";
  return { check, status: "fail", found, todo };
}

/** Without these settings, a crash of the database's machine loses what was acknowledged. */
export function judgeDurability({ synchronous_commit, fsync }: Modes): Finding {
  const check = "durability";
  const found = `synchronous_commit ${synchronous_commit}, fsync ${fsync}`;
  const off = Object.entries({ synchronous_commit, fsync }).flatMap(([name, value]) => (value === "off" ? name : []));
  if (off.length === 0) return { check, status: "ok", found };
  return {
    check,
    status: "warn",
    found,
    todo: `Set ${off.join(" and ")} to on, or a crash loses what was acknowledged.`,
  };
}
