import type { Command } from "commander";
import type { Io } from "../io.ts";
import { addBackupCommands } from "./backup-commands.ts";
import { operate, operateDatabase } from "./operate.ts";

/** `messaging db …` */
export function addDatabaseCommands(program: Command, io: Io): void {
  const db = program.command("db").description("Manage the server's database");

  db.command("migrate")
    .description("Bring the schema up to date; the server also does this when it starts")
    .action((_, command: Command) =>
      operateDatabase(io, command.optsWithGlobals(), async (database) => {
        const { migrate, readSchemaStatus } = await import("../../server/process/migrate.ts");
        await migrate(database);
        return { ...(await readSchemaStatus(database)) };
      }),
    );

  db.command("status")
    .description("Show which migrations have run and which are pending")
    .action((_, command: Command) =>
      operateDatabase(io, command.optsWithGlobals(), async (database) => {
        const { readSchemaStatus } = await import("../../server/process/migrate.ts");
        return { ...(await readSchemaStatus(database)) };
      }),
    );

  db.command("stop")
    .description("Stop the embedded PostgreSQL, even while it is in use")
    .action((_, command: Command) =>
      operate(io, command.optsWithGlobals(), async () => {
        const { loadConfig } = await import("../../server/config.ts");
        const { stopEmbedded } = await import("../../server/db/embedded/embedded.ts");
        const { requireDatabase, withDataDir } = await import("./locate-data.ts");
        const config = loadConfig(await withDataDir(io.env));
        await requireDatabase(io.env, config);
        return { stopped: await stopEmbedded(config.dataDir) };
      }),
    );

  addBackupCommands(db, io);
}
