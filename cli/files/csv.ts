import { usageError } from "../failures.ts";
import { unmark } from "../output/csv.ts";
import type { SourceRow, Table } from "./row.ts";
import { type Fault, findLineEnd, type ScannedRecord, scanRecord } from "./scan-csv.ts";
import { openWindow, type TextWindow } from "./text-window.ts";

/** The maximum number of characters of a row. */
const maxLength = 1_048_576;

/** A record of a file, or the text of one that cannot be read. */
type CsvRecord = { cells: string[]; end: number } | { text: string; problem: string; end: number };

/**
 * Opens CSV with a header, in the dialects of spreadsheets: separated by commas, semicolons, tabs, or what `sep=` in the
 * first line names. A row of blanks is skipped. Missing cells at the end are blank, and surplus cells must be blank.
 *
 * @throws Failure (usage) if the header cannot be read
 */
export async function openCsv(text: AsyncIterable<string>, name: string): Promise<Table> {
  const records = readRecords(text);
  const { value: header } = await records.next();
  if (!header || "problem" in header) throw usageError(`${name}: the header cannot be read. ${header?.problem ?? ""}`);
  const names = header.cells.map((cell) => unmark(cell).trim());
  const isRepeated = (each: string) => names.indexOf(each) !== names.lastIndexOf(each);
  const columns = names.filter((each) => each !== "" && !isRepeated(each));
  return {
    columns,
    repeated: [...new Set(names.filter((each) => each !== "" && isRepeated(each)))],
    rows: readRows(records, names, columns),
  };
}

async function* readRows(
  records: AsyncIterable<CsvRecord>,
  names: readonly string[],
  columns: readonly string[],
): AsyncGenerator<SourceRow> {
  const places = columns.map((column) => names.indexOf(column));
  const [firstColumn = ""] = columns;
  let number = 0;
  for await (const record of records) {
    const { end } = record;
    if ("problem" in record) {
      number += 1;
      yield { number, values: { [firstColumn]: record.text }, end, problem: record.problem };
      continue;
    }
    const { cells } = record;
    if (cells.every(isBlank)) continue;
    number += 1;
    if (cells.length <= names.length || cells.slice(names.length).every(isBlank)) {
      const values = Object.fromEntries(columns.map((column, at) => [column, unmark(cells[places[at]!] ?? "")]));
      yield { number, values, end };
    } else {
      const problem = `The row has ${cells.length} cells, but the header has ${names.length}.`;
      yield { number, values: { [firstColumn]: cells.map(quote).join(",") }, end, problem };
    }
  }
}

const isBlank = (cell: string) => cell.trim() === "";

const quote = (cell: string) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

/** Splits CSV text into records. Memory is bounded by the longest record, and by `maxLength` if quotes are broken. */
async function* readRecords(text: AsyncIterable<string>): AsyncGenerator<CsvRecord, undefined> {
  const window = openWindow(text);
  while (!window.isLast && window.text.length < maxLength && !/\S[^\r\n]*[\r\n]/.test(window.text))
    await window.readMore();
  window.take(window.text.length - window.text.trimStart().length);
  const separator = /^"?sep=(.)"?[ \t]*(?:\r\n|\n|\r|$)/i.exec(window.text);
  if (separator) window.take(separator[0].length);

  const delimiter = separator?.[1] ?? (await chooseDelimiter(window));
  let width: number | undefined;
  while (window.text !== "" || !window.isLast) {
    const found = await scanNext(window, delimiter);
    if ("cells" in found) {
      width ??= found.cells.length;
      window.take(found.end);
      yield { cells: found.cells, end: window.position };
    } else {
      yield { ...(await takeBroken(window, found, { delimiter, width })), end: window.position };
    }
  }
}

/** Chooses the delimiter that splits the header into most cells. */
async function chooseDelimiter(window: TextWindow): Promise<string> {
  let best = { delimiter: ",", width: 0 };
  for (const delimiter of [",", ";", "\t"]) {
    const header = await scanNext(window, delimiter);
    if ("cells" in header && header.cells.length > best.width) best = { delimiter, width: header.cells.length };
  }
  return best.delimiter;
}

async function scanNext(window: TextWindow, delimiter: string): Promise<ScannedRecord | Fault> {
  for (;;) {
    const found = scanRecord(window.text, 0, { delimiter, isLast: window.isLast });
    if (found) return found;
    if (window.text.length >= maxLength) return { faultAt: maxLength };
    await window.readMore();
  }
}

/**
 * Takes the lines of a record with broken quotes: its first line, and further ones up to the fault. A line that is a whole
 * record itself is left, so that one quote spoils no other row.
 */
async function takeBroken(
  window: TextWindow,
  { faultAt }: Fault,
  { delimiter, width }: { delimiter: string; width: number | undefined },
): Promise<{ text: string; problem: string }> {
  /** Reads on until a part of the text can be judged. Returns undefined if it is too long. */
  const readUntil = async <Found>(from: number, find: () => Found | undefined): Promise<Found | undefined> => {
    while (find() === undefined && window.text.length - from < maxLength) await window.readMore();
    return find();
  };
  const endOfLine = (from: number) => readUntil(from, () => findLineEnd(window.text, from, window.isLast)?.next);
  const isWholeRecord = async (at: number) => {
    const next = await readUntil(at, () => scanRecord(window.text, at, { delimiter, isLast: window.isLast }));
    return next !== undefined && "cells" in next && !next.hasStrayQuote && next.cells.length === width;
  };
  let end = await endOfLine(0);
  while (end !== undefined && end < faultAt && !(await isWholeRecord(end))) end = await endOfLine(end);
  if (end !== undefined) {
    return { text: window.take(end).trimEnd(), problem: "A quote in the row is not closed, or not doubled." };
  }
  const text = window.text.slice(0, 200);
  let rest = findLineEnd(window.text, 0, window.isLast);
  for (; !rest; rest = findLineEnd(window.text, 0, window.isLast)) {
    // Half of a line break may be at the end.
    window.take(window.text.length - 1);
    await window.readMore();
  }
  window.take(rest.next);
  return { text, problem: `The row is longer than ${maxLength.toLocaleString("en")} characters.` };
}
