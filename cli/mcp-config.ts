import { type Io, tell } from "./io.ts";
import { type OutputOptions, writeAnswer } from "./output/output.ts";
import { writePlain } from "./output/plain-text.ts";
import { type ConnectionOptions, connect } from "./settings.ts";

/** The assistants that we know how to connect. */
export type McpClient = "claude-code" | "claude" | "cursor" | "vscode";

/** What to paste, and where. */
interface McpConfig {
  paste: string;
  where: string;
}

/** `messaging mcp config`: writes what connects an assistant, and says where to put it. */
export async function writeMcpConfig(
  io: Io,
  options: OutputOptions & ConnectionOptions,
  client: McpClient,
): Promise<void> {
  const { url } = await connect(io, options);
  const { paste, where } = mcpConfig(client, `${url}/api/mcp`);
  const said = `${where} With the suffix _test on the key, nothing is really sent.`;
  if (options.output !== undefined || options.jq !== undefined) {
    return writeAnswer(io, options, { client, paste, where: said }, { id: "client" });
  }
  writePlain(io, `${paste}\n`);
  tell(io, said);
}

/** How an assistant is told of a server's MCP endpoint. The key is never in it, but for a place to put it. */
function mcpConfig(client: McpClient, url: string): McpConfig {
  switch (client) {
    case "claude-code":
      return {
        paste: `claude mcp add --transport http messaging '${url}' --header "X-API-Key: $MESSAGING_API_KEY"`,
        where: "Run it in a shell that has the API key in MESSAGING_API_KEY.",
      };
    case "claude":
      return {
        paste: json({ mcpServers: { messaging: bridge(url) } }),
        where:
          "Put it into claude_desktop_config.json (Settings, Developer, Edit Config) with your API key, then restart Claude. " +
          "The app starts only programs by itself, so the npm package mcp-remote connects it.",
      };
    case "cursor":
      return {
        paste: json({
          mcpServers: { messaging: { url, headers: { "X-API-Key": reference("env:MESSAGING_API_KEY") } } },
        }),
        where: "Put it into ~/.cursor/mcp.json or .cursor/mcp.json; Cursor reads the API key from MESSAGING_API_KEY.",
      };
    case "vscode":
      return {
        paste: json({
          inputs: [{ type: "promptString", id: "messaging-api-key", description: "API key", password: true }],
          servers: { messaging: { type: "http", url, headers: { "X-API-Key": reference("input:messaging-api-key") } } },
        }),
        where: "Put it into .vscode/mcp.json; VS Code asks for the API key once and keeps it.",
      };
  }
}

function bridge(url: string): object {
  const { protocol, hostname } = new URL(url);
  const isPlain = protocol === "http:" && !["localhost", "127.0.0.1", "[::1]"].includes(hostname);
  return {
    command: "npx",
    // Without a space in the header: some systems would divide it there.
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

/** A place that the assistant fills in. */
const reference = (name: string) => `\${${name}}`;

const json = (value: object) => JSON.stringify(value, null, 2);
