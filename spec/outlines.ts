import type { OpenAPIV3_1 } from "openapi-types";

/** The part of a schema that outlines use. */
interface Schema {
  type?: string;
  format?: string;
  description?: string;
  maxLength?: number;
  enum?: string[];
  default?: string | number | boolean;
  items?: unknown;
  properties?: Record<string, unknown>;
  required?: string[];
  anyOf?: unknown[];
  oneOf?: unknown[];
}

/** The types of the generated file, which imports nothing. */
const types = `/** A parameter or a field of a request body. */
export interface Field {
  name: string;
  in: "path" | "query" | "body";
  type: "string" | "integer" | "number" | "boolean" | "array" | "object";
  required: boolean;
  /** Whether null clears the field. */
  nullable: boolean;
  description: string;
  format?: string;
  maxLength?: number;
  values?: readonly string[];
  default?: string | number | boolean;
  /** The type of the items of an array; "mixed" if there are several types. */
  items?: "string" | "integer" | "number" | "boolean" | "array" | "object" | "mixed";
  /** The format of items that are strings. */
  itemFormat?: string;
  /** The allowed values of items. */
  itemValues?: readonly string[];
}

/** The part of an operation's contract that the command line needs. */
export interface Outline {
  description: string;
  fields: readonly Field[];
}
`;

/**
 * Derives the text of a module with an outline of each operation that is called with an API key. Operations of other
 * transports, streams and files are left out. The contract must be without references.
 */
export function deriveOutlines(contract: OpenAPIV3_1.Document): string {
  const outlines = Object.values(contract.paths ?? {}).flatMap((item) =>
    (["get", "post", "patch", "delete"] as const).flatMap((method) => {
      const operation = item?.[method];
      if (
        !operation ||
        "x-transport" in operation ||
        isCalledApart(operation) ||
        authOf(contract, operation) !== "apiKey"
      )
        return [];
      const parameters = ((operation.parameters ?? []) as OpenAPIV3_1.ParameterObject[])
        .filter((parameter) => parameter.in === "path" || parameter.in === "query")
        .map(({ name, schema, required = false, description, ...parameter }) =>
          outlineField(parameter.in, name, schema, required, description),
        );
      const request = operation.requestBody as OpenAPIV3_1.RequestBodyObject | undefined;
      const body = (request?.content["application/json"]?.schema ?? {}) as Schema;
      const fields = Object.entries(body.properties ?? {})
        .filter(([name]) => name !== "api_key")
        .map(([name, schema]) => outlineField("body", name, schema, body.required?.includes(name) ?? false));
      return [
        [operation.operationId!, { description: operation.description ?? "", fields: [...parameters, ...fields] }],
      ] as const;
    }),
  );
  const ids = outlines.map(([id]) => `  | ${JSON.stringify(id)}`);
  const areas = (contract.tags ?? []).map(({ name, description }) => [name, description ?? ""]);
  return `
${types}
/** The descriptions of the contract's areas. */
export const areas: Record<string, string> = ${JSON.stringify(Object.fromEntries(areas), null, 2)};

export type OutlinedId =
${ids.join("\n")};

export const outlines: Record<OutlinedId, Outline> = ${JSON.stringify(Object.fromEntries(outlines), null, 2)};
`;
}

/** Describes a parameter or a field. `text` replaces the description of its schema. */
function outlineField(location: string, name: string, given: unknown, isRequired: boolean, text?: string) {
  const { schema, nullable, description } = describe(given);
  const { type = "object", format, maxLength, enum: values, default: preset } = schema;
  return {
    name,
    in: location,
    type,
    required: isRequired,
    nullable,
    description: text ?? description,
    ...(format && { format }),
    ...(maxLength !== undefined && { maxLength }),
    ...(values && { values }),
    ...(preset !== undefined && { default: preset }),
    ...("items" in schema && outlineItems(schema.items)),
  };
}

function outlineItems(given: unknown) {
  const { schema, variants } = describe(given);
  const itemFormat = [schema, ...variants].find(({ type }) => type === "string")?.format;
  const { type: items = "mixed", enum: itemValues } = schema;
  return { items, ...(itemFormat && { itemFormat }), ...(itemValues && { itemValues }) };
}

/** Whether an operation takes a file, or answers with a stream or a file. Its command is not one of those of fields. */
function isCalledApart({ requestBody, responses }: OpenAPIV3_1.OperationObject): boolean {
  if ("application/octet-stream" in ((requestBody as OpenAPIV3_1.RequestBodyObject)?.content ?? {})) return true;
  const { content = {} } = (responses?.["200"] ?? {}) as Partial<OpenAPIV3_1.ResponseObject>;
  return "text/event-stream" in content || "*/*" in content;
}

/** How a request authenticates, by the scheme that its operation names. */
const authOfSchemes = {
  ApiKeyHeader: "apiKey",
  ProviderSignature: "signature",
  TwilioBasic: "account",
  TextbeltKey: "doorKey",
  StandardWebhook: "hook",
} as const;

/** The ways of authentication: by those schemes, with the signature of another carrier, or not at all. */
export type Auth = (typeof authOfSchemes)[keyof typeof authOfSchemes] | "carrier" | "none";

/** How a request of an operation authenticates. */
export function authOf(contract: OpenAPIV3_1.Document, operation: OpenAPIV3_1.OperationObject): Auth {
  if ((operation as { "x-auth"?: string })["x-auth"] === "carrier") return "carrier";
  const security = operation.security ?? contract.security ?? [];
  const known = Object.entries(authOfSchemes).find(([scheme]) => security.some((each) => scheme in each));
  return known?.[1] ?? "none";
}

interface Described {
  /** The schema without null, and without its types if there are several. */
  schema: Schema;
  /** The possible types, without null. */
  variants: Schema[];
  nullable: boolean;
  description: string;
}

/** Describes a schema. Null becomes `nullable`. Keywords of a nullable schema override those of its only type. */
function describe(given: unknown): Described {
  const { anyOf, oneOf, ...own } = given as Schema;
  const all = (anyOf ?? oneOf ?? []) as Schema[];
  const variants = all.filter(({ type }) => type !== "null");
  const nullable = variants.length < all.length;
  if (variants.length !== 1) return { schema: own, variants, nullable, description: own.description ?? "" };
  const inner = describe(variants[0]);
  return {
    ...inner,
    schema: { ...inner.schema, ...own },
    nullable,
    description: own.description ?? inner.description,
  };
}
