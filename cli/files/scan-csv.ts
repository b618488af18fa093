/** A record of a CSV text, and the position behind it. */
export interface ScannedRecord {
  cells: string[];
  end: number;
  /** Whether a cell without quotes contains a quote, which is text. */
  hasStrayQuote: boolean;
}

/** Where the quotes of a record stop making sense: behind a closing quote, or at the end of the text. */
export interface Fault {
  faultAt: number;
}

export interface ScanOptions {
  delimiter: string;
  /** Whether nothing follows the text. */
  isLast: boolean;
}

/**
 * Scans one record of a CSV text. A cell is quoted if it begins with a quote; blanks around the quotes are ignored.
 * `\r\n`, `\n` and `\r` end a record.
 *
 * @returns undefined if the text ends before the record
 */
export function scanRecord(text: string, start: number, options: ScanOptions): ScannedRecord | Fault | undefined {
  const { delimiter, isLast } = options;
  const line = findLineEnd(text, start, isLast);
  const content = line && text.slice(start, line.at);
  if (line && !content!.includes('"'))
    return { cells: content!.split(delimiter), end: line.next, hasStrayQuote: false };
  // Without a quote, the record ends with its line. With one, it may end later.
  if (!line && !text.includes('"', start)) return undefined;

  const cells: string[] = [];
  let hasStrayQuote = false;
  for (let at = start; ; at += delimiter.length) {
    const cell = scanCell(text, at, options);
    if (!cell || "faultAt" in cell) return cell;
    cells.push(cell.value);
    hasStrayQuote ||= cell.hasStrayQuote;
    at = cell.end;
    if (text.startsWith(delimiter, at)) continue;
    const end = findLineEnd(text, at, isLast);
    return end && { cells, end: end.next, hasStrayQuote };
  }
}

/** Finds the next line break, or the end of the last text. A `\r` at the end of a text may be half of a line break. */
export function findLineEnd(text: string, from: number, isLast: boolean): { at: number; next: number } | undefined {
  lineBreak.lastIndex = from;
  const found = lineBreak.exec(text);
  if (!found) return isLast ? { at: text.length, next: text.length } : undefined;
  const next = found.index + found[0].length;
  return found[0] === "\r" && next === text.length && !isLast ? undefined : { at: found.index, next };
}

const lineBreak = /\r\n|\n|\r/g;

type Cell = { value: string; end: number; hasStrayQuote: boolean };

function scanCell(text: string, start: number, options: ScanOptions): Cell | Fault | undefined {
  const opening = skipBlanks(text, start, options);
  if (text[opening] === '"') {
    const quoted = scanQuoted(text, opening, options);
    // After blanks, a quote that does not end the cell is text.
    if (opening === start || !quoted || !("faultAt" in quoted)) return quoted;
  }
  let end = start;
  while (end < text.length && !endsCell(text, end, options)) end += 1;
  if (end === text.length && !options.isLast) return undefined;
  const value = text.slice(start, end);
  return { value, end, hasStrayQuote: value.includes('"') };
}

function scanQuoted(text: string, opening: number, options: ScanOptions): Cell | Fault | undefined {
  let closing = text.indexOf('"', opening + 1);
  while (closing !== -1 && text[closing + 1] === '"') closing = text.indexOf('"', closing + 2);
  if (closing === -1) return options.isLast ? { faultAt: text.length } : undefined;
  const end = skipBlanks(text, closing + 1, options);
  if (end === text.length && !options.isLast) return undefined;
  if (end < text.length && !endsCell(text, end, options)) return { faultAt: end };
  return { value: text.slice(opening + 1, closing).replaceAll('""', '"'), end, hasStrayQuote: false };
}

const endsCell = (text: string, at: number, { delimiter }: ScanOptions) =>
  text[at] === "\n" || text[at] === "\r" || text.startsWith(delimiter, at);

function skipBlanks(text: string, from: number, { delimiter }: ScanOptions): number {
  let at = from;
  while (text[at] === " " || (text[at] === "\t" && delimiter !== "\t")) at += 1;
  return at;
}
