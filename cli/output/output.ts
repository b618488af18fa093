import { stripVTControlCharacters } from "node:util";

/** What a command may touch of its process. */
export interface Io {
  env: NodeJS.ProcessEnv;
  stdout: { write(text: string): unknown; isTTY?: boolean };
  stderr: { write(text: string): unknown };
}

export const outputFormats = ["table", "json"] as const;
export type OutputFormat = (typeof outputFormats)[number];

export type Row = Record<string, unknown>;

/** Writes a record or a list of them: a table on a terminal, JSON in a pipe, unless the format is given. */
export function writeResult(io: Io, result: Row | Row[], format?: OutputFormat): void {
  const chosen = format ?? (io.stdout.isTTY ? "table" : "json");
  io.stdout.write(chosen === "json" ? `${JSON.stringify(result, null, 2)}\n` : formatTable([result].flat()));
}

function formatTable(rows: Row[]): string {
  const columns = Object.keys(rows[0] ?? {});
  const cells = [
    columns.map((name) => name.toUpperCase()),
    ...rows.map((row) => columns.map((name) => cell(row[name]))),
  ];
  const widths = columns.map((_, index) => Math.max(...cells.map((row) => row[index]!.length)));
  return rows.length === 0 ? "" : cells.map((row) => `${pad(row, widths)}\n`).join("");
}

const cell = (value: unknown) =>
  stripVTControlCharacters(Array.isArray(value) ? value.join(" ") : value === null ? "-" : String(value));

const pad = (row: string[], widths: number[]) =>
  row
    .map((text, index) => text.padEnd(widths[index]!))
    .join("  ")
    .trimEnd();
