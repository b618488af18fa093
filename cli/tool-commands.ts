import { Argument, type Command } from "commander";
import type { Io } from "./io.ts";
import type { McpClient } from "./mcp-config.ts";

const mcpClients: McpClient[] = ["claude-code", "claude", "cursor", "vscode"];

/** What helps beside the operations: any request, the contract, counting segments, assistants, completion, the list of commands. */
export function addToolCommands(program: Command, io: Io): void {
  program
    .command("segments")
    .summary("Count a text's characters and segments")
    .description(
      "Count what a text is to the carrier: its characters, its encoding and its segments. No server is asked.",
    )
    .argument("<text>", "The text, or - for stdin")
    .action(async (text: string, _, command: Command) => {
      const { countSegments } = await import("./segments.ts");
      await countSegments(io, command.optsWithGlobals(), text);
    });

  program
    .command("api")
    .summary("Send any request")
    .description("Send any request to the server, with the key, and write the answer as it is.")
    .argument("<method>", "GET, POST, PATCH or DELETE")
    .argument("<path>", "As /api/threads?per_page=1")
    .option("--data <json>", "The body as JSON, as @file, or - for stdin")
    .option("--idempotency-key <key>", "Name this write yourself; by default it gets a new key")
    .addHelpText(
      "after",
      "\nExamples:\n  messaging api GET /api/threads --jq '.threads[].id'\n  messaging api POST /api/text --data @text.json\n",
    )
    .action(async (method: string, path: string, _, command: Command) => {
      const { callApi } = await import("./api.ts");
      await callApi(io, command.optsWithGlobals(), method, path);
    });

  program
    .command("spec")
    .summary("Write the server's OpenAPI description")
    .description("Write the OpenAPI 3.1 description of the API that the server serves: YAML, or JSON with `-o json`.")
    .action(async (_, command: Command) => {
      const { writeContract } = await import("./api.ts");
      await writeContract(io, command.optsWithGlobals());
    });

  const mcp = program.command("mcp").description("The API as tools for assistants");
  mcp
    .command("config")
    .description("Write what connects an assistant to the server's MCP endpoint; where to put it is said on stderr.")
    .addArgument(new Argument("<client>", "The assistant").choices(mcpClients))
    .addHelpText("after", "\nExamples:\n  messaging mcp config claude-code\n")
    .action(async (client: McpClient, _, command: Command) => {
      const { writeMcpConfig } = await import("./mcp-config.ts");
      await writeMcpConfig(io, command.optsWithGlobals(), client);
    });

  program
    .command("commands")
    .summary("List all commands")
    .description("List all commands, with the operation of the API that each one calls.")
    .option("--json", "As -o json")
    .action(async ({ json }: { json?: boolean }, command: Command) => {
      const { listCommands } = await import("./command-list.ts");
      await listCommands(io, { ...command.optsWithGlobals(), ...(json && { output: "json" }) }, program);
    });

  program
    .command("completion")
    .summary("Completion for your shell")
    .description("Write the shell's script that completes commands and flags, or have the shell load it from now on.")
    .addArgument(new Argument("<shell>").choices(["bash", "zsh", "fish"]))
    .option("--install", "Write it into the shell's start-up file, which it is shown")
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
