import { usageError } from "../failures.ts";
import type { SourceRow, Table } from "./row.ts";
import { findLineEnd } from "./scan-csv.ts";
import { openWindow } from "./text-window.ts";

/** The maximum number of unreadable lines before the first object. */
const maxUnreadable = 100;

/** The maximum number of characters of a line. */
const maxLength = 4_194_304;

/**
 * Opens JSON lines: an object per line. The columns are the fields of the first object.
 *
 * @throws Failure (usage) if no line is an object
 */
export async function openJsonLines(text: AsyncIterable<string>, name: string): Promise<Table> {
  const lines = readLines(text);
  const first: Line[] = [];
  do {
    const { value: line } = await lines.next();
    if (!line) break;
    first.push(line);
  } while (!first.at(-1)!.object && first.length <= maxUnreadable);
  const { object } = first.at(-1) ?? {};
  if (!object) throw usageError(`${name}: no line is a JSON object. JSON lines have one object per line.`);
  const columns = Object.keys(object);
  return { columns, repeated: [], rows: readRows(first, lines, columns[0] ?? "") };
}

async function* readRows(first: Line[], rest: AsyncIterable<Line>, firstColumn: string): AsyncGenerator<SourceRow> {
  let number = 0;
  const rowOf = ({ text, object, end }: Line): SourceRow => {
    number += 1;
    if (object) return { number, values: object, end };
    return { number, values: { [firstColumn]: text }, end, problem: "The line is not a JSON object." };
  };
  for (const line of first) yield rowOf(line);
  for await (const line of rest) yield rowOf(line);
}

interface Line {
  text: string;
  /** Undefined if the line is not a JSON object. */
  object: Record<string, unknown> | undefined;
  end: number;
}

/** Reads the lines that are not blank. */
async function* readLines(chunks: AsyncIterable<string>): AsyncGenerator<Line, undefined> {
  const window = openWindow(chunks);
  while (window.text !== "" || !window.isLast) {
    const end = findLineEnd(window.text, 0, window.isLast);
    if (!end && window.text.length < maxLength) {
      await window.readMore();
      continue;
    }
    const text = window.take(end?.next ?? maxLength).trim();
    if (text !== "") yield { text, object: parse(text), end: window.position };
  }
}

function parse(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
    return keepDigits(text, value as Record<string, unknown>);
  } catch {
    return undefined;
  }
}

/**
 * Keeps the text of numbers with an exponent or more digits than a number holds, except in metadata. An external id then
 * has all its digits, and a phone such as 4.9E+12 is refused.
 */
function keepDigits(text: string, object: Record<string, unknown>): Record<string, unknown> {
  if (!/\d[eE][+-]?\d|\d{16}/.test(text)) return object;
  const exact = JSON.parse(text, keepSource as Parameters<typeof JSON.parse>[1]);
  return { ...exact, ...("metadata" in object && { metadata: object.metadata }) };
}

const keepSource = (_key: string, value: unknown, { source = "" }: { source?: string }) =>
  typeof value === "number" && (Math.abs(value) > Number.MAX_SAFE_INTEGER || /e/i.test(source)) ? source : value;
