import type { Command } from "commander";
import { loadConfig } from "../server/config.ts";
import { type CommonOptions, showFromDatabase } from "./database-action.ts";
import { type Io, writeResult } from "./output.ts";

/** `messaging db …` */
export function addDatabaseCommands(program: Command, io: Io): void {
  const db = program.command("db").description("The server's database");

  db.command("migrate")
    .description("bring the schema up to date; the server does it too when it starts")
    .action((options: CommonOptions) =>
      showFromDatabase(io, options, async (database) => {
        const { migrate, readSchemaStatus } = await import("../server/migrate.ts");
        await migrate(database);
        return { ...(await readSchemaStatus(database)) };
      }),
    );

  db.command("status")
    .description("show which migrations have run and which are pending")
    .action((options: CommonOptions) =>
      showFromDatabase(io, options, async (database) => {
        const { readSchemaStatus } = await import("../server/migrate.ts");
        return { ...(await readSchemaStatus(database)) };
      }),
    );

  db.command("stop")
    .description("stop the embedded PostgreSQL, whoever uses it")
    .action(async ({ output }: CommonOptions) => {
      const { stopEmbedded } = await import("../server/db/embedded/embedded.ts");
      writeResult(io, { stopped: await stopEmbedded(loadConfig(io.env).dataDir) }, output);
    });
}
