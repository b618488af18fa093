import { statSync } from "node:fs";
import { exitCodes, Failure } from "../failures.ts";
import { type Io, tell, untilInterrupted } from "../io.ts";
import { type Checkpoint, fingerprintOf, noCheckpoint, openCheckpoint, type RunState } from "./checkpoint.ts";
import { createPace, inOrder } from "./in-order.ts";
import { createProgress } from "./progress.ts";
import { openReport } from "./report.ts";
import { nameOf, type RowSource, type SourceRow } from "./rows.ts";

/** The options of every command that processes the rows of a file. */
export interface BulkOptions {
  /** The maximum number of rows per second. */
  rate?: number;
  concurrency: number;
  checkpoint?: string;
  report?: string;
  restart?: boolean;
}

/** The work on the rows of a file. */
export interface BulkTask {
  file: string;
  source: RowSource;
  /** The columns of the report; by default the columns of the rows. */
  columns?: readonly string[];
  /** The inputs that determine the requests, besides the file. A run with other inputs is another run. */
  inputs: unknown;
  /** The possible outcomes of a row. Each outcome is counted. */
  outcomes: readonly string[];
  /**
   * Processes one row and returns its outcome.
   *
   * @throws Failure if the row is refused
   */
  work(row: SourceRow): Promise<string>;
  /**
   * Set if a row must not be processed twice. The checkpoint is then saved after every row and kept after the run. The
   * server recognizes a repeated row by its idempotency key for this time.
   */
  atMostOnce?: { keyLifetimeMilliseconds: number };
}

export interface BulkSummary extends Record<string, unknown> {
  rows: number;
  failed: number;
  /** The file of the failed rows; null if no row failed. */
  report: string | null;
}

/** The time between two saves of a run whose rows may be repeated. */
const saveIntervalMilliseconds = 500;

/**
 * Processes the rows of a file, and resumes an interrupted run. A refused row goes into the report. A failure that
 * would affect every row stops the run.
 *
 * @throws Failure if the run stops; the checkpoint keeps its state
 */
export async function runRows(io: Io, task: BulkTask, options: BulkOptions): Promise<BulkSummary> {
  const { file, source, atMostOnce } = task;
  const reportFile = options.report ?? `${file === "-" ? "stdin" : file}.failed.csv`;
  const checkpoint = await open(task, options);
  const { previous } = checkpoint;
  const state: RunState = previous ?? {
    rows: 0,
    counts: Object.fromEntries([...task.outcomes, "failed"].map((name) => [name, 0])),
    reportBytes: 0,
    started: 0,
    startedSince: "",
    isFinished: false,
  };
  if (previous?.isFinished) {
    tell(io, `All ${state.rows} rows of ${nameOf(file)} were processed in an earlier run. Start over with --restart.`);
    return summarize(state, reportFile);
  }
  if (previous)
    tell(io, `${state.rows} rows of ${nameOf(file)} were processed in an earlier run; continuing with the next row.`);
  // Rows that the previous run may have started, and the earliest time at which it may have started them.
  const resumed = { lastRow: state.started, since: state.startedSince };
  // Rows up to this number may have been processed, and the server no longer recognizes their keys.
  const lastUncertainRow =
    atMostOnce && hasPassed(resumed.since, atMostOnce.keyLifetimeMilliseconds) ? resumed.lastRow : 0;

  const report = openReport(reportFile, task.columns ?? source.columns, state.reportBytes);
  const progress = createProgress(io);
  const size = file === "-" ? undefined : statSync(file).size;
  let saved = performance.now();
  /** The start times of the rows in progress, in the order of the rows. */
  const starts = new Map<number, string>();
  const save = async () => {
    saved = performance.now();
    const mayRepeatRows = state.rows < resumed.lastRow;
    const [first = new Date().toISOString()] = starts.values();
    state.started = Math.max(state.rows + options.concurrency, resumed.lastRow);
    state.startedSince = mayRepeatRows ? resumed.since : first;
    await checkpoint.save(state);
  };
  // The state is saved before any row is started.
  await save();

  async function processRows(until: AbortSignal): Promise<void> {
    const rows = skipProcessed(source.rows, state.rows, until);
    const work = (row: SourceRow) => {
      starts.set(row.number, new Date().toISOString());
      return attempt(task, row, row.number <= lastUncertainRow);
    };
    const pace = createPace(options.rate);
    for await (const { row, outcome } of inOrder(rows, work, { concurrency: options.concurrency, pace })) {
      if (outcome instanceof Failure) {
        if (stopsTheRun(outcome)) throw outcome;
        report.add(row, outcome);
      }
      const name = outcome instanceof Failure ? "failed" : outcome;
      state.counts[name] = (state.counts[name] ?? 0) + 1;
      state.rows = row.number;
      starts.delete(row.number);
      state.reportBytes = report.bytes;
      if (atMostOnce || performance.now() - saved >= saveIntervalMilliseconds) await save();
      const fraction = size === undefined ? undefined : row.bytes / size;
      progress.show({ rows: state.rows, failed: state.counts.failed ?? 0, fraction });
    }
    if (until.aborted) throw new Failure("interrupted", "Interrupted.");
  }

  try {
    await untilInterrupted(io, processRows);
  } catch (error) {
    progress.end();
    await (state.rows === 0 && isAuthenticationFailure(error) ? checkpoint.remove() : save());
    const next = checkpoint === noCheckpoint ? "" : ". To continue, repeat the command";
    if (state.rows > 0) tell(io, `${state.rows} rows were processed${next}.`);
    throw error;
  } finally {
    report.close();
  }
  progress.end();
  state.isFinished = true;
  await (atMostOnce ? save() : checkpoint.remove());
  return summarize(state, reportFile);
}

async function open({ file, inputs }: BulkTask, options: BulkOptions): Promise<Checkpoint> {
  const checkpointFile = options.checkpoint ?? (file === "-" ? undefined : `${file}.checkpoint`);
  if (checkpointFile === undefined) return noCheckpoint;
  return openCheckpoint(checkpointFile, await fingerprintOf(file, inputs), options);
}

const hasPassed = (since: string, milliseconds: number) => Date.now() - Date.parse(since) > milliseconds;

/** Skips the processed rows, and ends after an interruption. */
async function* skipProcessed(
  rows: AsyncIterable<SourceRow>,
  processed: number,
  until: AbortSignal,
): AsyncGenerator<SourceRow> {
  for await (const row of rows) {
    if (until.aborted) return;
    if (row.number > processed) yield row;
  }
}

type Result = { row: SourceRow; outcome: string | Failure };

async function attempt({ work }: BulkTask, row: SourceRow, isUncertain: boolean): Promise<Result> {
  if (row.problem !== undefined) return { row, outcome: rowFailure("invalid_row", row.problem) };
  if (isUncertain) {
    const message =
      "The run was interrupted at this row, too long ago to tell whether the row was processed. It is not repeated.";
    return { row, outcome: rowFailure("outcome_unknown", message) };
  }
  try {
    return { row, outcome: await work(row) };
  } catch (error) {
    if (error instanceof Failure) return { row, outcome: error };
    throw error;
  }
}

/** The failure of a row that is refused without a request. */
export function rowFailure(code: string, message: string): Failure {
  return new Failure("invalid", message, { code });
}

/** Whether a failure would affect every row: a failure of the key, the rate limit, the server or the network. */
function stopsTheRun({ exitCode, refusal: { code, status } }: Failure): boolean {
  if (exitCode === exitCodes.authentication || exitCode === exitCodes.rateLimited) return true;
  return exitCode === exitCodes.server && (code === undefined || status === 503);
}

const isAuthenticationFailure = (error: unknown) =>
  error instanceof Failure && error.exitCode === exitCodes.authentication;

function summarize({ rows, counts }: RunState, report: string): BulkSummary {
  const { failed = 0, ...others } = counts;
  return { rows, ...others, failed, report: failed > 0 ? report : null };
}

/** @throws Failure (partlyFailed) if rows failed */
export function refuseFailures({ rows, failed, report }: BulkSummary): void {
  if (failed === 0) return;
  throw new Failure("partlyFailed", `${failed} of ${rows} rows failed.`, {
    hint: `The failed rows and the reasons are in ${report}. Correct that file and run the same command on it.`,
  });
}
