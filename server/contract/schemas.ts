import type { OpenAPIV3_1 } from "openapi-types";
import { type RouteId, routes } from "../../generated/operations.ts";
import { contractDocument } from "./document.ts";

type Nested = "properties" | "items" | "anyOf" | "not";

/** A JSON Schema of the contract, with our own keywords and without references. */
export type Schema = Omit<OpenAPIV3_1.SchemaObject, Nested> & {
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
  not?: Schema;
  /** The code of the response to a violation. */
  "x-error-code"?: string;
  /** What a value must be that does not match the pattern, in words. */
  "x-violation"?: string;
  /** The maximum size of a value, in bytes of JSON in UTF-8. */
  "x-max-bytes"?: number;
  /** Whether an empty value of a field of a form counts. For other fields an empty value counts as absent. */
  "x-empty-is-a-value"?: boolean;
  /** Whether a plus sign need not be percent-encoded in a field of a form. */
  "x-keeps-plus-signs"?: boolean;
};

export interface Parameter {
  name: string;
  in: "path" | "query" | "header";
  required?: boolean;
  schema: Schema;
  "x-empty-is-a-value"?: boolean;
  "x-keeps-plus-signs"?: boolean;
}

/** The contract's description of one operation's input. */
export interface InputSchema {
  parameters: Parameter[];
  queryNames: string[];
  /** The query parameters that are lists. */
  listNames: Set<string>;
  /** The query parameters whose empty value counts. For other parameters an empty value counts as absent. */
  emptyNames: Set<string>;
  /** The query parameters in which a plus sign need not be percent-encoded. */
  plusNames: string[];
  /** The schema of the body, which is JSON or only a form; undefined if the operation takes no body. */
  body: Schema | undefined;
  /** The error codes that the operation declares. */
  errorCodes: Set<string>;
}

const formType = "application/x-www-form-urlencoded";

/** The input schemas of all operations, and of the MCP endpoint. */
export const inputSchemas = Object.fromEntries(
  Object.keys(routes).map((id) => [id, inputSchemaOf(id as RouteId)]),
) as Record<RouteId, InputSchema>;

/** The contract's OpenAPI object of an operation, or of the MCP endpoint. */
export function describe(id: RouteId): OpenAPIV3_1.OperationObject {
  const { path, method } = routes[id];
  const item = contractDocument.paths?.[path];
  return item?.[method.toLowerCase() as "get" | "post" | "patch" | "delete"] as OpenAPIV3_1.OperationObject;
}

/** A response of an operation, with its possible error codes. */
export type Response = OpenAPIV3_1.ResponseObject & { "x-error-codes"?: { code: string; description: string }[] };

function inputSchemaOf(id: RouteId): InputSchema {
  const { parameters: declared = [], requestBody, responses = {} } = describe(id);
  const parameters = declared as unknown as Parameter[];
  const content = (requestBody as OpenAPIV3_1.RequestBodyObject | undefined)?.content;
  return {
    parameters,
    queryNames: parameters.filter((parameter) => parameter.in === "query").map(({ name }) => name),
    listNames: new Set(
      parameters.filter((each) => each.in === "query" && each.schema.type === "array").map(({ name }) => name),
    ),
    emptyNames: new Set(parameters.filter((each) => each["x-empty-is-a-value"]).map(({ name }) => name)),
    plusNames: parameters.filter((each) => each["x-keeps-plus-signs"]).map(({ name }) => name),
    body: (content?.["application/json"] ?? content?.[formType])?.schema as Schema | undefined,
    errorCodes: new Set(
      Object.values(responses).flatMap((each) => ((each as Response)["x-error-codes"] ?? []).map(({ code }) => code)),
    ),
  };
}

/** The schema of a declared property. Ignores the names of `Object.prototype`. */
export function propertyOf({ properties }: Schema, name: string): Schema | undefined {
  return properties && Object.hasOwn(properties, name) ? properties[name] : undefined;
}

/** A schema and its alternatives. */
export const branchesOf = (schema: Schema): Schema[] => [schema, ...(schema.anyOf ?? [])];

/** The properties, items and alternatives of a schema, each converted by `convert`. Absent keywords stay absent. */
export function mapNested<Converted>(
  { properties, items, anyOf }: Schema,
  convert: (nested: Schema) => Converted,
): { properties?: Record<string, Converted>; items?: Converted; anyOf?: Converted[] } {
  const entries = Object.entries(properties ?? {}).map(([name, property]) => [name, convert(property)] as const);
  return {
    ...(properties && { properties: Object.fromEntries(entries) }),
    ...(items && { items: convert(items) }),
    ...(anyOf && { anyOf: anyOf.map(convert) }),
  };
}
