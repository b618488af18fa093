import type { Command } from "commander";
import type { CallbackKind, CallbackOutcome } from "../../server/db/schema/entities/callback.ts";
import { Failure } from "../failures.ts";
import type { Io } from "../io.ts";
import type { BackfillOptions } from "./backfill-callbacks.ts";
import { operateDatabase } from "./operate.ts";
import { choiceOption, limitOption } from "./options.ts";

interface ListOptions {
  kind?: CallbackKind;
  outcome?: CallbackOutcome | "open";
  limit: number;
}

const kinds: Record<CallbackKind, true> = { inbound: true, status: true, "otp-status": true };

const outcomes: Record<CallbackOutcome | "open", true> = {
  open: true,
  stored: true,
  applied: true,
  unchanged: true,
  duplicate: true,
  unknown_number: true,
  unknown_message: true,
  unreadable: true,
};

/** `messaging callbacks …` */
export function addCallbackCommands(program: Command, io: Io): void {
  const callbacks = program.command("callbacks").description("Show and replay the callbacks of the provider");
  addList(callbacks, io);
  addShow(callbacks, io);
  addReplay(callbacks, io);
  addBackfill(callbacks, io);
}

function addList(callbacks: Command, io: Io): void {
  callbacks
    .command("list")
    .description("List callbacks")
    .addOption(choiceOption("--kind <kind>", "Only callbacks of this kind", kinds))
    .addOption(
      choiceOption("--outcome <outcome>", "Only callbacks with this outcome; open: not processed yet", outcomes),
    )
    .addOption(limitOption())
    .action((filter: ListOptions, command: Command) =>
      operateDatabase(io, command.optsWithGlobals(), async ({ orm }) => {
        const { listCallbacks } = await import("../../server/inbound/list-callbacks.ts");
        const records = await listCallbacks(orm.em.fork(), filter);
        return records.map(({ id, kind, receivedAt, outcome, content, providerId }) => ({
          id,
          kind,
          receivedAt,
          outcome: outcome ?? "open",
          from: content.from,
          to: content.to,
          messageSid: providerId,
        }));
      }),
    );
}

function addShow(callbacks: Command, io: Io): void {
  callbacks
    .command("show <id>")
    .description("Show one callback with every field that the provider sent")
    .action((id: string, _, command: Command) =>
      operateDatabase(io, command.optsWithGlobals(), async ({ orm }) => {
        const { findCallback } = await import("../../server/inbound/list-callbacks.ts");
        const { fields, outcome, ...record } = (await findCallback(orm.em.fork(), id)) ?? refuse(id);
        return { ...record, outcome: outcome ?? "open", ...fields };
      }),
    );
}

function addReplay(callbacks: Command, io: Io): void {
  callbacks
    .command("replay <id>")
    .description("Process a callback again; effects that it already had are not repeated")
    .action((id: string, _, command: Command) =>
      operateDatabase(io, command.optsWithGlobals(), async ({ orm }) => {
        const { replayCallback } = await import("../../server/inbound/list-callbacks.ts");
        const { kind, receivedAt } = (await replayCallback(orm.em.fork(), id)) ?? refuse(id);
        return { id, kind, receivedAt, outcome: "open" };
      }),
    );
}

function addBackfill(callbacks: Command, io: Io): void {
  callbacks
    .command("backfill")
    .summary("Record callbacks that did not arrive, from the carriers' own lists")
    .description(
      `Ask each carrier for its list of texts, and record what is missing here as callbacks: inbound texts, and statuses.
What is known already has no second effect, so run it again if it was interrupted. With --dry-run, nothing is recorded.
After a restore, live texts are on again once all carriers were asked from the time on that messaging doctor shows.`,
    )
    .requiredOption("--since <time>", "The first time, such as 2026-11-26T10:00Z")
    .option("--until <time>", "The last time (default: now)")
    .option("--provider <name>", "Only this account, or `default` for the carrier of the environment (default: all)")
    .action((_, command: Command) =>
      operateDatabase(io, command.optsWithGlobals(), async (database) => {
        const { backfillCallbacks } = await import("./backfill-callbacks.ts");
        return backfillCallbacks(io, database, command.optsWithGlobals<BackfillOptions>());
      }),
    );
}

function refuse(id: string): never {
  throw new Failure("notFound", `There is no callback ${id}.`);
}
