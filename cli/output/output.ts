import { usageError } from "../failures.ts";
import type { Io } from "../io.ts";
import { type Answer, idOf, merge, type Row, rowsOf, type View } from "./answers.ts";
import { escapeJson, plain } from "./plain-text.ts";

export const outputFormats = ["table", "json", "jsonl", "csv", "id"] as const;
export type OutputFormat = (typeof outputFormats)[number];

/** The options of every command that answers something. */
export interface OutputOptions {
  output?: OutputFormat;
  /** A jq program, which works on the JSON. */
  jq?: string;
  /** The fields of tables and CSV, instead of the usual ones. */
  columns?: string[];
}

/** How this call writes: as it was asked to, else as the environment says, else a table on a terminal and JSON in a pipe. */
export function formatOf(io: Io, { output, jq }: OutputOptions): OutputFormat {
  if (jq !== undefined) return "json";
  return output ?? readFormat(io.env.MESSAGING_OUTPUT) ?? (io.stdout.isTTY ? "table" : "json");
}

function readFormat(name: string | undefined): OutputFormat | undefined {
  const format = outputFormats.find((each) => each === name);
  if (name && !format) throw usageError(`MESSAGING_OUTPUT is "${name}", and not one of ${outputFormats.join(", ")}`);
  return format;
}

/** Writes one answer. */
export function writeAnswer(io: Io, options: OutputOptions, answer: Answer, view: View = {}): Promise<void> {
  return writePages(io, options, [answer], view);
}

/**
 * Writes the pages of a list as one answer. JSON lines, CSV and ids are written as the pages come, in constant memory;
 * tables and JSON when all are there.
 */
export async function writePages(
  io: Io,
  options: OutputOptions,
  pages: Iterable<Answer> | AsyncIterable<Answer>,
  view: View = {},
): Promise<void> {
  const format = formatOf(io, options);
  if (format === "json" || format === "table") return writeWhole(io, options, await merge(pages, view), view);

  const { createCsvWriter } = format === "csv" ? await import("./csv.ts") : {};
  const writeCsv = createCsvWriter?.(io, options.columns);
  for await (const page of pages) {
    const { rows } = rowsOf(page, view);
    if (writeCsv) writeCsv(rows);
    else for (const row of rows) io.stdout.write(`${format === "id" ? idOf(row, view) : toJson(row)}\n`);
  }
}

async function writeWhole(io: Io, options: OutputOptions, answer: Answer, view: View): Promise<void> {
  if (options.jq !== undefined) {
    const { filter } = await import("./jq.ts");
    const results = await filter(answer, options.jq);
    return void io.stdout.write(io.stdout.isTTY ? plain(results, { keepLines: true }) : results);
  }
  if (formatOf(io, options) === "json") return void io.stdout.write(`${toJson(answer, 2)}\n`);
  const { formatRecord, formatTable } = await import("./table.ts");
  const { rows, isList } = rowsOf(answer, view);
  if (!isList) return void io.stdout.write(formatRecord(io, pick(rows[0]!, options.columns)));
  if (rows.length === 0) return void io.stderr.write("Nothing to show.\n");
  const columns = options.columns ?? view.columns ?? Object.keys(rows[0]!);
  io.stdout.write(formatTable(io, rows, columns));
}

const toJson = (value: unknown, indent?: number) => escapeJson(JSON.stringify(value, null, indent));

const pick = (row: Row, columns: string[] | undefined) =>
  columns ? Object.fromEntries(columns.map((name) => [name, row[name]])) : row;
