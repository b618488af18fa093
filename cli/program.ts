import { Command, CommanderError, InvalidArgumentError, Option } from "commander";
import packageJson from "../package.json" with { type: "json" };
import { addAccountCommands } from "./account-commands.ts";
import { addBulkCommands } from "./bulk/bulk-commands.ts";
import { describeUnexpected, Failure, tellFailure } from "./failures.ts";
import type { Io } from "./io.ts";
import { addLiveCommands } from "./live/live-commands.ts";
import { OnlyShown } from "./only-shown.ts";
import { addOperationCommands } from "./operation-commands.ts";
import { addOperatorCommands } from "./operator/operator-commands.ts";
import { type OutputOptions, outputFormats } from "./output/output.ts";
import type { ConnectionOptions } from "./settings.ts";
import { addToolCommands } from "./tool-commands.ts";

const epilogue = `
Examples:
  messaging login --url https://sms.example.com
  messaging send +12025550123 "Your order has shipped."
  messaging threads list --all -o csv > threads.csv

Environment:
  MESSAGING_URL, MESSAGING_API_KEY   the server and the key, in the place of a profile
  MESSAGING_PROFILE                  the profile to use
  MESSAGING_COUNTRY                  as --country
  MESSAGING_OUTPUT                   as --output
  MESSAGING_CONFIG_DIR               where profiles are kept
  NO_COLOR                           no colours

Exit codes:
  0  done                      5  there is no such thing
  1  unexpected                6  in conflict with what is there, or opted out
  2  a wrong command line      7  rate limited
  3  refused as invalid        8  the server or the network failed
  4  the key is refused        9  some of many failed
`;

/** Runs one command line; answers the exit code. Data goes to stdout, everything else to stderr. */
export async function run(argv: string[], given: Io): Promise<number> {
  const io = argv.includes("--no-color") ? withoutColor(given) : given;
  const program = createProgram(io);
  try {
    await program.parseAsync(argv, { from: "user" });
    return 0;
  } catch (error) {
    // Commander has said what is wrong with the command line, or shown the help, by itself.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    const options = program.opts<OutputOptions & ConnectionOptions>();
    if (error instanceof OnlyShown) {
      const { showRequest } = await import("./dry-run.ts");
      await showRequest(io, error.request, options);
      return 0;
    }
    const failure = error instanceof Failure ? error : describeUnexpected(error);
    tellFailure(io, failure, options.output === "json" || options.output === "jsonl");
    return failure.exitCode;
  }
}

function withoutColor({ stdin, stdout, stderr, env, interrupted }: Io): Io {
  return { stdin, stdout, stderr, env: { ...env, NO_COLOR: "1" }, ...(interrupted && { interrupted }) };
}

/** The whole tree of commands. What a command needs to do its work is loaded when it runs. */
export function createProgram(io: Io): Command {
  const program = new Command("messaging")
    .description("Send texts and passcodes, read conversations, keep contacts; and operate the server that does it.")
    .version(packageJson.version, "--version", "Show the version of this program")
    .helpOption("-h, --help", "Show this help")
    .configureOutput({
      writeOut: (text) => io.stdout.write(text),
      writeErr: (text) => io.stderr.write(text),
      getOutHelpWidth: () => io.stdout.columns ?? 80,
      getErrHelpWidth: () => io.stderr.columns ?? 80,
    })
    .configureHelp({ showGlobalOptions: true })
    .addHelpText("after", epilogue)
    .showSuggestionAfterError()
    .exitOverride();
  addGlobalOptions(program);
  program.commandsGroup("Messaging:");
  addOperationCommands(program, io);
  addBulkCommands(program, io);
  addLiveCommands(program, io);
  program.commandsGroup("Access:");
  addAccountCommands(program, io);
  program.commandsGroup("Tools:");
  addToolCommands(program, io);
  program.helpCommand("help [command]", "Show the help of a command");
  addOperatorCommands(program, io);
  passOn(program);
  return program;
}

/** Options of every command, which may stand anywhere on the command line. */
function addGlobalOptions(program: Command): void {
  program
    .optionsGroup("Output:")
    .addOption(
      new Option("-o, --output <format>", "How to write the answer; table on a terminal, else json").choices(
        outputFormats,
      ),
    )
    .option("--jq <program>", "Filter the JSON answer with a jq program")
    .option("--columns <names>", "The fields of tables and CSV, separated by commas", (names) => names.split(","))
    .option("--no-color", "No colours; as NO_COLOR")
    .option("-v, --verbose", "Tell of each request on stderr")
    .optionsGroup("Connection:")
    .option("--profile <name>", "The profile to use; by default the current one")
    .option("--url <address>", "The server's address; as MESSAGING_URL")
    .option("--test", "Test mode: nothing is handed to the provider")
    .option("--country <code>", "Of phone numbers without a country code, as US")
    .option("--timeout <seconds>", "How long a request may take, with its repetitions (default: 30)", readSeconds)
    .option("--no-retry", "Do not repeat what was refused for the moment")
    .option("--dry-run", "Show the request instead of sending it")
    .option("--curl", "Show the request as a curl line instead of sending it");
}

function readSeconds(text: string): number {
  const seconds = Number(text);
  if (!(seconds > 0 && seconds <= 3_600))
    throw new InvalidArgumentError("It takes seconds, more than 0 and at most 3600.");
  return seconds;
}

/** Gives every command the settings of the program, which commander does not pass on to commands that exist already. */
function passOn(command: Command): void {
  for (const child of command.commands) {
    child.copyInheritedSettings(command);
    passOn(child);
  }
}
