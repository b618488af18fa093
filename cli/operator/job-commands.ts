import type { Command } from "commander";
import { Failure, usageError } from "../failures.ts";
import type { Io } from "../io.ts";
import { operateDatabase } from "./operate.ts";
import { limitOption } from "./options.ts";

/** `messaging jobs …` */
export function addJobCommands(program: Command, io: Io): void {
  const jobs = program.command("jobs").description("The work that is done beside requests");

  jobs
    .command("failed")
    .description("List the jobs that failed as often as they may")
    .addOption(limitOption())
    .action(({ limit }: { limit: number }, command: Command) =>
      operateDatabase(io, command.optsWithGlobals(), async ({ orm }) => {
        const { listFailedJobs } = await import("../../server/queue/failed-jobs.ts");
        return (await listFailedJobs(orm.em.fork(), limit)).map((job) => ({ ...job }));
      }),
    );

  jobs
    .command("retry [ids...]")
    .description("Have failed jobs done after all: those named, or with --all every one")
    .option("--all", "Every failed job")
    .action((ids: string[], { all = false }: { all?: boolean }, command: Command) => {
      if (all === ids.length > 0) throw usageError("Name the jobs to retry, or give --all.");
      return operateDatabase(io, command.optsWithGlobals(), async ({ orm }) => {
        const { isId } = await import("../../server/db/columns.ts");
        const { retryFailedJobs } = await import("../../server/queue/failed-jobs.ts");
        const wrong = ids.find((id) => !isId(id));
        if (wrong !== undefined) throw new Failure("notFound", `There is no failed job ${wrong}.`);
        const retried = await retryFailedJobs(orm.em.fork(), all ? undefined : ids);
        if (!all && retried === 0) throw new Failure("notFound", `There is no failed job ${ids.join(", ")}.`);
        return { retried };
      });
    });
}
