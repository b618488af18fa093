import type { OpenAPIV3_1 } from "openapi-types";
import { type RouteId, routes } from "../../generated/operations.ts";
import { contractDocument } from "./document.ts";

/** A JSON Schema of the contract with our own keyword: the code that its violation answers with. */
export type Schema = OpenAPIV3_1.SchemaObject & { "x-error-code"?: string };

export interface Parameter {
  name: string;
  in: "path" | "query" | "header";
  required?: boolean;
  schema: Schema;
}

/** What the contract says of one operation's input. */
export interface InputSchema {
  parameters: Parameter[];
  queryNames: string[];
  /** Of the JSON body; undefined when the operation takes none. */
  body: Schema | undefined;
}

/** The input of every operation, and of every transport. */
export const inputSchemas = Object.fromEntries(
  Object.keys(routes).map((id) => [id, inputSchemaOf(id as RouteId)]),
) as Record<RouteId, InputSchema>;

/** The part of the contract of an operation, or of a transport. */
export function describe(id: RouteId): OpenAPIV3_1.OperationObject {
  const { path, method } = routes[id];
  const item = contractDocument.paths?.[path];
  return item?.[method.toLowerCase() as "get" | "post" | "patch" | "delete"] as OpenAPIV3_1.OperationObject;
}

function inputSchemaOf(id: RouteId): InputSchema {
  const { parameters: declared = [], requestBody } = describe(id);
  const parameters = declared as unknown as Parameter[];
  const content = (requestBody as OpenAPIV3_1.RequestBodyObject | undefined)?.content;
  return {
    parameters,
    queryNames: parameters.filter((parameter) => parameter.in === "query").map(({ name }) => name),
    body: content?.["application/json"]?.schema as Schema | undefined,
  };
}
