import type { OpenAPIV3_1 } from "openapi-types";

type Schema = OpenAPIV3_1.SchemaObject | OpenAPIV3_1.ReferenceObject;
type Schemas = Record<string, OpenAPIV3_1.SchemaObject>;

const prefix = "#/components/schemas/";

/**
 * Opens the enums of responses: the type of such a field or header becomes any text, and `x-extensible-enum` lists the
 * known values. Many generated clients would otherwise fail on an unknown value. The enums stay as components, from which
 * generators make constants. The enums of requests stay closed.
 */
export function openValues(contract: OpenAPIV3_1.Document): void {
  const schemas = contract.components!.schemas as Schemas;
  const responses = Object.values(contract.paths ?? {})
    .flatMap((item) => Object.values(item ?? {}) as OpenAPIV3_1.OperationObject[])
    .flatMap((operation) => Object.values(operation.responses ?? {}) as OpenAPIV3_1.ResponseObject[]);
  for (const { headers = {} } of responses) {
    for (const header of Object.values(headers) as { schema: Schema }[]) header.schema = open(schemas, header.schema);
  }
  const answered = new Set<string>();
  collectNames(schemas, [responses, contract.webhooks], answered);
  for (const name of answered) {
    const { properties } = schemas[name]!;
    for (const [field, schema] of Object.entries(properties ?? {})) properties![field] = open(schemas, schema);
  }
}

/** Adds the names of all components that a part of the contract refers to, directly or indirectly. */
function collectNames(schemas: Schemas, node: unknown, names: Set<string>): void {
  if (typeof node !== "object" || node === null) return;
  const name = nameOf(node);
  if (name && !names.has(name)) {
    names.add(name);
    collectNames(schemas, schemas[name], names);
  }
  for (const child of Object.values(node)) collectNames(schemas, child, names);
}

function nameOf(node: object): string | undefined {
  return "$ref" in node && typeof node.$ref === "string" && node.$ref.startsWith(prefix)
    ? node.$ref.slice(prefix.length)
    : undefined;
}

function open(schemas: Schemas, schema: Schema): Schema {
  if ("anyOf" in schema) return { ...schema, anyOf: schema.anyOf!.map((each) => open(schemas, each)) };
  if ("items" in schema) return { ...schema, items: open(schemas, schema.items!) };
  // In OpenAPI 3.0, a nullable reference is in `allOf`.
  const reference = "allOf" in schema ? schema.allOf![0]! : schema;
  const name = nameOf(reference);
  const { enum: values, ...rest }: OpenAPIV3_1.SchemaObject = { ...(name && schemas[name]), ...schema };
  if (!values) return schema;
  for (const key of ["$ref", "allOf", "x-enum-varnames"]) Reflect.deleteProperty(rest, key);
  return Object.assign(rest, { "x-extensible-enum": values });
}
