import { resolve } from "node:path";
import type { Command } from "commander";
import type { Io } from "../io.ts";
import { readCount } from "../read-count.ts";
import { operate, operateDatabase } from "./operate.ts";

const accepting = "--accept-lost-opt-outs";

const danger = `People who said STOP after the backup are not opted out in it, and would be texted. Live texts are off
until you record what they said (messaging callbacks backfill), or accept that some opt-outs may be missing.`;

/** `messaging db backup`, `restore` and `accept-lost-opt-outs` */
export function addBackupCommands(db: Command, io: Io): void {
  db.command("backup <directory>")
    .summary("Back the database up, while the server runs")
    .description(
      `Back the database up into a new file of a directory, while the server runs.
The file of the embedded database has the secrets of DATA_DIR, too. With DATABASE_URL, pg_dump makes it.`,
    )
    .option("--keep <number>", "Delete all but the newest backups there", readCount, 14)
    .action((directory: string, { keep }: { keep: number }, command: Command) =>
      operateDatabase(io, command.optsWithGlobals(), async (database) => {
        const { loadConfig } = await import("../../server/config.ts");
        const { backUp } = await import("../../server/process/back-up.ts");
        const { withDataDir } = await import("./locate-data.ts");
        return { ...(await backUp(loadConfig(await withDataDir(io.env)), database, resolve(directory), keep)) };
      }),
    );

  db.command("restore <file>")
    .summary("Restore a backup into an empty place")
    .description(`Restore a backup into an empty DATA_DIR, or into the empty database of DATABASE_URL.\n${danger}`)
    .option(accepting, "Let the server send live texts at once")
    .action((file: string, { acceptLostOptOuts = false }: { acceptLostOptOuts?: boolean }, command: Command) =>
      operate(io, command.optsWithGlobals(), async () => {
        const { loadConfig } = await import("../../server/config.ts");
        const { acceptLostOptOuts: accept, restore } = await import("../../server/process/restore.ts");
        const { openDatabase } = await import("../../server/process/open-database.ts");
        const config = loadConfig(io.env);
        await restore(config, resolve(file));
        if (acceptLostOptOuts) {
          const database = await openDatabase(config);
          await accept(database).finally(() => database.close());
        }
        const place = config.databaseUrl === undefined ? config.dataDir : "the database of DATABASE_URL";
        return { restored: place, liveTexts: acceptLostOptOuts ? "on" : "off" };
      }),
    );

  db.command("accept-lost-opt-outs")
    .summary("Turn live texts on again after a restore")
    .description(`Turn live texts on again after a restore.\n${danger}`)
    .action((_, command: Command) =>
      operateDatabase(io, command.optsWithGlobals(), async (database) => {
        const { acceptLostOptOuts } = await import("../../server/process/restore.ts");
        return { liveTexts: "on", before: (await acceptLostOptOuts(database)) ? "off" : "on" };
      }),
    );
}
