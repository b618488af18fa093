import type { Database } from "../db/database.ts";
import { fail } from "../errors.ts";
import { readSchemaStatus } from "./migrate.ts";

/**
 * Creates the check whether a process can work: it is not stopping, its database answers, and the schema is current.
 * Concurrent checks share one query.
 *
 * @throws server_error (503)
 */
export function createReadinessCheck(database: Database, isStopping: () => boolean): () => Promise<void> {
  let schemaIsCurrent = false;
  let running: Promise<void> | undefined;

  async function checkDatabase(): Promise<void> {
    const status = schemaIsCurrent ? undefined : await readSchemaStatus(database);
    if (status && (status.pending.length > 0 || !status.queueInstalled)) {
      fail("server_error", { status: 503, message: "The database's schema is not up to date." });
    }
    schemaIsCurrent = true;
    await database.orm.em.fork().execute("select 1");
  }

  return async () => {
    if (isStopping()) fail("server_error", { status: 503, message: "The server is stopping." });
    running ??= checkDatabase().finally(() => {
      running = undefined;
    });
    await running;
  };
}
