import type { Command } from "commander";
import { usageError } from "../failures.ts";
import type { Io } from "../io.ts";
import { addCallbackCommands } from "./callback-commands.ts";
import { addDatabaseCommands } from "./database-commands.ts";
import { addDoctorCommand } from "./doctor-command.ts";
import { addJobCommands } from "./job-commands.ts";
import { addKeyCommands } from "./key-commands.ts";
import { addOptOutCommands } from "./opt-out-commands.ts";
import { addServeCommand } from "./serve-command.ts";
import { addSimulateCommands } from "./simulate-commands.ts";
import { addTeamCommands } from "./team-commands.ts";
import { addWebhookCommands } from "./webhook-commands.ts";

/** What these commands have no use for, because they call no operation with a key. */
const foreign = ["profile", "url", "test", "country", "timeout", "dryRun", "curl"];

/** The commands that work on the server's own database. They load the server's modules when they run. */
export function addOperatorCommands(program: Command, io: Io): void {
  const before = new Set(program.commands);
  addServeCommand(program, io);
  addTeamCommands(program, io);
  addKeyCommands(program, io);
  addOptOutCommands(program, io);
  addWebhookCommands(program, io);
  addCallbackCommands(program, io);
  addJobCommands(program, io);
  addSimulateCommands(program, io);
  addDatabaseCommands(program, io);
  addDoctorCommand(program, io);
  for (const command of program.commands.filter((each) => !before.has(each))) {
    command.hook("preAction", () => {
      const given = program.options.find(
        (option) =>
          foreign.includes(option.attributeName()) && program.getOptionValue(option.attributeName()) !== undefined,
      );
      if (given)
        throw usageError(`${given.long} is for commands that call the API; this one works where the server runs`);
    });
  }
}
