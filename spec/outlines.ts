import type { OpenAPIV3_1 } from "openapi-types";

type Schema = OpenAPIV3_1.SchemaObject & { "x-error-code"?: string };

/** The types of the generated file, which imports nothing. */
const types = `/** What a parameter or a body's field takes. */
export interface Field {
  name: string;
  in: "path" | "query" | "body";
  type: "string" | "integer" | "number" | "boolean" | "array" | "object";
  required: boolean;
  /** Whether null clears it. */
  nullable: boolean;
  description: string;
  format?: string;
  maxLength?: number;
  values?: readonly string[];
  default?: string | number | boolean;
  /** Of an array: what its items are; "mixed" if they may be of several types. */
  items?: "string" | "integer" | "number" | "boolean" | "array" | "object" | "mixed";
}

/** What a client that does not read the whole contract knows of an operation. */
export interface Outline {
  description: string;
  fields: readonly Field[];
}
`;

/** An outline of each operation that is called with an API key, as the text of a module. */
export function deriveOutlines(contract: OpenAPIV3_1.Document): string {
  const { find, describe } = readerOf(contract);

  function outlineField(place: string, name: string, given: unknown, isRequired: boolean, text?: string) {
    const { schema, nullable, description } = describe(given);
    const { type = "object", format, maxLength, enum: values, default: preset } = schema;
    return {
      name,
      in: place,
      type,
      required: isRequired,
      nullable,
      description: text ?? description,
      ...(format && { format }),
      ...(maxLength !== undefined && { maxLength }),
      ...(values && { values }),
      ...(preset !== undefined && { default: preset }),
      ...(schema.type === "array" && {
        items: describe((schema as OpenAPIV3_1.ArraySchemaObject).items).schema.type ?? "mixed",
      }),
    };
  }

  const outlines = Object.values(contract.paths ?? {}).flatMap((item) =>
    (["get", "post", "patch", "delete"] as const).flatMap((method) => {
      const operation = item?.[method];
      if (!operation || !takesApiKey(contract, operation)) return [];
      const parameters = (operation.parameters ?? [])
        .map((each) => find(each) as OpenAPIV3_1.ParameterObject)
        .filter((parameter) => parameter.in === "path" || parameter.in === "query")
        .map(({ name, schema, required = false, description, ...parameter }) =>
          outlineField(parameter.in, name, schema, required, description),
        );
      const request = operation.requestBody as OpenAPIV3_1.RequestBodyObject | undefined;
      const body = find(request?.content["application/json"]?.schema ?? {}) as Schema;
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
/** What the areas of the contract are about. */
export const areas: Record<string, string> = ${JSON.stringify(Object.fromEntries(areas), null, 2)};

export type OutlinedId =
${ids.join("\n")};

export const outlines: Record<OutlinedId, Outline> = ${JSON.stringify(Object.fromEntries(outlines), null, 2)};
`;
}

/** Whether an operation is called with an API key, and not by the provider or by anybody. */
export function takesApiKey(contract: OpenAPIV3_1.Document, operation: OpenAPIV3_1.OperationObject): boolean {
  return (operation.security ?? contract.security ?? []).some((scheme) => "ApiKeyHeader" in scheme);
}

/** Reads schemas through their references. */
function readerOf(contract: OpenAPIV3_1.Document) {
  function find(node: unknown): unknown {
    if (typeof node !== "object" || node === null || !("$ref" in node)) return node;
    const [, ...keys] = String(node.$ref).split("/");
    return find(keys.reduce<unknown>((at, key) => (at as Record<string, unknown>)[key], contract));
  }

  /** A schema with what it refers to; what stands beside a reference counts more. Null is kept apart. */
  function describe(given: unknown): { schema: Schema & { type?: string }; nullable: boolean; description: string } {
    const { $ref, ...beside } = given as Schema & { $ref?: string };
    const schema = { ...(find({ $ref }) as Schema), ...beside } as Schema & { type?: string };
    const variants = (schema.anyOf ?? schema.oneOf ?? []) as Schema[];
    const others = variants.filter(({ type }) => type !== "null");
    const nullable = others.length < variants.length;
    const { anyOf: _, oneOf: __, ...own } = schema;
    if (others.length !== 1) return { schema: own, nullable, description: schema.description ?? "" };
    const inner = describe(others[0]);
    return { schema: { ...inner.schema, ...own }, nullable, description: schema.description ?? inner.description };
  }

  return { find, describe };
}
