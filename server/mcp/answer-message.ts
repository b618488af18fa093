import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js";
import {
  CallToolRequestSchema,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ListToolsRequestSchema,
  ReadResourceRequestSchema,
} from "@modelcontextprotocol/sdk/types.js";
import { AjvJsonSchemaValidator } from "@modelcontextprotocol/sdk/validation/ajv";
import { contractDocument } from "../contract/document.ts";
import { callTool, type McpClient, readResource } from "./ask.ts";
import { instructions } from "./instructions.ts";
import { findFault, type McpAnswer } from "./messages.ts";
import { contractResource, resourceTemplates } from "./resources.ts";
import { definitionsFor } from "./tools.ts";

const { title, version } = contractDocument.info;
const serverInfo = { name: "messaging", title, version };

// Shared by all servers, because creating it takes longer than the rest of a server. Only elicitation would use it.
const jsonSchemaValidator = new AjvJsonSchemaValidator();

/** Answers one message of the protocol. Keeps no state between messages, so any process can answer any message. */
export async function answerMessage(
  message: unknown,
  protocolVersion: string | undefined,
  client: McpClient,
): Promise<McpAnswer> {
  const fault = findFault(message);
  if (fault) return fault;
  const server = createServer(client);
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  try {
    const headers = {
      accept: "application/json, text/event-stream",
      "content-type": "application/json",
      ...(protocolVersion !== undefined && { "mcp-protocol-version": protocolVersion }),
    };
    const request = new Request("http://localhost/", { method: "POST", headers });
    const response = await transport.handleRequest(request, { parsedBody: message });
    return { status: response.status, body: response.body ? await response.json() : undefined };
  } finally {
    await server.close();
  }
}

function createServer(client: McpClient): Server {
  const server = new Server(serverInfo, {
    capabilities: { tools: {}, resources: {} },
    instructions,
    jsonSchemaValidator,
  });
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: definitionsFor(client.caller.rights) }));
  server.setRequestHandler(CallToolRequestSchema, ({ params }) => callTool(client, params.name, params.arguments));
  server.setRequestHandler(ListResourcesRequestSchema, () => ({ resources: [contractResource] }));
  server.setRequestHandler(ListResourceTemplatesRequestSchema, () => ({ resourceTemplates }));
  server.setRequestHandler(ReadResourceRequestSchema, ({ params }) => readResource(client, params.uri));
  return server;
}
