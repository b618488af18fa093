import { Argument, type Command } from "commander";
import { type McpClient, mcpClients, mcpConfig } from "./mcp-config.ts";
import type { Io } from "./output.ts";

/** `messaging mcp …` */
export function addMcpCommands(program: Command, io: Io): void {
  const mcp = program.command("mcp").description("The MCP server, which gives assistants the API as tools");

  mcp
    .command("config")
    .description("write what connects an assistant; it goes to stdout, where to put it to stderr")
    .addArgument(new Argument("<client>", "the assistant").choices(mcpClients))
    .option("--url <address>", "the server's address", io.env.MESSAGING_URL || "http://localhost:3000")
    .action((client: McpClient, { url }: { url: string }) => {
      const { paste, where } = mcpConfig(client, url);
      io.stdout.write(`${paste}\n`);
      io.stderr.write(`${where} With the suffix _test on the key, nothing is really sent.\n`);
    });
}
