import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { rm } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { usageError } from "../failures.ts";
import { readPrivate, replacePrivate } from "./private-file.ts";

/** How far a run over the rows of a file has come. */
export interface Mark {
  /** So many rows from the beginning are done. */
  rows: number;
  /** How many of them came to what. */
  counts: Record<string, number>;
  /** How long the report of failures was. */
  reportBytes: number;
  /** Of the rows that are not done, none after this one has been started… */
  started: number;
  /** …and none before this moment, in ISO 8601. */
  startedSince: string;
  /** Whether it went to the end. */
  isFinished: boolean;
}

/** What keeps a mark, so that a run which was killed goes on where it was. */
export interface Checkpoint {
  /** Where the last run has come to; undefined if there was none. */
  found: Mark | undefined;
  /** Replaces what is kept, as a whole. */
  save(mark: Mark): Promise<void>;
  remove(): Promise<void>;
}

/**
 * Opens the file that keeps how far a run has come.
 *
 * @param of What the run is of: its rows and everything that they are made into.
 * @throws Failure (usage) when it keeps an unfinished run of something else
 */
export async function openCheckpoint(file: string, of: string, { restart = false } = {}): Promise<Checkpoint> {
  const kept = restart ? undefined : await read(file);
  if (kept && kept.of !== of && !kept.mark.isFinished) {
    throw usageError(
      `${file} is of an unfinished run with other rows or options: repeat that, or begin from the first row with --restart`,
    );
  }
  return {
    found: kept?.of === of ? kept.mark : undefined,
    save: (mark) => replacePrivate(file, `${JSON.stringify({ of, mark })}\n`),
    remove: () => rm(file, { force: true }),
  };
}

/** No file keeps how far this run has come. */
export const noCheckpoint: Checkpoint = { found: undefined, save: async () => {}, remove: async () => {} };

async function read(file: string): Promise<{ of: string; mark: Mark } | undefined> {
  const text = await readPrivate(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw usageError(`${file} cannot be read: ${error.message}`);
  });
  if (text === undefined) return undefined;
  try {
    const { of, mark } = JSON.parse(text);
    if (typeof of === "string" && Number.isSafeInteger(mark.rows) && typeof mark.counts === "object")
      return { of, mark };
  } catch {
    // It is told as any other file that is none of ours.
  }
  throw usageError(`${file} keeps no run: give another one with --checkpoint`);
}

/** What a run is of: the file's content, and everything else that decides what its rows are made into. */
export async function fingerprint(file: string, decisive: unknown): Promise<string> {
  const hash = createHash("sha256").update(JSON.stringify(decisive));
  if (file !== "-") {
    await pipeline(createReadStream(file), hash, { end: false }).catch((error: Error) => {
      throw usageError(`${file} cannot be read: ${error.message}`);
    });
  }
  return hash.digest("hex");
}
