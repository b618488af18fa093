import { stringify } from "csv-stringify/sync";
import type { Io } from "../io.ts";
import { writePlain } from "./plain-text.ts";
import type { Row } from "./results.ts";

/**
 * Writes rows as CSV under one header, which is left out with `hasHeader`. Objects are written as JSON. An apostrophe
 * marks each text that a spreadsheet would evaluate as a formula.
 */
export function createCsvWriter(
  io: Pick<Io, "stdout">,
  { hasHeader = false } = {},
): (rows: Row[], columns: readonly string[]) => void {
  let isFirst = !hasHeader;
  return (rows, columns) => {
    const text = stringify(rows, {
      columns: [...columns],
      header: isFirst,
      quoted_match: otherSeparators,
      cast: { boolean: String, object: (value) => mark(JSON.stringify(value)), string: mark },
    });
    writePlain(io, text);
    isFirst = false;
  };
}

/** Separators that some spreadsheets expect instead of commas. A text that contains one of them is quoted. */
const otherSeparators = /[;\t]/;

/**
 * Matches the positions where a spreadsheet may begin to evaluate a formula: the start of a text, and after a semicolon
 * or a line break. A spreadsheet that separates cells by semicolons ignores quotes within a cell. Leading apostrophes
 * are skipped. A phone number is exempt, because a spreadsheet only drops its plus sign.
 */
const formulaStarts = (prefix: string) =>
  new RegExp(
    String.raw`(?<=^|[;\r\n])${prefix}(?='*(?:[=@＝＋－＠-]|\+(?!\d+(?:$|[;\r\n]))))|^${prefix}(?='*[\t\r\n])`,
    "g",
  );

const unmarkedStarts = formulaStarts("");
const marks = formulaStarts("'");

/** Marks formulas as text with an apostrophe. */
const mark = (text: string): string => text.replace(unmarkedStarts, "'");

/** Removes the marks from the text of a cell. */
export const unmark = (text: string): string => text.replace(marks, "");
