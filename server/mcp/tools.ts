import type { Tool } from "@modelcontextprotocol/sdk/types.js";
import type { OpenAPIV3_1 } from "openapi-types";
import { type OperationId, operations } from "../../generated/operations.ts";
import { describe, inputSchemas, type Parameter, type Schema } from "../contract/schemas.ts";
import { type CompactSchema, compactInput, compactOutput, inOneLine } from "./compact-schema.ts";

/** The argument of a tool that is the header of a request. */
export const keyArgument = "idempotency_key";

/** Where in a request each argument of a tool belongs; what it does not have belongs to the body. */
export type Places = Map<string, "path" | "query" | "header">;

/** An operation of the contract as a tool. */
export interface OperationTool {
  operationId: OperationId;
  definition: Tool;
  places: Places;
}

/** The tools by name, in the contract's order: one for every operation that acts for a team. */
export const tools: ReadonlyMap<string, OperationTool> = new Map(
  (Object.keys(operations) as OperationId[])
    .filter((id) => operations[id].auth === "apiKey")
    .map((id) => [nameOf(id), toolOf(id)]),
);

function nameOf(id: OperationId): string {
  return id.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

function toolOf(id: OperationId): OperationTool {
  const { method, callsProvider, summary } = operations[id];
  const contract = describe(id) as OpenAPIV3_1.OperationObject & { "x-destructive"?: boolean };
  const fields = fieldsOf(id);
  const places: Places = new Map();
  for (const { name, place } of fields) {
    if (place !== "body") places.set(name, place);
  }
  const definition: Tool = {
    name: nameOf(id),
    title: summary,
    description: inOneLine(contract.description),
    inputSchema: {
      type: "object",
      properties: Object.fromEntries(fields.map(({ name, schema }) => [name, schema])),
      required: fields.filter(({ required }) => required).map(({ name }) => name),
      additionalProperties: false,
    },
    outputSchema: outputSchemaOf(contract, operations[id].status),
    annotations: {
      readOnlyHint: method === "GET",
      // An update overwrites what was there; a POST only adds, unless the contract says otherwise.
      destructiveHint: method === "DELETE" || method === "PATCH" || contract["x-destructive"] === true,
      idempotentHint: method !== "POST",
      openWorldHint: callsProvider,
    },
  };
  return { operationId: id, definition, places };
}

interface Field {
  name: string;
  place: "path" | "query" | "header" | "body";
  required: boolean;
  schema: CompactSchema;
}

/** Path, query and body side by side, and the idempotency key last. */
function fieldsOf(id: OperationId): Field[] {
  const { parameters, body } = inputSchemas[id];
  const own = parameters.map((parameter): Field => {
    const { name, in: place, required = false } = parameter;
    return { name: place === "header" ? keyArgument : name, place, required, schema: schemaOf(parameter) };
  });
  const inBody = Object.entries(body?.properties ?? {})
    .filter(([name]) => name !== "api_key")
    .map(([name, schema]): Field => {
      const required = body?.required?.includes(name) ?? false;
      return { name, place: "body", required, schema: compactInput(schema as Schema) };
    });
  const fields = [...own.filter(({ place }) => place !== "header"), ...inBody];
  fields.push(...own.filter(({ place }) => place === "header"));
  const names = new Set(fields.map(({ name }) => name));
  if (names.size < fields.length) throw new Error(`Two fields of ${id} would be one argument of its tool.`);
  return fields;
}

function schemaOf({ in: place, schema, ...parameter }: Parameter & { description?: string }): CompactSchema {
  // Of the key, what it is; what it does is said once, in the server's instructions.
  const description = place === "header" ? schema.description : (parameter.description ?? schema.description);
  return compactInput({ ...schema, ...(description !== undefined && { description }) });
}

function outputSchemaOf({ responses }: OpenAPIV3_1.OperationObject, status: number): Tool["outputSchema"] {
  const { content } = responses![status] as OpenAPIV3_1.ResponseObject;
  return compactOutput(content!["application/json"]!.schema as Schema) as Tool["outputSchema"];
}
