import cliTruncate from "cli-truncate";
import stringWidth from "string-width";
import type { Io } from "../io.ts";
import type { Row } from "./answers.ts";
import { plain, styleFor } from "./plain-text.ts";

const gap = 2;

/** A column is not made narrower than this; if the terminal is too narrow for that, every row becomes a card. */
const leastWidth = 8;

/** Rows under upper-case headings, cut to the terminal's width, but for ids; cards where that leaves too little. */
export function formatTable({ stdout, env }: Io, rows: Row[], columns: readonly string[]): string {
  const style = styleFor(stdout, env);
  const present = stdout.isTTY ? presentTime : (text: string) => text;
  const cells = rows.map((row) => columns.map((name) => present(cell(row[name]))));
  const headings = columns.map(heading);
  const [natural, filled] = [[headings, ...cells], cells].map((lines) =>
    columns.map((_, at) => Math.max(...lines.map((line) => stringWidth(line[at]!)))),
  ) as [number[], number[]];
  const least = columns.map((name, at) => (isId(name) ? filled[at]! : Math.min(filled[at]!, leastWidth)));
  // What the headings take beyond what is under them goes first.
  const widths = shareOut(natural, filled, stdout.columns) ?? shareOut(filled, least, stdout.columns);
  if (!widths) return rows.map((row) => formatCard(columns, row, stdout.columns)).join("\n");
  const lines = cells.map((line) => layOut(line, widths));
  return [style("bold", layOut(headings, widths)), ...lines].map((line) => `${line}\n`).join("");
}

/** One record, a line for each of its fields. */
export function formatRecord({ stdout }: Io, record: Row, columns: readonly string[]): string {
  return formatCard(columns, record, stdout.columns);
}

function formatCard(names: readonly string[], row: Row, available: number | undefined): string {
  const width = Math.max(...names.map((name) => stringWidth(heading(name))));
  const room = available && Math.max(available - width - gap, leastWidth);
  return names
    .map((name) => {
      const text = cell(row[name]);
      return `${heading(name).padEnd(width + gap)}${room && !isId(name) ? wrap(text, room, width + gap) : text}\n`;
    })
    .join("");
}

/** Breaks a long text into lines, which start where the first one does. */
function wrap(text: string, room: number, indent: number): string {
  const lines: string[] = [];
  let line = "";
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    if (stringWidth(line + segment) > room) {
      lines.push(line);
      line = "";
    }
    line += segment;
  }
  return [...lines, line].join(`\n${" ".repeat(indent)}`);
}

/** The widths of the columns: the widest give way until all have room. Undefined if they would become too narrow. */
function shareOut(natural: number[], least: number[], available: number | undefined): number[] | undefined {
  const widths = [...natural];
  const total = () => widths.reduce((sum, width) => sum + width, gap * (widths.length - 1));
  while (available !== undefined && total() > available) {
    const spare = widths.map((width, at) => (width > least[at]! ? width : 0));
    const widest = Math.max(...spare);
    if (widest === 0) return undefined;
    widths[spare.lastIndexOf(widest)] = widest - 1;
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

/** What is copied, and so not cut. */
const isId = (name: string) => /^id$|Id$/.test(name);

/** `lastMessageAt` is LAST MESSAGE AT. */
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

/** Of a record within a cell, what it is called and its id. */
function item(value: unknown): string {
  const { id, name, phoneNumber } = (value ?? {}) as Row;
  return id === undefined ? cell(value) : [name ?? phoneNumber, id].map(cell).join(" ");
}

/** For people, how long ago a timestamp is says more: seconds, minutes, hours or days; of what is older, the date. */
function presentTime(text: string): string {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/.test(text)) return text;
  const seconds = Math.max(0, Math.floor((Date.now() - Date.parse(text)) / 1_000));
  if (seconds < 60) return `${seconds}s ago`;
  if (seconds < 3_600) return `${Math.floor(seconds / 60)}m ago`;
  if (seconds < 86_400) return `${Math.floor(seconds / 3_600)}h ago`;
  return seconds < 7 * 86_400 ? `${Math.floor(seconds / 86_400)}d ago` : text.slice(0, 10);
}
