import { statSync } from "node:fs";
import { exitCodes, Failure } from "../failures.ts";
import { type Io, tell, untilInterrupted } from "../io.ts";
import { type Checkpoint, fingerprint, type Mark, noCheckpoint, openCheckpoint } from "./checkpoint.ts";
import { createPace, inOrder } from "./in-order.ts";
import { createProgress } from "./progress.ts";
import { openReport } from "./report.ts";
import { nameOf, type RowSource, type SourceRow } from "./rows.ts";

/** The options of every command that goes over the rows of a file. */
export interface BulkOptions {
  /** How many rows a second, at most. */
  rate?: number;
  concurrency: number;
  checkpoint?: string;
  report?: string;
  restart?: boolean;
}

/** What is to be done with the rows of a file. */
export interface BulkTask {
  file: string;
  source: RowSource;
  /** The columns of the report; by default those of the rows. */
  columns?: readonly string[];
  /** What decides, beside the file, what the rows are made into; another run differs in it. */
  decisive: unknown;
  /** What rows can come to; each is counted. */
  outcomes: readonly string[];
  /**
   * Does it with one row and says what it came to.
   *
   * @throws Failure when the row cannot be done
   */
  work(row: SourceRow): Promise<string>;
  /**
   * A row that is done twice does harm. So every row that is done is kept at once, and a run that was over stays so.
   */
  isOnce?: { /** For so many milliseconds the server itself takes care of it. */ guardedFor: number };
}

export interface BulkSummary extends Record<string, unknown> {
  rows: number;
  failed: number;
  /** Where the failed rows are; null if none failed. */
  report: string | null;
}

/** How often a run that may be repeated row by row is kept, in milliseconds. */
const savingPause = 500;

/**
 * Goes over the rows of a file, and on where the last run was if that was interrupted. A row that is refused goes into
 * the report; what stands in the way of all rows ends the run.
 *
 * @throws Failure when the run cannot go on; what is done is kept
 */
export async function runRows(io: Io, task: BulkTask, options: BulkOptions): Promise<BulkSummary> {
  const { file, source, isOnce } = task;
  const reportFile = options.report ?? `${file === "-" ? "stdin" : file}.failed.csv`;
  const checkpoint = await open(task, options);
  const { found } = checkpoint;
  const mark: Mark = found ?? {
    rows: 0,
    counts: Object.fromEntries([...task.outcomes, "failed"].map((name) => [name, 0])),
    reportBytes: 0,
    started: 0,
    startedSince: "",
    isFinished: false,
  };
  if (found?.isFinished) {
    tell(io, `All ${mark.rows} rows of ${nameOf(file)} were done before. --restart begins again.`);
    return summarize(mark, reportFile);
  }
  if (found) tell(io, `${mark.rows} rows of ${nameOf(file)} are done already; going on with the next.`);
  const inherited = { upTo: mark.started, since: mark.startedSince };
  const uncertain = isOnce && isOver(inherited.since, isOnce.guardedFor) ? inherited.upTo : 0;

  const report = openReport(reportFile, task.columns ?? source.columns, mark.reportBytes);
  const progress = createProgress(io);
  const size = file === "-" ? undefined : statSync(file).size;
  let saved = performance.now();
  /** When the rows were started that are not done, in their order. */
  const starts = new Map<number, string>();
  const save = async () => {
    saved = performance.now();
    const isInherited = mark.rows < inherited.upTo;
    const [first = new Date().toISOString()] = starts.values();
    mark.started = Math.max(mark.rows + options.concurrency, inherited.upTo);
    mark.startedSince = isInherited ? inherited.since : first;
    await checkpoint.save(mark);
  };
  // From now on rows may have been started.
  await save();

  async function go(until: AbortSignal): Promise<void> {
    const rows = choose(source.rows, mark.rows, until);
    const work = (row: SourceRow) => {
      starts.set(row.number, new Date().toISOString());
      return attempt(task, row, row.number <= uncertain);
    };
    const pace = createPace(options.rate);
    for await (const { row, outcome } of inOrder(rows, work, { concurrency: options.concurrency, pace })) {
      if (outcome instanceof Failure) {
        if (isOfAllRows(outcome)) throw outcome;
        report.add(row, outcome);
      }
      const name = outcome instanceof Failure ? "failed" : outcome;
      mark.counts[name] = (mark.counts[name] ?? 0) + 1;
      mark.rows = row.number;
      starts.delete(row.number);
      mark.reportBytes = report.bytes;
      if (isOnce || performance.now() - saved >= savingPause) await save();
      const fraction = size === undefined ? undefined : row.bytes / size;
      progress.show({ rows: mark.rows, failed: mark.counts.failed ?? 0, fraction });
    }
    if (until.aborted) throw new Failure("interrupted", "Interrupted.");
  }

  try {
    await untilInterrupted(io, go);
  } catch (error) {
    progress.end();
    await (mark.rows === 0 && isOfKey(error) ? checkpoint.remove() : save());
    const next = checkpoint === noCheckpoint ? "" : "; the same command goes on with the next";
    if (mark.rows > 0) tell(io, `${mark.rows} rows are done${next}.`);
    throw error;
  } finally {
    report.close();
  }
  progress.end();
  mark.isFinished = true;
  await (isOnce ? save() : checkpoint.remove());
  return summarize(mark, reportFile);
}

async function open({ file, decisive }: BulkTask, options: BulkOptions): Promise<Checkpoint> {
  const kept = options.checkpoint ?? (file === "-" ? undefined : `${file}.checkpoint`);
  if (kept === undefined) return noCheckpoint;
  return openCheckpoint(kept, await fingerprint(file, decisive), options);
}

const isOver = (since: string, milliseconds: number) => Date.now() - Date.parse(since) > milliseconds;

/** The rows that are not done yet; no more when it is interrupted. */
async function* choose(rows: AsyncIterable<SourceRow>, done: number, until: AbortSignal): AsyncGenerator<SourceRow> {
  for await (const row of rows) {
    if (until.aborted) return;
    if (row.number > done) yield row;
  }
}

type Result = { row: SourceRow; outcome: string | Failure };

async function attempt({ work }: BulkTask, row: SourceRow, isUncertain: boolean): Promise<Result> {
  if (row.problem !== undefined) return { row, outcome: rowFailure("invalid_row", row.problem) };
  if (isUncertain) {
    const message = "The run was interrupted here, too long ago to say whether this row was done: it is not repeated.";
    return { row, outcome: rowFailure("outcome_unknown", message) };
  }
  try {
    return { row, outcome: await work(row) };
  } catch (error) {
    if (error instanceof Failure) return { row, outcome: error };
    throw error;
  }
}

/** Why a row cannot be done, without asking the server. */
export function rowFailure(code: string, message: string): Failure {
  return new Failure("invalid", message, { code });
}

/** Whether a failure is none of the row's own: the key, the rate, the server or the way to it. */
function isOfAllRows({ exitCode, refusal: { code, status } }: Failure): boolean {
  if (exitCode === exitCodes.authentication || exitCode === exitCodes.rateLimited) return true;
  return exitCode === exitCodes.server && (code === undefined || status === 503);
}

/** Nothing was done at all. */
const isOfKey = (error: unknown) => error instanceof Failure && error.exitCode === exitCodes.authentication;

function summarize({ rows, counts }: Mark, report: string): BulkSummary {
  const { failed = 0, ...others } = counts;
  return { rows, ...others, failed, report: failed > 0 ? report : null };
}

/** @throws Failure (partlyFailed) when rows failed */
export function refuseFailures({ rows, failed, report }: BulkSummary): void {
  if (failed === 0) return;
  const are = failed === 1 ? "row is" : "rows are";
  throw new Failure("partlyFailed", `${failed} of ${rows} rows failed.`, {
    hint: `The ${are} in ${report}, with what was wrong: correct it and give it to the same command.`,
  });
}
