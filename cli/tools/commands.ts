import { Argument, type Command } from "commander";
import type { Io } from "../io.ts";
import type { McpClient } from "./mcp-config.ts";

const mcpClients: McpClient[] = ["claude-code", "claude", "cursor", "vscode"];

/** Adds the tools: segments, requests, the contract, assistants, conformance, the list of commands and shell completion. */
export function addToolCommands(program: Command, io: Io): void {
  addSegments(program, io);
  addApi(program, io);
  addSpec(program, io);
  addMcp(program, io);
  addConformance(program, io);
  addCommandList(program, io);
  addCompletion(program, io);
}

function addSegments(program: Command, io: Io): void {
  program
    .command("segments")
    .summary("Count a text's characters and segments")
    .description(
      "Count the characters and segments of a text as the carrier does, and show its encoding. No request is sent.",
    )
    .argument("<text>", "The text, or - for stdin")
    .action(async (text: string, _, command: Command) => {
      const { countSegments } = await import("./count-segments.ts");
      await countSegments(io, command.optsWithGlobals(), text);
    });
}

function addApi(program: Command, io: Io): void {
  program
    .command("api")
    .summary("Send any request")
    .description("Send any request to the server with the API key, and write the response.")
    .argument("<method>", "GET, POST, PATCH or DELETE")
    .argument("<path>", "The path, such as /api/threads?per_page=1")
    .option("--data <json>", "The request body as JSON, @file, or - for stdin")
    .option("--idempotency-key <key>", "The idempotency key of this write (default: a new key)")
    .addHelpText(
      "after",
      "\nExamples:\n  messaging api GET /api/threads --jq '.threads[].id'\n  messaging api POST /api/text --data @text.json\n",
    )
    .action(async (method: string, path: string, _, command: Command) => {
      const { callApi } = await import("./api.ts");
      await callApi(io, command.optsWithGlobals(), method, path);
    });
}

function addSpec(program: Command, io: Io): void {
  program
    .command("spec")
    .summary("Write the server's OpenAPI description")
    .description("Write the server's OpenAPI 3.1 description as YAML, or as JSON with `-o json`.")
    .action(async (_, command: Command) => {
      const { writeContract } = await import("./api.ts");
      await writeContract(io, command.optsWithGlobals());
    });
}

function addMcp(program: Command, io: Io): void {
  const mcp = program.command("mcp").description("Connect AI assistants to the API");
  mcp
    .command("config")
    .description(
      "Write the configuration that connects an assistant to the server's MCP endpoint. The instructions go to stderr.",
    )
    .addArgument(new Argument("<client>", "The assistant").choices(mcpClients))
    .addHelpText("after", "\nExamples:\n  messaging mcp config claude-code\n")
    .action(async (client: McpClient, _, command: Command) => {
      const { writeMcpConfig } = await import("./mcp-config.ts");
      await writeMcpConfig(io, command.optsWithGlobals(), client);
    });
}

function addCommandList(program: Command, io: Io): void {
  program
    .command("commands")
    .summary("List all commands")
    .description("List all commands, with the API operation that each command calls.")
    .option("--json", "Same as -o json")
    .action(async ({ json }: { json?: boolean }, command: Command) => {
      const { listCommands } = await import("./command-list.ts");
      await listCommands(io, { ...command.optsWithGlobals(), ...(json && { output: "json" }) }, program);
    });
}

function addConformance(program: Command, io: Io): void {
  program
    .command("conformance")
    .summary("Check a server against the contract")
    .description(
      "Check a server against this version of the contract: its examples, errors, pages, idempotency and limits. Needs a key in test mode. Give it a team of its own, because the checks leave contacts, numbers and endpoints.",
    )
    .option("--key <key>", "The key in test mode (default: that of the connection)")
    .option("--junit <file>", "Write all results as JUnit XML")
    .action(async (_, command: Command) => {
      const { checkConformance } = await import("../conformance/run.ts");
      await checkConformance(io, command.optsWithGlobals());
    });
}

function addCompletion(program: Command, io: Io): void {
  program
    .command("completion")
    .summary("Write or install shell completion")
    .description(
      "Write the script that completes commands and flags in your shell, or install it. Bash also needs the package bash-completion.",
    )
    .addArgument(new Argument("<shell>").choices(["bash", "zsh", "fish"]))
    .option("--install", "Install it in the shell's start-up file, and show the path of that file")
    .action(async (shell: "bash" | "zsh" | "fish", _, command: Command) => {
      const { writeCompletion } = await import("./completion.ts");
      await writeCompletion(io, command.optsWithGlobals(), shell);
    });
  program
    .command("complete", { hidden: true })
    .description("Complete a command line, for the shell's script.")
    .argument("[words...]")
    .action(async (words: string[]) => {
      const { complete } = await import("./completion.ts");
      complete(io, program, words);
    });
}
