import { randomUUID } from "node:crypto";
import type { SourceRow } from "../files/row.ts";
import type { Checkpoint, RunState } from "./checkpoint.ts";

/** Records which rows of a run are processed and which may have been started, and saves this to the checkpoint. */
export interface RunRecord {
  readonly state: Readonly<RunState>;
  /** Whether an interrupted run may have processed the row, so long ago that the server has forgotten the row's key. */
  hasUnknownOutcome(row: SourceRow): boolean;
  /** Records that a row is started. */
  start(row: SourceRow): void;
  /** Counts a processed row. `reportBytes` is the length of the report with this row. */
  count(row: SourceRow, outcome: string, reportBytes: number): void;
  save(): Promise<void>;
  /** Saves the state if it is time to do so. */
  saveIfDue(): Promise<void>;
  /** Saves that all rows are processed, or removes the checkpoint if the rows may be processed again. */
  finish(): Promise<void>;
  /** Removes the checkpoint. */
  discard(): Promise<void>;
}

export interface RunRecordOptions {
  outcomes: readonly string[];
  /** The maximum number of started rows without a counted result. */
  maxHeld: number;
  /** For rows that must not be processed twice: how long the server recognizes a repeated row by its key. */
  keyLifetimeMilliseconds: number | undefined;
  /** Makes what the processed rows have written durable. Is called before each save. */
  flush?: () => void;
  /** What the task has decided. */
  decision: string | undefined;
}

/** The time between two saves of a run whose rows may be repeated. Other runs are saved after every row. */
const saveIntervalMilliseconds = 500;

/** Creates the record of a run, which begins with the state that the checkpoint has of an earlier, interrupted run. */
export function createRunRecord(
  checkpoint: Checkpoint,
  { outcomes, maxHeld, keyLifetimeMilliseconds, flush = () => {}, decision }: RunRecordOptions,
): RunRecord {
  // The checkpoint of an earlier version has no id.
  const state: RunState = { id: randomUUID(), ...(checkpoint.previous ?? newState(outcomes)), decision };
  /** The rows up to `lastRow` may have been started by the interrupted run, the first of them at `since`. */
  const interrupted = { lastRow: state.lastStartedRow, since: state.startedSince };
  const isRepeatable = keyLifetimeMilliseconds === undefined;
  const hasForgottenKeys = !isRepeatable && Date.now() - Date.parse(interrupted.since) > keyLifetimeMilliseconds;
  /** The start times of the rows in progress that must not be repeated, by the number of the row, in the order of the rows. */
  const startTimes = new Map<number, string>();
  let savedAt = Number.NEGATIVE_INFINITY;

  async function save(): Promise<void> {
    savedAt = performance.now();
    const [firstStart = new Date().toISOString()] = startTimes.values();
    const isRepeatingRows = state.rows < interrupted.lastRow;
    state.lastStartedRow = Math.max(state.rows + maxHeld, interrupted.lastRow);
    state.startedSince = isRepeatingRows ? interrupted.since : firstStart;
    flush();
    await checkpoint.save(state);
  }

  return {
    state,
    hasUnknownOutcome: ({ number }) => hasForgottenKeys && number <= interrupted.lastRow,
    start({ number }) {
      if (!isRepeatable) startTimes.set(number, new Date().toISOString());
    },
    count({ number }, outcome, reportBytes) {
      startTimes.delete(number);
      state.rows = number;
      state.counts[outcome] = (state.counts[outcome] ?? 0) + 1;
      state.reportBytes = reportBytes;
    },
    save,
    async saveIfDue() {
      if (!isRepeatable || performance.now() - savedAt >= saveIntervalMilliseconds) await save();
    },
    async finish() {
      state.isFinished = true;
      await (isRepeatable ? checkpoint.remove() : save());
    },
    discard: () => checkpoint.remove(),
  };
}

function newState(outcomes: readonly string[]): Omit<RunState, "id"> {
  return {
    rows: 0,
    counts: Object.fromEntries([...outcomes, "failed"].map((name) => [name, 0])),
    reportBytes: 0,
    lastStartedRow: 0,
    startedSince: "",
    begunAt: new Date().toISOString(),
    isFinished: false,
  };
}
