import { createReadStream } from "node:fs";
import { pipeline, Readable } from "node:stream";
import { Failure, usageError } from "../failures.ts";
import type { Io } from "../io.ts";
import { parseCsv } from "./read-csv.ts";

/** A row of a file. */
export interface SourceRow {
  /** Counted from 1, without the header. */
  number: number;
  /** The values by the names of their columns. */
  values: Record<string, unknown>;
  /** The number of bytes up to the end of the row. */
  bytes: number;
  /** Why this row cannot be read. Other rows can still be read. */
  problem?: string;
}

/** The rows of a file or of standard input. They are read once, on demand. */
export interface RowSource {
  /** The columns of the CSV header, or of the first JSON line. */
  columns: readonly string[];
  format: "csv" | "jsonl";
  rows: AsyncIterable<SourceRow>;
}

/**
 * Opens CSV with a header, separated by commas, semicolons or tabs, or JSON lines; `-` is standard input.
 *
 * @throws Failure (usage) if the file is missing or empty
 */
export async function openRows(io: Io, file: string): Promise<RowSource> {
  const chunks = decode(file === "-" ? io.stdin : createReadStream(file), file);
  const beginning = await readBeginning(chunks);
  if (beginning.trim() === "") throw usageError(`${nameOf(file)} is empty. Expected CSV with a header, or JSON lines.`);
  const text = startWith(beginning, chunks);
  const format = beginning.trimStart().startsWith("{") ? "jsonl" : "csv";
  const rows = format === "jsonl" ? readJsonLines(text) : readCsv(text, beginning, file);
  const first = await rows.next();
  if (first.done) throw usageError(`${nameOf(file)} has no rows`);
  return { columns: Object.keys(first.value.values), format, rows: startWith(first.value, rows) };
}

/** The name of a file in messages. */
export const nameOf = (file: string) => (file === "-" ? "stdin" : file);

async function* decode(stream: AsyncIterable<Uint8Array | string>, file: string): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  try {
    for await (const chunk of stream) yield decoder.decode(Buffer.from(chunk), { stream: true });
    yield decoder.decode();
  } catch (error) {
    throw usageError(`${nameOf(file)} cannot be read: ${(error as Error).message}`);
  }
}

/** Reads chunks until they contain the first line. */
async function readBeginning(chunks: AsyncGenerator<string>): Promise<string> {
  let beginning = "";
  while (!/\S[^\n]*\n/.test(beginning)) {
    const { value, done } = await chunks.next();
    if (done) break;
    beginning += value;
  }
  return beginning;
}

async function* startWith<Item>(first: Item, rest: AsyncIterable<Item>): AsyncGenerator<Item> {
  yield first;
  yield* rest;
}

async function* readCsv(text: AsyncIterable<string>, beginning: string, file: string): AsyncGenerator<SourceRow> {
  const [header = ""] = beginning.trimStart().split("\n");
  const count = (separator: string) => header.split(separator).length;
  const delimiter = [",", ";", "\t"].reduce((best, each) => (count(each) > count(best) ? each : best));
  const parser = parseCsv(delimiter);
  // Errors are thrown where the parser is read.
  pipeline(Readable.from(text), parser, () => {});
  let columns: string[] | undefined;
  let number = 0;
  try {
    for await (const { record, bytes } of parser) {
      if (!columns) {
        columns = checkColumns(record, file);
        continue;
      }
      number += 1;
      const values = Object.fromEntries(columns.map((name, at) => [name, record[at] ?? ""]));
      const isComplete = record.length === columns.length;
      yield { number, values, bytes, ...(!isComplete && { problem: describeLength(record.length, columns.length) }) };
    }
  } catch (error) {
    if (error instanceof Failure) throw error;
    throw new Failure("invalid", `${nameOf(file)}: invalid CSV after row ${number}: ${(error as Error).message}`);
  }
}

const describeLength = (has: number, needs: number) => `The row has ${has} fields, but the header has ${needs}.`;

function checkColumns(columns: string[], file: string): string[] {
  const names = columns.map((name) => name.trim());
  const repeated = names.find((name, at) => names.indexOf(name) !== at);
  if (repeated !== undefined) throw usageError(`${nameOf(file)} has two columns ${JSON.stringify(repeated)}`);
  return names;
}

async function* readJsonLines(text: AsyncIterable<string>): AsyncGenerator<SourceRow> {
  let number = 0;
  let bytes = 0;
  for await (const line of linesOf(text)) {
    bytes += Buffer.byteLength(line) + 1;
    if (line.trim() === "") continue;
    number += 1;
    const value = parse(line);
    const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
    yield isObject
      ? { number, values: value as Record<string, unknown>, bytes }
      : { number, values: {}, bytes, problem: "The line is not a JSON object." };
  }
}

async function* linesOf(text: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = "";
  for await (const chunk of text) {
    const lines = (rest + chunk).split("\n");
    rest = lines.pop()!;
    yield* lines;
  }
  if (rest !== "") yield rest;
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
