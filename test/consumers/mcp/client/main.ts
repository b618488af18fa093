/** Calls each tool with @modelcontextprotocol/client, which finds out the versions of the server first. */
import { readFileSync } from "node:fs";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";

const { MESSAGING_URL = "" } = process.env;
const seen = { version: "", tools: [] as string[], called: [] as string[] };
for (const { key, name, args } of JSON.parse(readFileSync("calls.json", "utf8"))) {
  const client = new Client({ name: "consumer", version: "1.0.0" }, { versionNegotiation: { mode: "auto" } });
  const requestInit = { headers: { "X-API-Key": key } };
  await client.connect(new StreamableHTTPClientTransport(new URL("/api/mcp", MESSAGING_URL), { requestInit }));
  const { tools } = await client.listTools();
  const result = await client.callTool({ name, arguments: args });
  if (result.isError) throw new Error(JSON.stringify(result));
  seen.version = client.getNegotiatedProtocolVersion() ?? "";
  seen.tools = tools.map((tool) => tool.name);
  seen.called.push(name);
  await client.close();
}
console.log(JSON.stringify(seen));
