import type { Duplex } from "node:stream";
import { type InfoRecord, type Options, Parser } from "csv-parse";
import { unmark } from "../output/csv.ts";

/** A line of a CSV file. */
export interface CsvRecord {
  record: string[];
  /** How much of the file was read when it ended. */
  bytes: number;
}

/** A stream that makes lines of CSV text. Lines may have more or fewer fields than the first. */
export function parseCsv(delimiter: string): Duplex & AsyncIterable<CsvRecord> {
  const options = {
    delimiter,
    bom: true,
    relaxColumnCount: true,
    skipEmptyLines: true,
    onRecord: (record: string[], { bytes }: InfoRecord): CsvRecord => ({ record: record.map(unmark), bytes }),
  };
  // The types know only records that stay what they are.
  return new Parser(options as unknown as Options);
}
