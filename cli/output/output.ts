import { usageError } from "../failures.ts";
import type { Io } from "../io.ts";
import { type OutputFormat, outputFormats } from "./formats.ts";
import { escapeJson, writePlain } from "./plain-text.ts";
import { idOf, merge, type Result, type Row, rowsOf, type View } from "./results.ts";

/** The options of every command that writes data. */
export interface OutputOptions {
  output?: OutputFormat;
  /** A jq program, which runs on the JSON. */
  jq?: string;
  /** The fields of tables and CSV, instead of the default fields. */
  columns?: string[];
}

/** The output format: the option, else MESSAGING_OUTPUT, else a table on a terminal and JSON in a pipe. */
export function formatOf(io: Io, { output, jq }: OutputOptions): OutputFormat {
  if (jq !== undefined) return "json";
  return output ?? readFormat(io.env.MESSAGING_OUTPUT) ?? (io.stdout.isTTY ? "table" : "json");
}

function readFormat(name: string | undefined): OutputFormat | undefined {
  const format = outputFormats.find((each) => each === name);
  if (name && !format)
    throw usageError(`MESSAGING_OUTPUT is "${name}", but must be one of ${outputFormats.join(", ")}`);
  return format;
}

/** Writes one result. */
export function writeResult(io: Io, options: OutputOptions, result: Result, view: View = {}): Promise<void> {
  return writePages(io, options, [result], view);
}

/**
 * Writes the pages of a list as one result. JSON lines, CSV and ids are written page by page, in constant memory.
 * Tables and JSON are written after the last page.
 */
export async function writePages(
  io: Io,
  options: OutputOptions,
  pages: Iterable<Result> | AsyncIterable<Result>,
  view: View = {},
): Promise<void> {
  const format = formatOf(io, options);
  if (format === "json" || format === "table") return writeWhole(io, options, await merge(pages, view), view);

  const { createCsvWriter } = format === "csv" ? await import("./csv.ts") : {};
  const writeCsv = createCsvWriter?.(io);
  for await (const page of pages) {
    const { rows } = rowsOf(page, view);
    if (rows.length === 0) continue;
    if (writeCsv) writeCsv(rows, choose(rows[0]!, options.columns) ?? Object.keys(rows[0]!));
    else for (const row of rows) writeLine(io, format === "id" ? idOf(row, view) : toJson(row));
  }
}

function writeLine(io: Io, line: string | undefined): void {
  if (line !== undefined) writePlain(io, `${line}\n`);
}

async function writeWhole(io: Io, options: OutputOptions, result: Result, view: View): Promise<void> {
  if (options.jq !== undefined) {
    const { filter } = await import("./jq.ts");
    return writePlain(io, await filter(result, options.jq));
  }
  if (formatOf(io, options) === "json") return void io.stdout.write(`${toJson(result, 2)}\n`);
  const { formatRecord, formatTable, withIdsLast } = await import("./table.ts");
  const { rows: found, isList } = rowsOf(result, view);
  const computed = Object.entries(view.computed ?? {});
  const rows = found.map((row) => ({
    ...row,
    ...Object.fromEntries(computed.map(([name, cellOf]) => [name, cellOf(row)])),
  }));
  const [first] = rows;
  if (!first) return void io.stderr.write("Nothing to show.\n");
  const chosen = choose(first, options.columns);
  if (isList) {
    const columns = chosen ?? withIdsLast(view.columns ?? Object.keys(first));
    const { text, hasShortIds } = formatTable(io, rows, columns, view.wrapped);
    io.stdout.write(text);
    if (hasShortIds) io.stderr.write("Ids are shortened. -o id, or a choice of --columns, shows them whole.\n");
  } else io.stdout.write(formatRecord(io, first, chosen ?? Object.keys(first)));
}

const toJson = (value: unknown, indent?: number) => escapeJson(JSON.stringify(value, null, indent));

/** @throws Failure (usage) if a row lacks a requested column */
function choose(row: Row, columns: string[] | undefined): string[] | undefined {
  const unknown = columns?.find((name) => !Object.hasOwn(row, name));
  if (unknown === undefined) return columns;
  throw usageError(`--columns: no column ${JSON.stringify(unknown)}; available: ${Object.keys(row).join(", ")}`);
}
