import { Command, CommanderError, Option } from "commander";
import { addCallbackCommands } from "./callback-commands.ts";
import { addDatabaseCommands } from "./database-commands.ts";
import { addDoctorCommand } from "./doctor-command.ts";
import { describeFailure } from "./failures.ts";
import { addJobCommands } from "./job-commands.ts";
import { addKeyCommands } from "./key-commands.ts";
import { addMcpCommands } from "./mcp-commands.ts";
import { addOptOutCommands } from "./opt-out-commands.ts";
import { type Io, outputFormats } from "./output.ts";
import { addSimulateCommands } from "./simulate-commands.ts";
import { addTeamCommands } from "./team-commands.ts";
import { addWebhookCommands } from "./webhook-commands.ts";

/** Runs one command line; answers the exit code. Data goes to stdout, everything else to stderr. */
export async function run(argv: string[], io: Io): Promise<number> {
  const program = createProgram(io);
  try {
    await program.parseAsync(argv, { from: "user" });
    return 0;
  } catch (error) {
    // Commander has said what is wrong with the command line, or shown the help, by itself.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    const { message, exitCode } = describeFailure(error);
    io.stderr.write(`error: ${message}\n`);
    return exitCode;
  }
}

function createProgram(io: Io): Command {
  const program = new Command("messaging")
    .description("Operate a messaging server. These commands work on its database, so they run where it runs.")
    .configureOutput({ writeOut: (text) => io.stdout.write(text), writeErr: (text) => io.stderr.write(text) })
    .showSuggestionAfterError()
    .exitOverride();
  addTeamCommands(program, io);
  addKeyCommands(program, io);
  addOptOutCommands(program, io);
  addCallbackCommands(program, io);
  addJobCommands(program, io);
  addSimulateCommands(program, io);
  addWebhookCommands(program, io);
  addDatabaseCommands(program, io);
  addDoctorCommand(program, io);
  addMcpCommands(program, io);
  finish(program);
  return program;
}

/** Every command takes the output option, and settings of the parent that commander does not pass on. */
function finish(command: Command): void {
  for (const child of command.commands) {
    child.copyInheritedSettings(command);
    if (child.commands.length === 0) {
      child.addOption(
        new Option("-o, --output <format>", "how to write the result; table on a terminal, else json").choices(
          outputFormats,
        ),
      );
    }
    finish(child);
  }
}
