/** Calls each tool with the client of @modelcontextprotocol/sdk, which begins with `initialize`. */
import { readFileSync } from "node:fs";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";

const { MESSAGING_URL = "" } = process.env;
const seen = { version: "", tools: [] as string[], called: [] as string[] };
for (const { key, name, args } of JSON.parse(readFileSync("calls.json", "utf8"))) {
  const client = new Client({ name: "consumer", version: "1.0.0" });
  const requestInit = { headers: { "X-API-Key": key } };
  const transport = new StreamableHTTPClientTransport(new URL("/api/mcp", MESSAGING_URL), { requestInit });
  // The library's types do not distinguish absent from undefined.
  await client.connect(transport as Parameters<Client["connect"]>[0]);
  const { tools } = await client.listTools();
  const result = await client.callTool({ name, arguments: args });
  if (result.isError) throw new Error(JSON.stringify(result));
  seen.version = transport.protocolVersion ?? "";
  seen.tools = tools.map((tool) => tool.name);
  seen.called.push(name);
  await client.close();
}
console.log(JSON.stringify(seen));
