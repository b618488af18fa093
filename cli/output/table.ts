import cliTruncate from "cli-truncate";
import stringWidth from "string-width";
import type { Io } from "../io.ts";
import { plain, styleFor } from "./plain-text.ts";
import type { Row } from "./results.ts";

const gap = 2;

/** The minimum width of a column. If the terminal is too narrow for the columns, every row becomes a card. */
const minWidth = 8;

/**
 * Formats rows under upper-case headings, cut to the terminal's width except for ids. Returns cards if the columns do
 * not fit.
 */
export function formatTable({ stdout, env }: Io, rows: Row[], columns: readonly string[]): string {
  const style = styleFor(stdout, env);
  const present = stdout.isTTY ? formatAge : (text: string) => text;
  const cells = rows.map((row) => columns.map((name) => present(cell(row[name]))));
  const headings = columns.map(heading);
  const [natural, filled] = [[headings, ...cells], cells].map((lines) =>
    columns.map((_, at) => Math.max(...lines.map((line) => stringWidth(line[at]!)))),
  ) as [number[], number[]];
  const minimum = columns.map((name, at) => (isId(name) ? filled[at]! : Math.min(filled[at]!, minWidth)));
  // Headings are cut before cells.
  const widths = fitWidths(natural, filled, stdout.columns) ?? fitWidths(filled, minimum, stdout.columns);
  if (!widths) return rows.map((row) => formatCard(columns, row, stdout.columns)).join("\n");
  const lines = cells.map((line) => layOut(line, widths));
  return [style("bold", layOut(headings, widths)), ...lines].map((line) => `${line}\n`).join("");
}

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
      return `${heading(name).padEnd(width + gap)}${textWidth && !isId(name) ? wrap(text, textWidth, width + gap) : text}\n`;
    })
    .join("");
}

/** Breaks a long text into lines and indents every line but the first. */
function wrap(text: string, width: number, indent: number): string {
  const lines: string[] = [];
  let line = "";
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    if (stringWidth(line + segment) > width) {
      lines.push(line);
      line = "";
    }
    line += segment;
  }
  return [...lines, line].join(`\n${" ".repeat(indent)}`);
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

function layOut(line: string[], widths: number[]): string {
  const cut = line.map((text, at) => (stringWidth(text) > widths[at]! ? cliTruncate(text, widths[at]!) : text));
  return cut
    .map((text, at) => text + " ".repeat(widths[at]! - stringWidth(text)))
    .join(" ".repeat(gap))
    .trimEnd();
}

/** Ids are not cut, because people copy them. */
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
  return plain(typeof value === "object" ? JSON.stringify(value) : String(value));
}

/** Formats an item of an array. A record becomes its name, phone number or host, and its id. */
function item(value: unknown): string {
  const { id, name, phoneNumber, host } = (value ?? {}) as Row;
  return id === undefined ? cell(value) : [name ?? phoneNumber ?? host, id].map(cell).join(" ");
}

/** Formats a timestamp as its age, or as a date if it is older than a week. */
function formatAge(text: string): string {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/.test(text)) return text;
  const seconds = Math.max(0, Math.floor((Date.now() - Date.parse(text)) / 1_000));
  if (seconds < 60) return `${seconds}s ago`;
  if (seconds < 3_600) return `${Math.floor(seconds / 60)}m ago`;
  if (seconds < 86_400) return `${Math.floor(seconds / 3_600)}h ago`;
  return seconds < 7 * 86_400 ? `${Math.floor(seconds / 86_400)}d ago` : text.slice(0, 10);
}
