import type { Command } from "commander";
import { usageError } from "../failures.ts";
import type { Io } from "../io.ts";
import { addCallbackCommands } from "./callback-commands.ts";
import { addDatabaseCommands } from "./database-commands.ts";
import { addDoctorCommand } from "./doctor-command.ts";
import { addJobCommands } from "./job-commands.ts";
import { addKeyCommands } from "./key-commands.ts";
import { addNumberCommands } from "./number-commands.ts";
import { addOptOutCommands } from "./opt-out-commands.ts";
import { addErasureCommands } from "./privacy-commands.ts";
import { addProviderCommands } from "./provider-commands.ts";
import { addServeCommand } from "./serve-command.ts";
import { addSimulateCommands } from "./simulate-commands.ts";
import { addTeamCommands } from "./team-commands.ts";
import { addWebhookCommands } from "./webhook-commands.ts";

/** Options of commands that call the API. The operators' commands refuse them. */
const apiOptions = ["profile", "url", "test", "country", "timeout", "dryRun", "curl"];

/** The options of these that some accept: `simulate` calls a server, and `backfill` can leave everything as it is. */
const acceptedOptions: Record<string, string[]> = { simulate: ["profile", "url", "test"], backfill: ["dryRun"] };

const title = "For operators, on the server's machine:";

/**
 * Adds the commands that work on the server's own database, and load the server's modules when they run. Three of them
 * are in the group `numbers` and one is in `privacy`, beside the commands that call the API.
 */
export function addOperatorCommands(program: Command, io: Io): void {
  program.commandsGroup(title);
  const existing = new Set(program.commands);
  addServeCommand(program, io);
  addTeamCommands(program, io);
  addKeyCommands(program, io);
  addProviderCommands(program, io);
  addOptOutCommands(program, io);
  addWebhookCommands(program, io);
  addCallbackCommands(program, io);
  addJobCommands(program, io);
  addSimulateCommands(program, io);
  addDatabaseCommands(program, io);
  addDoctorCommand(program, io);
  const numbers = program.commands.find((each) => each.name() === "numbers")!.commandsGroup(title);
  const privacy = program.commands.find((each) => each.name() === "privacy")!.commandsGroup(title);
  const added = [
    ...program.commands.filter((each) => !existing.has(each)),
    ...addNumberCommands(numbers, io),
    addErasureCommands(privacy, io),
  ];
  for (const command of added) {
    command.hook("preAction", (_, action) => {
      const accepted = acceptedOptions[command.name()] ?? acceptedOptions[action.name()] ?? [];
      const refused = apiOptions.filter((option) => !accepted.includes(option));
      const given = program.options.find(
        (option) =>
          refused.includes(option.attributeName()) && program.getOptionValue(option.attributeName()) !== undefined,
      );
      if (given)
        throw usageError(
          `${given.long} is for commands that call the API. This command works on the server's machine.`,
        );
    });
  }
}
