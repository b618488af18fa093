import { type Command, Option } from "commander";
import { findCallback, listCallbacks, replayCallback } from "../server/callbacks/find-callbacks.ts";
import {
  type CallbackKind,
  type CallbackOutcome,
  callbackKinds,
  callbackOutcomes,
} from "../server/db/entities/callback.ts";
import { type CommonOptions, showFromDatabase } from "./database-action.ts";
import { CommandError } from "./failures.ts";
import { limitOption } from "./options.ts";
import type { Io } from "./output.ts";

interface ListOptions extends CommonOptions {
  kind?: CallbackKind;
  outcome?: CallbackOutcome | "open";
  limit: number;
}

/** `messaging callbacks …` */
export function addCallbackCommands(program: Command, io: Io): void {
  const callbacks = program
    .command("callbacks")
    .description("Callbacks: what the provider reported, and what came of it");

  callbacks
    .command("list")
    .description("list the records, the newest first")
    .addOption(new Option("--kind <kind>", "only those of this kind").choices(callbackKinds))
    .addOption(
      new Option("--outcome <outcome>", "only those that came to this; open: to nothing yet").choices([
        "open",
        ...callbackOutcomes,
      ]),
    )
    .addOption(limitOption())
    .action(({ kind, outcome, limit, ...options }: ListOptions) =>
      showFromDatabase(io, options, async ({ orm }) => {
        const records = await listCallbacks(orm.em.fork(), { kind, outcome, limit });
        return records.map(({ id, kind, receivedAt, outcome, fields }) => ({
          ...{ id, kind, receivedAt, outcome: outcome ?? "open" },
          from: fields.From ?? null,
          to: fields.To ?? null,
          messageSid: fields.MessageSid ?? null,
        }));
      }),
    );

  callbacks
    .command("show <id>")
    .description("show one record with every field that the provider sent")
    .action((id: string, options: CommonOptions) =>
      showFromDatabase(io, options, async ({ orm }) => {
        const { fields, outcome, ...record } = (await findCallback(orm.em.fork(), id)) ?? refuse(id);
        return { ...record, outcome: outcome ?? "open", ...fields };
      }),
    );

  callbacks
    .command("replay <id>")
    .description("have a callback done once more; what it did before it does not do again")
    .action((id: string, options: CommonOptions) =>
      showFromDatabase(io, options, async ({ orm }) => {
        const { kind, receivedAt } = (await replayCallback(orm.em.fork(), id)) ?? refuse(id);
        return { id, kind, receivedAt, outcome: "open" };
      }),
    );
}

function refuse(id: string): never {
  throw new CommandError("not_found", `There is no callback ${id}.`);
}
