import { createHash } from "node:crypto";
import { closeSync, fstatSync, fsyncSync, ftruncateSync, readSync, rmSync, writeSync } from "node:fs";
import { usageError } from "../failures.ts";
import { openRows } from "../files/open-rows.ts";
import type { Io } from "../io.ts";
import { openPrivate } from "../rows/private-file.ts";
import type { RunOutput } from "../rows/run.ts";

/** What an import reads of the answer to an upsert. */
export interface Upserted {
  created: boolean;
  contact?: { id: string; updatedAt: string };
}

/**
 * The contacts that imports have created, as JSON lines with `id`, `updatedAt` and the id of the `import`. A contact that
 * its own import has changed later has another line, and the last one counts.
 */
export interface CreatedList extends RunOutput {
  readonly file: string;
  /** An id for the contact of a row, which is the same however often the row is processed in this run. */
  proposeId(row: number): string;
  /** Lists the contact if this run has created it. Returns whether the row of the proposed id has created it. */
  add(upserted: Upserted, proposedId: string | undefined): boolean;
}

export function createCreatedList(io: Io, file: string): CreatedList {
  /** Contacts that this run has created by an id of their row. Others are known by their ids, so they take no memory. */
  const givenIds = new Set<string>();
  let run = "";
  let opened: number | undefined;
  const isOwn = (id: string) => givenIds.has(id) || id === proposeId(run, Number.parseInt(id.slice(-12), 16));
  return {
    file,
    async open(runId, isResumed) {
      run = runId;
      opened = openList(file);
      if (!isResumed || fstatSync(opened).size === 0) return;
      await using source = await openRows(io, file, undefined);
      for await (const { values } of source.read()) {
        const id = String(values.id);
        if (values.import === run && !isOwn(id)) givenIds.add(id);
      }
    },
    proposeId: (row) => proposeId(run, row),
    add({ created, contact }, proposedId) {
      const isCreated = created || (contact !== undefined && contact.id === proposedId);
      if (!contact) return isCreated;
      const { id, updatedAt } = contact;
      if (isCreated && !isOwn(id)) givenIds.add(id);
      if (isOwn(id)) writeSync(opened!, `${JSON.stringify({ id, updatedAt, import: run })}\n`);
      return isCreated;
    },
    flush() {
      if (fstatSync(opened!).isFile()) fsyncSync(opened!);
    },
    close() {
      this.flush();
      const stat = fstatSync(opened!);
      closeSync(opened!);
      if (stat.isFile() && stat.size === 0) rmSync(file);
    },
  };
}

/** A UUID of version 8 with the number of the row at its end, after a hash, so that only this run can have made it. */
function proposeId(run: string, row: number): string {
  const hash = createHash("sha256").update(`${run}\n${row}`).digest("hex");
  const number = row.toString(16).padStart(12, "0");
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(12, 15)}-8${hash.slice(15, 18)}-${number}`;
}

/** Opens the list to extend it, without the part of a line that a crash of the machine may have left at its end. */
function openList(file: string): number {
  let opened: number;
  try {
    opened = openPrivate(file, "append");
  } catch (error) {
    throw usageError(
      `Cannot write the list of created contacts ${file}: ${(error as Error).message}. Choose another file with --created.`,
    );
  }
  const stat = fstatSync(opened);
  // A device, such as /dev/null.
  if (!stat.isFile()) return opened;
  const { size } = stat;
  const end = Buffer.alloc(Math.min(size, 4_096));
  readSync(opened, end, 0, end.length, size - end.length);
  ftruncateSync(opened, size - end.length + end.lastIndexOf("\n") + 1);
  return opened;
}
