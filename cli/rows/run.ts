import { isKept, nameOf } from "../bytes/open-bytes.ts";
import { exitCodes, Failure } from "../failures.ts";
import type { RowSource } from "../files/open-rows.ts";
import type { SourceRow } from "../files/row.ts";
import { type Io, tell, untilInterrupted } from "../io.ts";
import { type Checkpoint, fingerprintOf, noCheckpoint, openCheckpoint, type RunState } from "./checkpoint.ts";
import { type Concurrency, maxConcurrency } from "./concurrency.ts";
import { createPace, inOrder } from "./in-order.ts";
import type { RunOptions } from "./options.ts";
import { createProgress, type Progress } from "./progress.ts";
import { openReport, type Report } from "./report.ts";
import { rowFailure } from "./row-failure.ts";
import { createRunRecord, type RunRecord } from "./run-record.ts";

/** The work on the rows of a file. */
export interface RunTask {
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
  /**
   * Decides once for all rows, before the question, what may not differ when the run is continued: the decision of the
   * earlier run, if there is one. The checkpoint keeps it.
   */
  decide?: (earlier: string | undefined) => string;
  /** Whether a refusal is one of all rows. It stops the run. */
  concernsAllRows?: (failure: Failure) => boolean;
  /** The number of concurrent rows. */
  concurrency: Concurrency;
  /** What the rows write beside the report. */
  output?: RunOutput;
  /** Asks before the first row is processed, unless all rows are. Throws a Failure if the answer is no. */
  confirm?: () => Promise<void>;
}

/** A file that the rows of a run write to. */
export interface RunOutput {
  /** Is called before the first row. `isResumed`: an earlier process may have written for the run with this id. */
  open(runId: string, isResumed: boolean): Promise<void>;
  /** Makes the file durable. Is called before the progress of the run is saved. */
  flush(): void;
  close(): void;
}

export interface RunSummary extends Record<string, unknown> {
  rows: number;
  failed: number;
  /** The file of the failed rows; null if no row failed. */
  report: string | null;
}

/** The parts of a run that each row goes through. */
interface Run {
  task: RunTask;
  options: RunOptions;
  record: RunRecord;
  report: Report;
  progress: Progress;
}

/**
 * Processes the rows of a file, and resumes an interrupted run. A refused row goes into the report. A failure that
 * would affect every row stops the run.
 *
 * @throws Failure if the run stops; the checkpoint keeps its state
 */
export async function runRows(io: Io, task: RunTask, options: RunOptions): Promise<RunSummary> {
  const { file, source, outcomes, atMostOnce, output } = task;
  const reportFile = options.report ?? `${nameOf(file)}.failed.csv`;
  const checkpoint = await openCheckpointOf(task, options);
  const { previous } = checkpoint;
  if (previous) tell(io, describePrevious(previous, file));
  if (checkpoint.hasChanged) tell(io, describeChange(file, task));
  const decision = task.decide?.(checkpoint.decision);
  if (previous?.isFinished) return summarize(previous, reportFile);
  await task.confirm?.();

  const record = createRunRecord(checkpoint, {
    outcomes,
    maxHeld: maxHeldOf(task, options),
    keyLifetimeMilliseconds: atMostOnce?.keyLifetimeMilliseconds,
    flush: () => output?.flush(),
    decision,
  });
  const { state } = record;
  const report = openReport(reportFile, task.columns ?? source.columns, state.reportBytes);
  const progress = createProgress(io);
  await output?.open(state.id, previous !== undefined);
  // The state is saved before any row is started.
  await record.save();
  try {
    await untilInterrupted(io, (signal) => processRows({ task, options, record, report, progress }, signal));
  } catch (error) {
    progress.end();
    await (state.rows === 0 && wasRefused(task, error) ? record.discard() : record.save());
    const next = checkpoint === noCheckpoint ? "" : ". To continue, repeat the command";
    if (state.rows > 0) tell(io, `${state.rows} rows were processed${next}.`);
    throw error;
  } finally {
    report.close();
    output?.close();
  }
  progress.end();
  await record.finish();
  return summarize(state, reportFile);
}

/** The number of rows that are started while an earlier row has no result. */
const maxHeldRows = 1_000;

/** A run whose rows must not be processed twice holds few rows, because a crash leaves their outcomes unknown. */
const maxHeldOf = ({ atMostOnce }: RunTask, { concurrency = maxConcurrency }: RunOptions) =>
  atMostOnce ? concurrency : maxHeldRows;

async function openCheckpointOf(
  { file, source, inputs, atMostOnce }: RunTask,
  options: RunOptions,
): Promise<Checkpoint> {
  const checkpointFile = options.checkpoint ?? ((await isKept(file)) ? `${file}.checkpoint` : undefined);
  if (checkpointFile === undefined) return noCheckpoint;
  const fingerprint = await fingerprintOf(source.bytes, inputs);
  return openCheckpoint(checkpointFile, fingerprint, { ...options, ...atMostOnce });
}

function describePrevious({ rows, isFinished }: RunState, file: string): string {
  return isFinished
    ? `All ${rows} rows of ${nameOf(file)} were processed in an earlier run. To process them again, add --restart.`
    : `${rows} rows of ${nameOf(file)} were processed in an earlier run; continuing with the next row.`;
}

const describeChange = (file: string, { atMostOnce }: RunTask) =>
  `${nameOf(file)} has changed since the interrupted run. All of its rows are processed${atMostOnce ? "; what was sent is not sent again" : " again"}.`;

/** @throws Failure that stops the run, also after the signal, which lets the started rows end first */
async function processRows({ task, options, record, report, progress }: Run, signal: AbortSignal): Promise<void> {
  const { source } = task;
  const unprocessedRows = skipProcessed(source.read(), record.state.rows, signal);
  const start = (row: SourceRow) => {
    record.start(row);
    return attempt(task, row, record.hasUnknownOutcome(row)).finally(() => task.concurrency.answered());
  };
  const limits = { concurrency: task.concurrency, maxHeld: maxHeldOf(task, options), pace: createPace(options.rate) };
  for await (const { row, outcome } of inOrder(unprocessedRows, start, limits)) {
    const isRefused = outcome instanceof Failure;
    if (isRefused && (stopsTheRun(outcome) || task.concernsAllRows?.(outcome))) throw outcome;
    if (isRefused) report.add(row, outcome);
    record.count(row, isRefused ? "failed" : outcome, report.bytes);
    await record.saveIfDue();
    const { rows, counts } = record.state;
    progress.show({ rows, failed: counts.failed ?? 0, fraction: row.end / source.length });
  }
  if (signal.aborted) throw new Failure("interrupted", "Interrupted.");
}

/** Skips the rows that an earlier run has processed, and ends after the signal. */
async function* skipProcessed(
  rows: AsyncIterable<SourceRow>,
  processed: number,
  signal: AbortSignal,
): AsyncGenerator<SourceRow> {
  for await (const row of rows) {
    if (signal.aborted) return;
    if (row.number > processed) yield row;
  }
}

type ProcessedRow = { row: SourceRow; outcome: string | Failure };

/** Processes a row. A row that cannot be read, or may have been processed before, fails without a request. */
async function attempt({ work }: RunTask, row: SourceRow, hasUnknownOutcome: boolean): Promise<ProcessedRow> {
  if (row.problem !== undefined) return { row, outcome: rowFailure("invalid_row", row.problem) };
  if (hasUnknownOutcome) {
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

/** Whether a failure would affect every row: a failure of the key, the rate limit, the server or the network. */
function stopsTheRun({ exitCode, refusal: { code, status } }: Failure): boolean {
  if (exitCode === exitCodes.authentication || exitCode === exitCodes.rateLimited) return true;
  return exitCode === exitCodes.server && (code === undefined || status === 503);
}

/** Whether the server refused the first row for a reason that all rows have, so that nothing was processed. */
const wasRefused = ({ concernsAllRows = () => false }: RunTask, error: unknown) =>
  error instanceof Failure && (error.exitCode === exitCodes.authentication || concernsAllRows(error));

function summarize({ rows, counts }: RunState, report: string): RunSummary {
  const { failed = 0, ...others } = counts;
  return { rows, ...others, failed, report: failed > 0 ? report : null };
}

/** @throws Failure (partlyFailed) if rows failed */
export function refuseFailures({ rows, failed, report }: RunSummary): void {
  if (failed === 0) return;
  throw new Failure("partlyFailed", `${failed} of ${rows} rows failed.`, {
    hint: `The failed rows and the reasons are in ${report}. Correct that file and run the same command on it.`,
  });
}
