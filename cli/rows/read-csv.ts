import type { Duplex } from "node:stream";
import { type InfoRecord, type Options, Parser } from "csv-parse";
import { unmark } from "../output/csv.ts";

/** A line of a CSV file. */
export interface CsvRecord {
  record: string[];
  /** The number of bytes up to the end of the line. */
  bytes: number;
}

/** Creates a stream that parses CSV text into lines. A line may have more or fewer fields than the first line. */
export function parseCsv(delimiter: string): Duplex & AsyncIterable<CsvRecord> {
  const options = {
    delimiter,
    bom: true,
    relaxColumnCount: true,
    skipEmptyLines: true,
    onRecord: (record: string[], { bytes }: InfoRecord): CsvRecord => ({ record: record.map(unmark), bytes }),
  };
  // The library's types do not allow onRecord to change the type of a record.
  return new Parser(options as unknown as Options);
}
