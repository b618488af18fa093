import type { Config } from "../../server/config.ts";
import type { Database } from "../../server/db/database.ts";
import { readSchemaStatus } from "../../server/process/migrate.ts";
import { openDatabase } from "../../server/process/open-database.ts";
import { checkAccounts } from "./accounts.ts";
import { type Finding, runCheck } from "./check.ts";
import { checkEndpoints } from "./endpoints.ts";
import { checkInstallation } from "./installation.ts";
import { checkMissedTexts } from "./missed-texts.ts";
import { isDatabaseMissing } from "./missing-database.ts";
import { checkNodes } from "./nodes.ts";
import { checkNotifications } from "./notifications.ts";
import { checkNumbers } from "./numbers.ts";
import { checkPooler } from "./pooler.ts";
import { checkReplies } from "./replies.ts";

/** The oldest PostgreSQL version that the schema supports. */
const minVersion = 15;

/** A larger difference between the clocks would mislead a reader of the logs. */
const maxClockDifferenceSeconds = 2;

const migrateHint = "Start the server, which migrates the database, or run: messaging db migrate";

/** Checks the database. If it cannot be reached, the result says only that. */
export async function checkDatabase(config: Config): Promise<Finding[]> {
  if (isDatabaseMissing(config)) return [missingDatabase(config)];
  let database: Database | undefined;
  const todo =
    config.databaseUrl === undefined ? "Check the files in DATA_DIR." : "Start PostgreSQL, and check DATABASE_URL.";
  const reached = await runCheck("database", todo, async () => {
    database = await openDatabase(config);
    return checkVersion(database);
  });
  try {
    if (!database || reached.status === "fail") return [reached];
    const schema = await checkSchema(database);
    const isMigrated = schema.every(({ status }) => status === "ok");
    return [
      reached,
      ...(await checkNodes(database)),
      ...(await checkPooler(database)),
      await checkNotifications(database),
      ...schema,
      ...(isMigrated
        ? [
            await checkNumbers(database, config),
            ...(await checkReplies(database, config)),
            ...(await checkInstallation(database, config)),
          ]
        : []),
      await checkClock(database),
      ...(await checkSettings(database)),
      ...(isMigrated ? await checkEndpoints(database) : []),
      ...(isMigrated ? await checkAccounts(database, config) : []),
      ...(isMigrated ? await checkMissedTexts(database, config) : []),
    ];
  } finally {
    await database?.close();
  }
}

/** The result for a data directory without a database. Opening the database would create it. */
function missingDatabase({ dataDir }: Config): Finding {
  const todo = "Start the server, which creates the database.";
  return { check: "database", status: "warn", found: `no embedded PostgreSQL in ${dataDir} yet`, todo };
}

async function checkVersion({ orm, embedded }: Database): Promise<Finding> {
  const check = "database";
  const rows = await orm.em.fork().execute("select current_setting('server_version') as version");
  const version = String(rows[0]?.version);
  const found = `PostgreSQL ${version}${embedded ? ", embedded" : ""}`;
  if (Number.parseInt(version, 10) >= minVersion) return { check, status: "ok", found };
  return { check, status: "fail", found, todo: `Upgrade to PostgreSQL ${minVersion} or later.` };
}

async function checkSchema(database: Database): Promise<Finding[]> {
  const { executed, pending, queueInstalled } = await readSchemaStatus(database);
  const count = `${executed.length} executed, ${pending.length} pending`;
  return [
    {
      check: "migrations",
      found: count,
      ...(pending.length === 0 ? { status: "ok" } : { status: "fail", todo: migrateHint }),
    },
    {
      check: "queue",
      ...(queueInstalled
        ? { status: "ok", found: "up to date" }
        : { status: "fail", found: "missing or old", todo: migrateHint }),
    },
  ];
}

async function checkClock({ orm }: Database): Promise<Finding> {
  const check = "clock";
  const before = Date.now();
  const rows = await orm.em.fork().execute("select extract(epoch from clock_timestamp())::float8 as seconds");
  const localSeconds = (before + Date.now()) / 2 / 1_000;
  const difference = Math.abs(Number(rows[0]?.seconds) - localSeconds);
  const found = `differs from the database's clock by ${difference.toFixed(1)} s`;
  if (difference < maxClockDifferenceSeconds) return { check, status: "ok", found };
  const todo =
    "Synchronize both clocks with NTP. The server uses the database's clock, except for logs and certificates.";
  return { check, status: "warn", found, todo };
}

/** The settings of PostgreSQL on which the server's guarantees depend. */
export interface DatabaseSettings {
  default_transaction_isolation: string;
  synchronous_commit: string;
  fsync: string;
}

async function checkSettings({ orm }: Database): Promise<Finding[]> {
  const names = ["default_transaction_isolation", "synchronous_commit", "fsync"];
  const columns = names.map((name) => `current_setting('${name}') as ${name}`).join(", ");
  const [settings] = await orm.em.fork().execute<DatabaseSettings[]>(`select ${columns}`);
  return [judgeIsolation(settings!), judgeDurability(settings!)];
}

/** In another isolation level, a send could miss an opt-out that was committed while the send waited for a lock. */
export function judgeIsolation({ default_transaction_isolation: found }: DatabaseSettings): Finding {
  const check = "isolation";
  if (found === "read committed") return { check, status: "ok", found };
  const todo = "Set default_transaction_isolation to 'read committed' for the role and the database.";
  return { check, status: "fail", found, todo };
}

/** Without these settings, a crash of the database's machine can lose acknowledged data. */
export function judgeDurability({ synchronous_commit, fsync }: DatabaseSettings): Finding {
  const check = "durability";
  const found = `synchronous_commit ${synchronous_commit}, fsync ${fsync}`;
  const off = Object.entries({ synchronous_commit, fsync }).flatMap(([name, value]) => (value === "off" ? name : []));
  if (off.length === 0) return { check, status: "ok", found };
  return {
    check,
    status: "warn",
    found,
    todo: `Set ${off.join(" and ")} to on. Otherwise a crash can lose acknowledged data.`,
  };
}
