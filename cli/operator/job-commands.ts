import type { Command } from "commander";
import { Failure, usageError } from "../failures.ts";
import type { Io } from "../io.ts";
import { operateDatabase } from "./operate.ts";
import { limitOption } from "./options.ts";

/** `messaging jobs …` */
export function addJobCommands(program: Command, io: Io): void {
  const jobs = program.command("jobs").description("Show and retry failed background jobs");

  jobs
    .command("failed")
    .description("List the jobs that have failed and are no longer retried")
    .addOption(limitOption())
    .action(({ limit }: { limit: number }, command: Command) =>
      operateDatabase(io, command.optsWithGlobals(), async ({ orm }) => {
        const { listFailedJobs } = await import("../../server/queue/failed-jobs.ts");
        return (await listFailedJobs(orm.em.fork(), limit)).map((job) => ({ ...job }));
      }),
    );

  jobs
    .command("retry [ids...]")
    .description("Retry the failed jobs with these ids, or all failed jobs with --all")
    .option("--all", "Retry every failed job")
    .action((ids: string[], { all = false }: { all?: boolean }, command: Command) => {
      if (all === ids.length > 0) throw usageError("expected either the ids of the jobs to retry, or --all");
      return operateDatabase(io, command.optsWithGlobals(), async ({ orm }) => {
        const { isId } = await import("../../server/db/schema/ids.ts");
        const { retryFailedJobs } = await import("../../server/queue/failed-jobs.ts");
        const invalidId = ids.find((id) => !isId(id));
        if (invalidId !== undefined) throw new Failure("notFound", `There is no failed job ${invalidId}.`);
        const retried = await retryFailedJobs(orm.em.fork(), all ? undefined : ids);
        if (!all && retried === 0) throw new Failure("notFound", `There is no failed job ${ids.join(", ")}.`);
        return { retried };
      });
    });
}
