import cliTruncate from "cli-truncate";
import stringWidth from "string-width";
import type { Io } from "../io.ts";
import { plain, styleFor } from "./plain-text.ts";
import type { Row } from "./results.ts";
import { formatAge, isAge } from "./times.ts";

const gap = 2;

/** The minimum width of a column. If the terminal is too narrow for the columns, every row becomes a card. */
const minWidth = 8;

/** The longest text without spaces that is never cut: phone numbers, codes, types, ages and numbers are such words. */
const maxWord = 24;

/** The characters of a shortened id. */
const shortId = 8;

/** A table, and whether ids in it are shortened. */
export interface Table {
  text: string;
  hasShortIds: boolean;
}

/**
 * Formats rows under upper-case headings, for the terminal's width. First headings are cut, then texts. If that is not
 * enough, ids are shortened; whole ids can be copied. Columns in `wrapped` break into lines instead. Returns cards if the
 * columns do not fit at all.
 */
export function formatTable(
  { stdout, env }: Io,
  rows: Row[],
  columns: readonly string[],
  wrapped: readonly string[] = [],
): Table {
  const style = styleFor(stdout, env);
  const present = stdout.isTTY ? formatAge : (text: string) => text;
  const whole = rows.map((row) => columns.map((name) => present(cell(row[name]))));
  const headings = columns.map(heading);
  const shortened = whole.map((line) => line.map((text, at) => (isId(columns[at]!) ? shorten(text) : text)));
  const natural = widthsOf([headings, ...whole]);
  const widthsFor = (cells: string[][]) =>
    fitWidths(widthsOf(cells), minimumOf(cells, columns, wrapped), stdout.columns);
  const layOutAll = (cells: string[][], widths: number[]) => {
    const lines = cells.flatMap((line) => layOut(line, widths, (at) => wrapped.includes(columns[at]!)));
    return [style("bold", layOut(headings, widths, () => false)[0]!), ...lines].map((line) => `${line}\n`).join("");
  };
  const wide = fitWidths(natural, widthsOf(whole), stdout.columns) ?? widthsFor(whole);
  if (wide) return { text: layOutAll(whole, wide), hasShortIds: false };
  const narrow = widthsFor(shortened);
  if (narrow) return { text: layOutAll(shortened, narrow), hasShortIds: true };
  return { text: rows.map((row) => formatCard(columns, row, stdout.columns)).join("\n"), hasShortIds: false };
}

/** The columns with those of ids at the end, so that the others are read first. */
export function withIdsLast(columns: readonly string[]): string[] {
  return [...columns.filter((name) => !isId(name)), ...columns.filter(isId)];
}

const widthsOf = (lines: string[][]): number[] =>
  lines[0]!.map((_, at) => Math.max(...lines.map((line) => stringWidth(line[at]!))));

/** The widths below which columns are not cut: those of ids and of words, and else `minWidth`. */
function minimumOf(cells: string[][], columns: readonly string[], wrapped: readonly string[]): number[] {
  return columns.map((name, at) => {
    const texts = cells.map((line) => line[at]!);
    const uncut = texts.filter((text) => isId(name) || (text.length <= maxWord && !/\s/.test(text)) || isAge(text));
    const least = Math.min(
      minWidth * (wrapped.includes(name) ? 2 : 1),
      ...widthsOf([[""], ...texts.map((text) => [text])]),
    );
    return Math.max(least, ...uncut.map((text) => stringWidth(text)));
  });
}

const shorten = (id: string) => (id.length > maxWord ? `${id.slice(0, shortId)}…` : id);

/** Formats one record, with a line for each field. */
export function formatRecord({ stdout }: Io, record: Row, columns: readonly string[]): string {
  return formatCard(columns, record, stdout.columns);
}

function formatCard(names: readonly string[], row: Row, available: number | undefined): string {
  const width = Math.max(...names.map((name) => stringWidth(heading(name))));
  const textWidth = available && Math.max(available - width - gap, minWidth);
  return names
    .map((name) => {
      const text = cell(row[name]);
      return `${heading(name).padEnd(width + gap)}${textWidth && !isId(name) ? wrapWords(text, textWidth).join(`\n${" ".repeat(width + gap)}`) : text}\n`;
    })
    .join("");
}

/** Breaks a long text into lines of characters. */
function breakWord(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    if (stringWidth(line + segment) > width) {
      lines.push(line);
      line = "";
    }
    line += segment;
  }
  return [...lines, line];
}

/**
 * Shrinks the widest columns until the line fits. Returns undefined if a column would become narrower than its minimum.
 */
function fitWidths(natural: number[], minimum: number[], available: number | undefined): number[] | undefined {
  const widths = [...natural];
  const total = () => widths.reduce((sum, width) => sum + width, gap * (widths.length - 1));
  while (available !== undefined && total() > available) {
    const shrinkable = widths.map((width, at) => (width > minimum[at]! ? width : 0));
    const widest = Math.max(...shrinkable);
    if (widest === 0) return undefined;
    widths[shrinkable.lastIndexOf(widest)] = widest - 1;
  }
  return widths;
}

/** The lines of a row. Only columns that wrap take more than one. */
function layOut(cells: string[], widths: number[], isWrapped: (at: number) => boolean): string[] {
  const columns = cells.map((text, at) => {
    if (stringWidth(text) <= widths[at]!) return [text];
    return isWrapped(at) ? wrapWords(text, widths[at]!) : [cliTruncate(text, widths[at]!)];
  });
  return Array.from({ length: Math.max(...columns.map(({ length }) => length)) }, (_, line) =>
    columns
      .map((texts, at) => (texts[line] ?? "") + " ".repeat(widths[at]! - stringWidth(texts[line] ?? "")))
      .join(" ".repeat(gap))
      .trimEnd(),
  );
}

/** Breaks a text between words, and within a word that is too long for a line. */
function wrapWords(text: string, width: number): string[] {
  const lines = [""];
  for (const word of text.split(" ").flatMap((each) => breakWord(each, width))) {
    const line = lines.at(-1) ? `${lines.at(-1)} ${word}` : word;
    if (stringWidth(line) <= width) lines[lines.length - 1] = line;
    else lines.push(word);
  }
  return lines;
}

/** Ids are whole or shortened, and never cut elsewhere, because people copy them. */
const isId = (name: string) => /^id$|Id$/.test(name);

/** The heading of a field: LAST MESSAGE AT for `lastMessageAt`. */
const heading = (name: string) =>
  plain(
    name
      .replace(/([a-z])([A-Z])/g, "$1 $2")
      .replaceAll("_", " ")
      .toUpperCase(),
  );

function cell(value: unknown): string {
  if (value === null || value === undefined) return "-";
  if (Array.isArray(value)) return value.length === 0 ? "-" : value.map(item).join(", ");
  return plain(typeof value === "object" ? flatten(value as Row) : String(value));
}

/** Formats an object as its fields, as in `status=delivered, to=+12025550123`. Empty fields are left out, and ids come last. */
function flatten(value: Row): string {
  const fields = withIdsLast(Object.keys(value)).flatMap((name) => {
    const field = value[name];
    const isEmpty =
      field === null || field === undefined || (typeof field === "object" && Object.keys(field).length === 0);
    return isEmpty ? [] : [`${name}=${Array.isArray(field) ? field.map(item).join(" ") : cell(field)}`];
  });
  return fields.length === 0 ? "-" : fields.join(", ");
}

/** Formats an item of an array. A record becomes its name, phone number or host, and its id. */
function item(value: unknown): string {
  const { id, name, phoneNumber, host } = (value ?? {}) as Row;
  return id === undefined ? cell(value) : [name ?? phoneNumber ?? host, id].map(cell).join(" ");
}
