import type { Command } from "commander";
import { isId } from "../server/db/columns.ts";
import { listFailedJobs, retryFailedJobs } from "../server/queue/failed-jobs.ts";
import { type CommonOptions, showFromDatabase } from "./database-action.ts";
import { CommandError } from "./failures.ts";
import { limitOption } from "./options.ts";
import type { Io } from "./output.ts";

/** `messaging jobs …` */
export function addJobCommands(program: Command, io: Io): void {
  const jobs = program.command("jobs").description("Jobs: the work that is done beside requests");

  jobs
    .command("failed")
    .description("list the jobs that failed as often as they may, the newest first")
    .addOption(limitOption())
    .action(({ limit, ...options }: CommonOptions & { limit: number }) =>
      showFromDatabase(io, options, async ({ orm }) => {
        const failed = await listFailedJobs(orm.em.fork(), limit);
        return failed.map(({ data, ...job }) => ({ ...job, data: JSON.stringify(data) }));
      }),
    );

  jobs
    .command("retry [ids...]")
    .description("have failed jobs done after all: those named, or with --all every one")
    .option("--all", "every failed job")
    .action((ids: string[], { all = false, ...options }: CommonOptions & { all?: boolean }) =>
      showFromDatabase(io, options, async ({ orm }) => {
        if (all === ids.length > 0) throw new CommandError("invalid", "Name the jobs to retry, or give --all.");
        const wrong = ids.find((id) => !isId(id));
        if (wrong !== undefined) throw new CommandError("not_found", `There is no failed job ${wrong}.`);
        const retried = await retryFailedJobs(orm.em.fork(), all ? undefined : ids);
        if (!all && retried === 0) throw new CommandError("not_found", `There is no failed job ${ids.join(", ")}.`);
        return { retried };
      }),
    );
}
