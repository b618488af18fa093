import { closeSync, existsSync, fstatSync, ftruncateSync, writeSync } from "node:fs";
import { type Failure, usageError } from "../failures.ts";
import { createCsvWriter } from "../output/csv.ts";
import { openPrivate } from "./private-file.ts";
import type { SourceRow } from "./rows.ts";

/** The rows that failed, with why, in a CSV file that can be corrected and given to the same command again. */
export interface Report {
  add(row: SourceRow, failure: Failure): void;
  /** How long the file is. */
  readonly bytes: number;
  close(): void;
}

/**
 * Opens a report that goes on after its first `bytes`. With none, or when somebody has taken it away, it is made when
 * the next row fails.
 */
export function openReport(file: string, columns: readonly string[], kept: number): Report {
  const bytes = existsSync(file) ? kept : 0;
  let opened = bytes > 0 ? open(file, "change") : undefined;
  if (opened !== undefined) {
    if (fstatSync(opened).size < bytes) throw usageError(`${file} has lost rows of the run that it belongs to`);
    ftruncateSync(opened, bytes);
  }
  let length = bytes;
  const write = createCsvWriter(
    {
      stdout: {
        write: (text) => {
          opened ??= open(file, "replace");
          length += writeSync(opened, text, length);
        },
      },
    },
    { hasHeader: bytes > 0 },
  );
  return {
    add: ({ number, values }, { message, refusal }) => {
      const why = { error_row: number, error_code: refusal.code ?? "", error_message: message };
      write([{ ...values, ...why }], [...columns.filter((name) => !isOfReport(name)), ...Object.keys(why)]);
    },
    get bytes() {
      return length;
    },
    close: () => opened !== undefined && closeSync(opened),
  };
}

/** The columns that a report adds to those of the rows; in a report that is given to a command they mean nothing. */
export const isOfReport = (column: string) => /^error_(row|code|message)$/.test(column);

function open(file: string, how: "change" | "replace"): number {
  try {
    return openPrivate(file, how);
  } catch (error) {
    throw usageError(`The report ${file} cannot be written: ${(error as Error).message}`);
  }
}
