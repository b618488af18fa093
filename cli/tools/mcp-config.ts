import { type ConnectionOptions, connect } from "../connection/connect.ts";
import { type Io, tell } from "../io.ts";
import { type OutputOptions, writeResult } from "../output/output.ts";
import { writePlain } from "../output/plain-text.ts";

/** The supported assistants. */
export type McpClient = "claude-code" | "claude" | "cursor" | "vscode";

/** The text to paste, and the instructions. */
interface McpConfig {
  paste: string;
  instructions: string;
}

/** `messaging mcp config`: writes an assistant's configuration to stdout and the instructions to stderr. */
export async function writeMcpConfig(
  io: Io,
  options: OutputOptions & ConnectionOptions,
  client: McpClient,
): Promise<void> {
  const { url } = await connect(io, options);
  const { paste, instructions } = mcpConfig(client, `${url}/api/mcp`);
  const where = `${instructions} To use test mode, add the suffix _test to the key.`;
  if (options.output !== undefined || options.jq !== undefined) {
    return writeResult(io, options, { client, paste, where }, { id: "client" });
  }
  writePlain(io, `${paste}\n`);
  tell(io, where);
}

/** The configuration of an assistant for a server's MCP endpoint. It never contains the key, only a placeholder. */
function mcpConfig(client: McpClient, url: string): McpConfig {
  switch (client) {
    case "claude-code":
      return {
        paste: `claude mcp add --transport http messaging '${url}' --header "X-API-Key: $MESSAGING_API_KEY"`,
        instructions: "Run it in a shell that has the API key in MESSAGING_API_KEY.",
      };
    case "claude":
      return {
        paste: json({ mcpServers: { messaging: bridge(url) } }),
        instructions:
          "Put it into claude_desktop_config.json (Settings, Developer, Edit Config) with your API key, then restart Claude. " +
          "Its configuration supports only local programs, so the npm package mcp-remote makes the connection.",
      };
    case "cursor":
      return {
        paste: json({
          mcpServers: { messaging: { url, headers: { "X-API-Key": reference("env:MESSAGING_API_KEY") } } },
        }),
        instructions:
          "Put it into ~/.cursor/mcp.json or .cursor/mcp.json; Cursor reads the API key from MESSAGING_API_KEY.",
      };
    case "vscode":
      return {
        paste: json({
          inputs: [{ type: "promptString", id: "messaging-api-key", description: "API key", password: true }],
          servers: { messaging: { type: "http", url, headers: { "X-API-Key": reference("input:messaging-api-key") } } },
        }),
        instructions: "Put it into .vscode/mcp.json; VS Code asks for the API key once and stores it.",
      };
  }
}

function bridge(url: string): object {
  const { protocol, hostname } = new URL(url);
  const isPlain = protocol === "http:" && !["localhost", "127.0.0.1", "[::1]"].includes(hostname);
  return {
    command: "npx",
    // The header has no space, because some systems would split the argument there.
    args: [
      "-y",
      "mcp-remote",
      url,
      "--header",
      `X-API-Key:${reference("MESSAGING_API_KEY")}`,
      ...(isPlain ? ["--allow-http"] : []),
    ],
    env: { MESSAGING_API_KEY: "YOUR_API_KEY" },
  };
}

/** A variable that the assistant expands. */
const reference = (name: string) => `\${${name}}`;

const json = (value: object) => JSON.stringify(value, null, 2);
