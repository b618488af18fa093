import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { rm } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { usageError } from "../failures.ts";
import { readPrivate, replacePrivate } from "./private-file.ts";

/** The state of a run over the rows of a file. */
export interface RunState {
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
  /** Whether all rows are processed. */
  isFinished: boolean;
}

/** Stores the state of a run, so that the same command can resume a killed run. */
export interface Checkpoint {
  /** The stored state of an earlier run; undefined if there is none. */
  previous: RunState | undefined;
  /** Replaces the stored state atomically. */
  save(state: RunState): Promise<void>;
  remove(): Promise<void>;
}

/**
 * Opens the checkpoint file of a run.
 *
 * @param fingerprint The `fingerprintOf` the run.
 * @throws Failure (usage) if the file belongs to an unfinished run with another fingerprint
 */
export async function openCheckpoint(file: string, fingerprint: string, { restart = false } = {}): Promise<Checkpoint> {
  const stored = restart ? undefined : await read(file);
  if (stored && stored.fingerprint !== fingerprint && !stored.state.isFinished) {
    throw usageError(
      `${file} belongs to an unfinished run with other rows or options. Repeat that run, or start over with --restart.`,
    );
  }
  return {
    previous: stored?.fingerprint === fingerprint ? stored.state : undefined,
    save: (state) => replacePrivate(file, `${JSON.stringify({ fingerprint, state })}\n`),
    remove: () => rm(file, { force: true }),
  };
}

/** The checkpoint of a run that is not stored. */
export const noCheckpoint: Checkpoint = { previous: undefined, save: async () => {}, remove: async () => {} };

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

/** Identifies a run: hashes the file and all other inputs that determine the requests. */
export async function fingerprintOf(file: string, inputs: unknown): Promise<string> {
  const hash = createHash("sha256").update(JSON.stringify(inputs));
  if (file !== "-") {
    await pipeline(createReadStream(file), hash, { end: false }).catch((error: Error) => {
      throw usageError(`${file} cannot be read: ${error.message}`);
    });
  }
  return hash.digest("hex");
}
