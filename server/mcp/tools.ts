import type { Tool } from "@modelcontextprotocol/server";
import type { OpenAPIV3_1 } from "openapi-types";
import { type OperationId, operations } from "../../generated/operations.ts";
import { describe, inputSchemas, type Parameter, type Schema } from "../contract/schemas.ts";
import { type CompactSchema, compactInput, compactOutput, inOneLine } from "./compact-schema.ts";

/** The argument of a tool that becomes the header `Idempotency-Key`. */
const keyArgument = "idempotency_key";

/** The location of each argument in a request. Arguments that are not in this map belong to the body. */
export type ArgumentLocations = Map<string, "path" | "query" | "header">;

/** An operation of the contract as a tool. */
export interface OperationTool {
  operationId: OperationId;
  area: string;
  /** Whether a client has the tool without selecting its area. */
  isDefault: boolean;
  definition: Tool;
  /** The schema of its results. A model does not need it, and it is as long as the rest. */
  outputSchema: Tool["outputSchema"];
  locations: ArgumentLocations;
}

/** The tools by name, in the contract's order: one for every operation that acts for a team, unless `x-tool` is false. */
export const tools: ReadonlyMap<string, OperationTool> = new Map(
  (Object.keys(operations) as OperationId[])
    .filter((id) => operations[id].isTool)
    .map((id) => [nameOf(id), toolOf(id)]),
);

function nameOf(id: OperationId): string {
  return id.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

function toolOf(id: OperationId): OperationTool {
  const { area, isDefaultTool, method, callsProvider, summary } = operations[id];
  const contract = describe(id) as ToolOperation;
  const fields = fieldsOf(id);
  const isReadOnly = method === "GET" || contract["x-read-only"] === true;
  const locations: ArgumentLocations = new Map();
  for (const { name, location } of fields) {
    if (location !== "body") locations.set(name, location);
  }
  const definition: Tool = {
    name: nameOf(id),
    title: summary,
    description: inOneLine([contract["x-tool-note"], contract.description].join(" ").trim()),
    inputSchema: {
      type: "object",
      properties: Object.fromEntries(fields.map(({ name, schema }) => [name, schema])),
      required: fields.filter(({ required }) => required).map(({ name }) => name),
      additionalProperties: false,
    } as Tool["inputSchema"],
    annotations: {
      readOnlyHint: isReadOnly,
      // An update overwrites data, and no text can be recalled. Another POST only adds data, unless the contract says otherwise.
      destructiveHint: ["DELETE", "PATCH"].includes(method) || callsProvider || contract["x-destructive"] === true,
      idempotentHint: isReadOnly || method !== "POST",
      openWorldHint: callsProvider,
    },
  };
  const outputSchema = outputSchemaOf(contract, operations[id].status);
  return { operationId: id, area, isDefault: isDefaultTool, definition, outputSchema, locations };
}

type ToolOperation = OpenAPIV3_1.OperationObject & {
  "x-destructive"?: boolean;
  "x-read-only"?: boolean;
  "x-tool-note"?: string;
};

interface Field {
  name: string;
  location: "path" | "query" | "header" | "body";
  required: boolean;
  schema: CompactSchema;
}

/** The parameters and the fields of the body, with the idempotency key last. */
function fieldsOf(id: OperationId): Field[] {
  const { parameters, body } = inputSchemas[id];
  const fromParameters = parameters.map((parameter): Field => {
    const { name, in: location, required = false } = parameter;
    return { name: location === "header" ? keyArgument : name, location, required, schema: schemaOf(parameter) };
  });
  const fromBody = Object.entries(body?.properties ?? {})
    .filter(([name]) => name !== "api_key")
    .map(([name, schema]): Field => {
      const required = body?.required?.includes(name) ?? false;
      return { name, location: "body", required, schema: compactInput(schema) };
    });
  const fields = [...fromParameters.filter(({ location }) => location !== "header"), ...fromBody];
  fields.push(...fromParameters.filter(({ location }) => location === "header"));
  const names = new Set(fields.map(({ name }) => name));
  if (names.size < fields.length)
    throw new Error(`Two fields of ${id} have the same name, so they cannot be arguments.`);
  return fields;
}

function schemaOf({ in: location, schema, ...parameter }: Parameter & { description?: string }): CompactSchema {
  // The idempotency key has only its schema's description. The server's instructions explain its effect once.
  const description = location === "header" ? schema.description : (parameter.description ?? schema.description);
  return compactInput({ ...schema, ...(description !== undefined && { description }) });
}

function outputSchemaOf({ responses }: OpenAPIV3_1.OperationObject, status: number): Tool["outputSchema"] {
  const { content } = responses![status] as OpenAPIV3_1.ResponseObject;
  return compactOutput(content!["application/json"]!.schema as Schema) as Tool["outputSchema"];
}
