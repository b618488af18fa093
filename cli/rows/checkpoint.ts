import { createHash } from "node:crypto";
import { rm } from "node:fs/promises";
import type { ByteSource } from "../bytes/decode.ts";
import { usageError } from "../failures.ts";
import { readPrivate, replacePrivate } from "./private-file.ts";

/** The state of a run over the rows of a file. */
export interface RunState {
  /** Identifies the run, also after it is resumed. */
  id: string;
  /** The number of processed rows, counted from the beginning of the file. */
  rows: number;
  /** The number of processed rows by outcome. */
  counts: Record<string, number>;
  /** The length of the report. */
  reportBytes: number;
  /** The number of the last row that may have been started. */
  lastStartedRow: number;
  /** No unprocessed row was started before this timestamp, in ISO 8601. */
  startedSince: string;
  /** When the first row was started, in ISO 8601. */
  begunAt: string;
  /** What the task decided when it began, such as the time that its texts are sent at. */
  decision?: string | undefined;
  /** Whether all rows are processed. */
  isFinished: boolean;
}

/** Stores the state of a run, so that the same command can resume a killed run. */
export interface Checkpoint {
  /** The stored state of an earlier run; undefined if there is none. */
  previous: RunState | undefined;
  /** Whether the file has changed since an unfinished run with the same inputs. */
  hasChanged: boolean;
  /** The decision of the earlier run that this one repeats or continues. */
  decision: string | undefined;
  /** Replaces the stored state atomically. */
  save(state: RunState): Promise<void>;
  remove(): Promise<void>;
}

export interface CheckpointOptions {
  restart?: boolean;
  /** For rows that must not be processed twice: how long the server recognizes a repeated row by its key. */
  keyLifetimeMilliseconds?: number;
}

/**
 * Opens the checkpoint file of a run. An unfinished run whose file has changed since then begins again at the first row:
 * a corrected row may be anywhere. The server recognizes the rows that it has processed.
 *
 * @param fingerprint The `fingerprintOf` the run.
 * @throws Failure (usage) if the checkpoint is of an unfinished run with other options, or the server may have forgotten
 * rows that would be processed again
 */
export async function openCheckpoint(
  file: string,
  fingerprint: string,
  { restart = false, keyLifetimeMilliseconds = Number.POSITIVE_INFINITY }: CheckpointOptions = {},
): Promise<Checkpoint> {
  const stored = restart ? undefined : await read(file);
  const isSame = stored?.fingerprint === fingerprint;
  const isOpen = stored !== undefined && !isSame && !stored.state.isFinished;
  if (isOpen && inputsOf(stored.fingerprint) !== inputsOf(fingerprint)) {
    throw usageError(
      `${file} belongs to an unfinished run with other options. Repeat that run, or start over with --restart.`,
    );
  }
  if (isOpen && !(Date.now() - Date.parse(stored.state.begunAt) < keyLifetimeMilliseconds)) {
    throw usageError(
      `${file} belongs to an unfinished run of another version of the file, too long ago to tell which rows were sent. Remove the first ${stored.state.rows} rows, which were processed, and start over with --restart.`,
    );
  }
  return {
    previous: isSame ? stored.state : undefined,
    hasChanged: isOpen,
    decision: isSame || isOpen ? stored.state.decision : undefined,
    save: (state) => replacePrivate(file, `${JSON.stringify({ fingerprint, state })}\n`),
    remove: () => rm(file, { force: true }),
  };
}

/** The checkpoint of a run that is not stored. */
export const noCheckpoint: Checkpoint = {
  previous: undefined,
  hasChanged: false,
  decision: undefined,
  save: async () => {},
  remove: async () => {},
};

async function read(file: string): Promise<{ fingerprint: string; state: RunState } | undefined> {
  const text = await readPrivate(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw usageError(`${file} cannot be read: ${error.message}`);
  });
  if (text === undefined) return undefined;
  try {
    const { fingerprint, state } = JSON.parse(text);
    const isValid =
      typeof fingerprint === "string" && Number.isSafeInteger(state.rows) && typeof state.counts === "object";
    if (isValid) return { fingerprint, state };
  } catch {
    // Invalid JSON is reported below, like any other content.
  }
  throw usageError(`${file} is not a checkpoint. Choose another file with --checkpoint.`);
}

/** Identifies a run: hashes of the inputs that determine the requests, and of the bytes of the file. */
export async function fingerprintOf(bytes: ByteSource, inputs: unknown): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of bytes.read()) hash.update(chunk);
  return `${createHash("sha256").update(JSON.stringify(inputs)).digest("hex")}.${hash.digest("hex")}`;
}

const inputsOf = (fingerprint: string) => fingerprint.split(".")[0];
