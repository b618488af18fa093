import { Command, CommanderError, InvalidArgumentError, Option } from "commander";
import packageJson from "../package.json" with { type: "json" };
import { readEncoding } from "./bytes/decode.ts";
import { UnsentRequest } from "./client/unsent-request.ts";
import type { ConnectionOptions } from "./connection/connect.ts";
import { addConsentCommands } from "./consents/commands.ts";
import { addContactCommands } from "./contacts/commands.ts";
import { addEventCommands } from "./events/commands.ts";
import { describeUnexpected, Failure } from "./failures.ts";
import type { Io } from "./io.ts";
import { addOperationCommands } from "./operations/commands.ts";
import { addOperatorCommands } from "./operator/commands.ts";
import { outputFormats } from "./output/formats.ts";
import type { OutputOptions } from "./output/output.ts";
import { addPrivacyCommands } from "./privacy/commands.ts";
import { addProfileCommands } from "./profiles/commands.ts";
import { addTextCommands } from "./texts/commands.ts";
import { addToolCommands } from "./tools/commands.ts";

const epilogue = `
Examples:
  messaging login --url https://sms.example.com
  messaging send +12025550123 "Your order has shipped."
  messaging threads list --all -o csv > threads.csv

Environment:
  MESSAGING_URL, MESSAGING_API_KEY   the server and the key, instead of a profile
  MESSAGING_PROFILE                  the profile to use
  MESSAGING_COUNTRY                  same as --country
  MESSAGING_OUTPUT                   same as --output
  MESSAGING_CONFIG_DIR               the directory of the profiles
  NO_COLOR                           disables colours

Exit codes:
  0  success                   5  not found
  1  unexpected error          6  conflict, or the recipient has opted out
  2  invalid command line      7  rate limited
  3  invalid input             8  the server, the network or the text failed
  4  authentication failed     9  some of many items failed
`;

/** Runs one command line and returns the exit code. Data goes to stdout, everything else to stderr. */
export async function run(argv: string[], given: Io): Promise<number> {
  const io = argv.includes("--no-color") ? withoutColor(given) : given;
  const program = createProgram(io);
  try {
    await program.parseAsync(argv, { from: "user" });
    return 0;
  } catch (error) {
    // Commander has already written the error or the help.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    const options = program.opts<OutputOptions & ConnectionOptions>();
    if (error instanceof UnsentRequest) {
      const { showRequest } = await import("./output/show-request.ts");
      await showRequest(io, error.request, options);
      return 0;
    }
    const failure = error instanceof Failure ? error : describeUnexpected(error);
    const { tellFailure } = await import("./output/tell-failure.ts");
    tellFailure(io, failure, options.output === "json" || options.output === "jsonl");
    return failure.exitCode;
  }
}

function withoutColor({ stdin, stdout, stderr, env, interrupted }: Io): Io {
  return { stdin, stdout, stderr, env: { ...env, NO_COLOR: "1" }, ...(interrupted && { interrupted }) };
}

/** Creates the tree of all commands. The modules that do a command's work are loaded when it runs. */
export function createProgram(io: Io): Command {
  const program = new Command("messaging")
    .description("Send texts and passcodes, read conversations, manage contacts, and operate the server.")
    .version(packageJson.version, "--version", "Show the version")
    .helpOption("-h, --help", "Show this help")
    .configureOutput({
      writeOut: (text) => io.stdout.write(text),
      writeErr: (text) => io.stderr.write(text),
      getOutHelpWidth: () => io.stdout.columns ?? 80,
      getErrHelpWidth: () => io.stderr.columns ?? 80,
    })
    .addHelpText("after", epilogue)
    .showSuggestionAfterError()
    .exitOverride();
  addGlobalOptions(program);
  program.commandsGroup("Messaging:");
  addOperationCommands(program, io);
  addContactCommands(program, io);
  addPrivacyCommands(program, io);
  addConsentCommands(program, io);
  addTextCommands(program, io);
  addEventCommands(program, io);
  program.commandsGroup("Access:");
  addProfileCommands(program, io);
  program.commandsGroup("Tools:");
  addToolCommands(program, io);
  program.helpCommand("help [command]", "Show the help of a command");
  addOperatorCommands(program, io);
  inheritSettings(program);
  return program;
}

/** Adds the options that every command accepts, anywhere on the command line. */
function addGlobalOptions(program: Command): void {
  program
    .optionsGroup("Output:")
    .addOption(
      new Option("-o, --output <format>", "The output format (default: table on a terminal, otherwise json)").choices(
        outputFormats,
      ),
    )
    .option("--jq <program>", "Filter the JSON output with a jq program")
    .option("--columns <names>", "The fields of tables and CSV, separated by commas", (names) => names.split(","))
    .option("--no-color", "Disable colours; same as NO_COLOR")
    .option("-v, --verbose", "Log each request to stderr")
    .optionsGroup("Connection:")
    .option("--profile <name>", "The profile to use (default: the current profile)")
    .option("--url <address>", "The server's address; same as MESSAGING_URL")
    .option("--test", "Test mode: nothing is sent to the provider")
    .option("--country <code>", "The country of phone numbers without a country code, such as US")
    .option(
      "--encoding <name>",
      "The encoding of files and stdin, such as windows-1252 (default: UTF-8, or by the byte order mark)",
      readEncodingName,
    )
    .option("--timeout <seconds>", "The maximum duration of a request, including retries (default: 30)", readSeconds)
    .option("--no-retry", "Do not retry after temporary failures")
    .option("--dry-run", "Show the request instead of sending it")
    .option("--curl", "Show the request as a curl command instead of sending it");
}

function readEncodingName(text: string): string {
  try {
    return readEncoding(text);
  } catch {
    throw new InvalidArgumentError("Expected an encoding such as windows-1252, utf-16le or shift_jis.");
  }
}

function readSeconds(text: string): number {
  const seconds = Number(text);
  if (!(seconds > 0 && seconds <= 3_600))
    throw new InvalidArgumentError("Expected seconds, more than 0 and at most 3600.");
  return seconds;
}

/**
 * Copies the program's settings to every command. Commander copies them only to commands that are added later. The help of
 * a group lists its commands, and only the help of a command the options that every command accepts.
 */
function inheritSettings(command: Command): void {
  for (const child of command.commands) {
    child.copyInheritedSettings(command);
    child.configureHelp({ showGlobalOptions: child.commands.length === 0 });
    inheritSettings(child);
  }
}
