import { Server, type ServerOptions, specTypeSchemas } from "@modelcontextprotocol/server";
import { AjvJsonSchemaValidator } from "@modelcontextprotocol/server/validators/ajv";
import { contractDocument } from "../contract/document.ts";
import { callTool, type McpClient, readResource } from "./ask.ts";
import { instructionsOf } from "./instructions.ts";
import { listTools } from "./list-tools.ts";
import { contractResource, resourceTemplates } from "./resources.ts";

const { title, version } = contractDocument.info;
const serverInfo = { name: "messaging", title, version };

/** How long a client may keep what changes only with the server's version. */
const stable = { ttlMs: 5 * 60_000, cacheScope: "private" } as const;

/** The tools also change with the rights of the key. A kept list would offer tools that the server then refuses. */
const listOfTools = { ...stable, ttlMs: 10_000 };

const options = {
  capabilities: { tools: {}, resources: {} },
  // Shared by all servers, because creating it takes longer than the rest of a server. Only elicitation would use it.
  jsonSchemaValidator: new AjvJsonSchemaValidator(),
  cacheHints: {
    "server/discover": stable,
    "tools/list": listOfTools,
    "resources/list": stable,
    "resources/templates/list": stable,
  },
} satisfies ServerOptions;

// The schemas of parameters. Without them, the library answers invalid parameters with an internal error.
const page = { params: specTypeSchemas.PaginatedRequestParams };
const resource = { params: specTypeSchemas.ReadResourceRequestParams };

/** The server of one message, in both eras of the protocol. The library adds `initialize`, `ping` and `server/discover`. */
export function createServer(client: McpClient): Server {
  const server = new Server(serverInfo, { ...options, instructions: instructionsOf(client.caller) });
  server.setRequestHandler("tools/list", page, () => listTools(client.caller.rights, client.selection));
  server.setRequestHandler("tools/call", ({ params }) => callTool(client, params.name, params.arguments));
  server.setRequestHandler("resources/list", page, () => ({ resources: [contractResource] }));
  server.setRequestHandler("resources/templates/list", page, () => ({ resourceTemplates }));
  server.setRequestHandler("resources/read", resource, ({ uri }) => readResource(client, uri));
  return server;
}
