import { stringify } from "csv-stringify/sync";
import type { Io } from "../io.ts";
import type { Row } from "./answers.ts";
import { plain } from "./plain-text.ts";

/** Writes rows as CSV, as they come, under one header. Objects are written as JSON. */
export function createCsvWriter({ stdout }: Io): (rows: Row[], columns: string[]) => void {
  let isFirst = true;
  return (rows, columns) => {
    const text = stringify(rows, {
      columns,
      header: isFirst,
      cast: { boolean: String, object: (value) => JSON.stringify(value), string: harmless },
    });
    stdout.write(stdout.isTTY ? plain(text, { keepLines: true }) : text);
    isFirst = false;
  };
}

/** A text that a spreadsheet would calculate is marked as text. A phone number it only shows without its plus. */
function harmless(text: string): string {
  return /^[=+\-@\t\r]/.test(text) && !/^\+\d+$/.test(text) ? `'${text}` : text;
}
