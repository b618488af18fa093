/** The MCP resources, which users attach to a conversation with a model: the contract, and records by their id. */
import { type OperationId, operations } from "../../generated/operations.ts";
import { describe } from "../contract/schemas.ts";
import { inOneLine } from "./compact-schema.ts";

/** The call of an operation that reads a resource. */
export interface Reading {
  operationId: OperationId;
  path: Record<string, string>;
}

const scheme = "messaging:";

export const contractResource = {
  uri: `${scheme}//openapi.yaml`,
  name: "openapi.yaml",
  title: "The HTTP API",
  description: "The OpenAPI description of the HTTP API behind the tools, with every error and how to resolve it.",
  mimeType: operations.getContract.contentType,
};

/** The areas whose records are resources. */
const areas: ReadonlySet<string> = new Set(["threads", "contacts"]);

/** The operations behind the resource templates: `/api/threads/{id}` is `messaging://threads/{id}`. */
const recordOperations = (Object.keys(operations) as OperationId[]).filter((id) => {
  const { method, path, area } = operations[id];
  return method === "GET" && areas.has(area) && path === `/api/${area}/{id}`;
});

export const resourceTemplates = recordOperations.map((id) => ({
  uriTemplate: `${scheme}//${operations[id].area}/{id}`,
  name: operations[id].area.replace(/s$/, ""),
  title: operations[id].summary,
  description: inOneLine(describe(id).description),
  mimeType: operations[id].contentType,
}));

/** The operation that reads a resource; undefined for a URI that names no resource. */
export function findResource(uri: string): Reading | undefined {
  if (uri === contractResource.uri) return { operationId: "getContract", path: {} };
  const [, area, id] = /^messaging:\/\/([\w-]+)\/([\w-]+)$/.exec(uri) ?? [];
  const operationId = recordOperations.find((each) => operations[each].area === area);
  return operationId && { operationId, path: { id: id! } };
}
