import { loadConfig } from "../../server/config.ts";
import type { Database } from "../../server/db/database.ts";
import { parseTimestamp, type Timestamp } from "../../server/db/timestamp.ts";
import { backfill, marginMilliseconds } from "../../server/inbound/backfill/backfill.ts";
import { findRestored, liftAfterBackfill } from "../../server/process/restore.ts";
import { type CarrierHistory, openHistories } from "../../server/provider-accounts/histories.ts";
import { Failure, messageOf, usageError } from "../failures.ts";
import type { Io } from "../io.ts";
import type { Row } from "../output/results.ts";
import { loadSealer } from "./load-sealer.ts";
import { withDataDir } from "./locate-data.ts";

export interface BackfillOptions {
  since: string;
  until?: string;
  provider?: string;
  dryRun?: boolean;
}

const dayMilliseconds = 24 * 3_600_000;

/** Records the callbacks that did not arrive, and returns the counts of each carrier. Says whether live texts are on again. */
export async function backfillCallbacks(
  io: Io,
  database: Database,
  { provider, dryRun = false, ...given }: BackfillOptions,
): Promise<Row[]> {
  const since = readPastTime(given.since);
  const until = given.until === undefined ? undefined : readPastTime(given.until);
  if (until !== undefined && until <= since) throw usageError("--until must be later than --since.");
  const config = loadConfig(await withDataDir(io.env));
  checkSpan(since, config.callbackRetentionDays);
  const { orm } = database;
  const carriers = await openHistories(orm.em.fork(), await loadSealer(io), config.provider);
  const asked = carriers.filter(({ name }) => provider === undefined || name === provider);
  if (provider !== undefined && asked.length === 0) {
    throw new Failure("notFound", `There is no provider ${provider} with texts of its own.`);
  }
  const options = { orm, carriers, since, until: until ?? new Date().toISOString(), dryRun };
  const found: Row[] = [];
  for (const carrier of asked) found.push({ provider: carrier.name, ...(await ask(carrier, options)) });
  const isWhole = !dryRun && until === undefined && provider === undefined;
  const haveAll = carriers.every(({ history }) => history !== undefined);
  if (await findRestored(database)) {
    if (isWhole && haveAll) await liftAfterBackfill(database, since);
    io.stderr.write(tell(await findRestored(database)));
  }
  return found;
}

/** @throws Failure (usage) */
function readPastTime(text: string): Timestamp {
  const time = parseTimestamp(text);
  if (time === undefined) throw usageError(`${text} is no time. Write it as 2026-11-26T10:00Z.`);
  if (Date.parse(time) > Date.now()) throw usageError(`${text} is yet to come.`);
  return time;
}

/** A carrier without a list has nulls. */
async function ask(carrier: CarrierHistory, options: Parameters<typeof backfill>[1]): Promise<Row> {
  const { name, kind, history } = carrier;
  if (!history) return { listed: null, texts: null, keywords: null, statuses: null };
  try {
    return { ...(await backfill({ ...carrier, history }, options)) };
  } catch (error) {
    throw new Failure("server", `The provider ${name} (${kind}) was not read to the end: ${messageOf(error)}`);
  }
}

/**
 * The records of older callbacks are deleted, so texts that were received or erased would count as missing. The list begins
 * earlier than `since`.
 */
function checkSpan(since: string, retentionDays: number): void {
  const oldest = Date.now() - retentionDays * dayMilliseconds + marginMilliseconds;
  if (Date.parse(since) >= oldest) return;
  const first = `${new Date(oldest).toISOString().slice(0, 16)}Z`;
  throw new Failure("invalid", `--since must be ${first} or later: records are kept for ${retentionDays} days.`);
}

function tell(restored: Awaited<ReturnType<typeof findRestored>>): string {
  if (!restored) return "Live texts are on again.\n";
  const { lostSince } = restored;
  const wanted =
    lostSince === null
      ? "the time of the backup is unknown; see messaging db accept-lost-opt-outs --help"
      : `ask all carriers, with --since ${lostSince} or earlier; see messaging db accept-lost-opt-outs --help`;
  return `Live texts stay off: ${wanted}\n`;
}
