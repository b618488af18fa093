import { closeSync, existsSync, fstatSync, ftruncateSync, writeSync } from "node:fs";
import { type Failure, usageError } from "../failures.ts";
import type { SourceRow } from "../files/row.ts";
import { createCsvWriter } from "../output/csv.ts";
import { openPrivate } from "./private-file.ts";

/** The failed rows and the reasons, in a CSV file. A corrected report can be the input of the same command. */
export interface Report {
  add(row: SourceRow, failure: Failure): void;
  /** The length of the file. */
  readonly bytes: number;
  close(): void;
}

/**
 * Opens a report and keeps its first `keptBytes`. If there are none, or the file is missing, the next failed row
 * creates the file.
 */
export function openReport(file: string, columns: readonly string[], keptBytes: number): Report {
  const bytes = existsSync(file) ? keptBytes : 0;
  let opened = bytes > 0 ? open(file, "change") : undefined;
  if (opened !== undefined) {
    if (fstatSync(opened).size < bytes)
      throw usageError(`${file} is shorter than the interrupted run left it. Start over with --restart.`);
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
      const errorColumns = { error_row: number, error_code: refusal.code ?? "", error_message: message };
      write(
        [{ ...values, ...errorColumns }],
        [...columns.filter((name) => !isReportColumn(name)), ...Object.keys(errorColumns)],
      );
    },
    get bytes() {
      return length;
    },
    close: () => opened !== undefined && closeSync(opened),
  };
}

/** Whether a report has added this column. Commands ignore these columns in their input. */
export const isReportColumn = (column: string) => /^error_(row|code|message)$/.test(column);

function open(file: string, how: "change" | "replace"): number {
  try {
    return openPrivate(file, how);
  } catch (error) {
    throw usageError(`Cannot write the report ${file}: ${(error as Error).message}`);
  }
}
