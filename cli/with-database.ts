import { loadConfig } from "../server/config.ts";
import type { Database } from "../server/db/database.ts";
import type { Io } from "./output.ts";

/** Opens the server's database for one command, which starts the embedded one if it has to. */
export async function withDatabase<T>(io: Io, work: (database: Database) => Promise<T>): Promise<T> {
  const { openDatabase } = await import("../server/db/database.ts");
  const database = await openDatabase(loadConfig(io.env));
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}
