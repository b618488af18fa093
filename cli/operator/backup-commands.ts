import { resolve } from "node:path";
import type { Command } from "commander";
import { usageError } from "../failures.ts";
import type { Io } from "../io.ts";
import { readCount } from "../read-count.ts";
import { operate, operateDatabase } from "./operate.ts";

const accepting = "--accept-lost-opt-outs";

const danger = `People who said STOP after the backup are not opted out in it, and would be texted. Live texts are off
until you record what they said (messaging callbacks backfill), or accept that some opt-outs may be missing.`;

interface RestoreOptions {
  erasures?: string;
  withoutErasures?: boolean;
  acceptLostOptOuts?: boolean;
}

/** Reads the list of erasures that a backup is restored with; undefined for none. */
async function readList(backup: string, { erasures, withoutErasures }: RestoreOptions) {
  if (withoutErasures && erasures !== undefined)
    throw usageError("--without-erasures and --erasures exclude each other.");
  if (withoutErasures) return undefined;
  const { readErasureList, readNewestList } = await import("../../server/process/erasure-lists.ts");
  return erasures === undefined ? readNewestList(backup) : readErasureList(resolve(erasures));
}

/** `messaging db backup`, `restore` and `accept-lost-opt-outs` */
export function addBackupCommands(db: Command, io: Io): void {
  db.command("backup <directory>")
    .summary("Back the database up, while the server runs")
    .description(
      `Back the database up into a new file of a directory, while the server runs.
The file of the embedded database has the secrets of DATA_DIR, too. With DATABASE_URL, pg_dump makes it.
The list of all erasures until then is beside it (.erasures.json): an older backup is restored with the newest list.`,
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
    .description(
      `Restore a backup into an empty DATA_DIR, or into the empty database of DATABASE_URL.
People who were erased after the backup are erased from it again, by the newest list of erasures beside it.
${danger}`,
    )
    .option("--erasures <file>", "The newest list of erasures (default: the newest one beside the backup)")
    .option("--without-erasures", "Restore without a list, because nobody was erased after the backup")
    .option(accepting, "Let the server send live texts at once")
    .action((file: string, options: RestoreOptions, command: Command) =>
      operate(io, command.optsWithGlobals(), async () => {
        const { loadConfig } = await import("../../server/config.ts");
        const { acceptLostOptOuts: accept, restore } = await import("../../server/process/restore.ts");
        const { openDatabase } = await import("../../server/process/open-database.ts");
        const config = loadConfig(io.env);
        const erasures = await restore(config, resolve(file), await readList(resolve(file), options));
        if (options.acceptLostOptOuts) {
          const database = await openDatabase(config);
          await accept(database).finally(() => database.close());
        }
        const place = config.databaseUrl === undefined ? config.dataDir : "the database of DATABASE_URL";
        return { restored: place, erasures, liveTexts: options.acceptLostOptOuts ? "on" : "off" };
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
