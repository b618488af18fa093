import { stringify } from "csv-stringify/sync";
import type { Io } from "../io.ts";
import type { Row } from "./answers.ts";
import { plain } from "./plain-text.ts";

/** Writes rows as CSV, as they come, under one header, unless that is there already. Objects are written as JSON. */
export function createCsvWriter(
  { stdout }: Pick<Io, "stdout">,
  { hasHeader = false } = {},
): (rows: Row[], columns: readonly string[]) => void {
  let isFirst = !hasHeader;
  return (rows, columns) => {
    const text = stringify(rows, {
      columns: [...columns],
      header: isFirst,
      cast: { boolean: String, object: (value) => JSON.stringify(value), string: harmless },
    });
    stdout.write(stdout.isTTY ? plain(text, { keepLines: true }) : text);
    isFirst = false;
  };
}

/** What a spreadsheet would calculate, also behind apostrophes. */
const calculated = /^'*[=+\-@\t\r]/;

/** A text that a spreadsheet would calculate is marked as text. A phone number it only shows without its plus. */
function harmless(text: string): string {
  return calculated.test(text) && !/^\+\d+$/.test(text) ? `'${text}` : text;
}

/** The text of a cell that was written here, without the mark. */
export function unmark(text: string): string {
  return text.startsWith("'") && calculated.test(text) ? text.slice(1) : text;
}
