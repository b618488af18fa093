import { stringify } from "csv-stringify/sync";
import type { Io } from "../io.ts";
import type { Row } from "./answers.ts";
import { writePlain } from "./plain-text.ts";

/**
 * Writes rows as CSV, as they come, under one header, unless that is there already. Objects are written as JSON. A text
 * is marked wherever a spreadsheet would calculate it.
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
      cast: { boolean: String, object: (value) => harmless(JSON.stringify(value)), string: harmless },
    });
    writePlain(io, text);
    isFirst = false;
  };
}

/** What separates cells where commas do not; a text with one of them is quoted. */
const otherSeparators = /[;\t]/;

/**
 * The places in a text where a spreadsheet may begin to calculate: its start, and what follows a semicolon or a line
 * break. A spreadsheet that separates cells by semicolons ignores quotes within a cell. Apostrophes in front count, too.
 * A phone number is exempt, because it is only shown without its plus.
 */
const findCalculated = (mark: string) =>
  new RegExp(
    String.raw`(?<=^|[;\r\n])${mark}(?='*(?:[=@＝＋－＠-]|\+(?!\d+(?:$|[;\r\n]))))|^${mark}(?='*[\t\r\n])`,
    "g",
  );

const unmarkedPlaces = findCalculated("");
const marks = findCalculated("'");

/** Marks what a spreadsheet would calculate as text, by an apostrophe. */
const harmless = (text: string): string => text.replace(unmarkedPlaces, "'");

/** The text of a cell that was written here, without its marks. */
export const unmark = (text: string): string => text.replace(marks, "");
