import { loadConfig } from "../server/config.ts";
import type { Database } from "../server/db/database.ts";
import { type Io, type OutputFormat, type Row, writeResult } from "./output.ts";

/** The options that every command has. */
export interface CommonOptions {
  output?: OutputFormat;
}

/** Does one command's work on the server's database, which starts if it must, and writes what it gives. */
export async function showFromDatabase(
  io: Io,
  { output }: CommonOptions,
  work: (database: Database) => Promise<Row | Row[]>,
): Promise<void> {
  const { openDatabase } = await import("../server/db/database.ts");
  const database = await openDatabase(loadConfig(io.env));
  try {
    writeResult(io, await work(database), output);
  } finally {
    await database.close();
  }
}
