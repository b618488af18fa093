import { resolve } from "node:path";
import type { Command } from "commander";
import type { Io } from "../io.ts";
import { operateDatabase } from "./operate.ts";

/** Adds `messaging privacy reapply` to the group of the operations on erasures, and `--export` to `messaging privacy erasures`. */
export function addErasureCommands(privacy: Command, io: Io): Command {
  addExport(privacy.commands.find((each) => each.name() === "erasures")!, io);
  return privacy
    .command("reapply <file>")
    .summary("Run erasures again after a restore")
    .description(
      `Run the erasures of a list again that the database does not know, because it was restored from an older backup.
messaging db restore does this by itself. SECRET_KEY must be that of the list. A server does the rest of the work.`,
    )
    .action((file: string, _, command: Command) =>
      operateDatabase(io, command.optsWithGlobals(), async (database) => {
        const { loadConfig } = await import("../../server/config.ts");
        const { readErasureList } = await import("../../server/process/erasure-lists.ts");
        const { reapply } = await import("../../server/process/restore.ts");
        const { withDataDir } = await import("./locate-data.ts");
        const config = loadConfig(await withDataDir(io.env));
        return { ...(await reapply(config, database, await readErasureList(resolve(file)))) };
      }),
    );
}

/** Lets the list of a team's erasures write that of the whole installation into a file, for `messaging privacy reapply`. */
function addExport(erasures: Command, io: Io): void {
  erasures
    .option("--export <file>", "On the server's machine: write all erasures of all teams into a file, for reapply")
    .action(async () => {
      const options = erasures.optsWithGlobals<{ export?: string }>();
      if (options.export !== undefined) return exportErasures(io, options, resolve(options.export));
      const { runOperation } = await import("../operations/run-operation.ts");
      await runOperation(io, "listErasures", { args: erasures.args, given: options });
    });
}

function exportErasures(io: Io, options: object, file: string): Promise<void> {
  return operateDatabase(io, options, async ({ orm }) => {
    const { writeErasureList } = await import("../../server/process/erasure-lists.ts");
    const { teams, erasuresUntil } = await writeErasureList(orm, file);
    return { file, erasures: teams.reduce((sum, each) => sum + each.erasures.length, 0), erasuresUntil };
  });
}
