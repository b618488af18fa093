import type { Command } from "commander";
import { loadConfig } from "../server/config.ts";
import { type Io, type OutputFormat, writeResult } from "./output.ts";
import { withDatabase } from "./with-database.ts";

interface Options {
  output?: OutputFormat;
}

/** `messaging db …` */
export function addDatabaseCommands(program: Command, io: Io): void {
  const db = program.command("db").description("The server's database");

  db.command("migrate")
    .description("bring the schema up to date; the server does it too when it starts")
    .action(({ output }: Options) =>
      withDatabase(io, async (database) => {
        const { migrate, readSchemaStatus } = await import("../server/db/migrate.ts");
        await migrate(database, async () => {});
        writeResult(io, { ...(await readSchemaStatus(database)) }, output);
      }),
    );

  db.command("status")
    .description("show which migrations have run and which are pending")
    .action(({ output }: Options) =>
      withDatabase(io, async (database) => {
        const { readSchemaStatus } = await import("../server/db/migrate.ts");
        writeResult(io, { ...(await readSchemaStatus(database)) }, output);
      }),
    );

  db.command("stop")
    .description("stop the embedded PostgreSQL, whoever uses it")
    .action(async ({ output }: Options) => {
      const { stopEmbedded } = await import("../server/db/embedded/embedded.ts");
      writeResult(io, { stopped: await stopEmbedded(loadConfig(io.env).dataDir) }, output);
    });
}
