import type { OpenAPIV3_1 } from "openapi-types";
import { nameOf, referenceTo } from "./references.ts";

type Schema = Omit<OpenAPIV3_1.SchemaObject, "type"> & { $ref?: string; type?: string; nullable?: boolean };
type Schemas = Record<string, Schema>;

/**
 * Changes the document that TypeSpec emits for OpenAPI 3.0, so that tools for 3.0 can read it:
 *
 * - 3.0 has no webhooks. They move to `x-webhooks`, which Redoc and its linter read. Their schemas stay components.
 * - 3.0 has no `if` and `then`. They are removed. So is `not`, because the Rust generator typify reads "not both
 *   fields" as "neither field". The server checks requests against the document for 3.1, which has all three.
 * - 3.0 ignores keywords beside a `$ref`, and `nullable` without a `type`: the reference moves to `allOf`, and a type
 *   is added.
 * - 3.0 has no SPDX identifier of a license. The license gets a URL.
 */
export function restrictTo30(contract: OpenAPIV3_1.Document): void {
  const { webhooks, info } = contract;
  const schemas = contract.components!.schemas as Schemas;
  delete contract.webhooks;
  Object.assign(contract, { "x-webhooks": webhooks });
  info.description +=
    "\n\nOpenAPI 3.0 has no webhooks. The requests that this service makes to your addresses are in `x-webhooks`; " +
    "generators make types of their bodies, for example of `MessageReceived`.";

  const license = info.license as OpenAPIV3_1.LicenseObject & { "x-oai-license-identifier": string };
  license.url = `https://spdx.org/licenses/${license["x-oai-license-identifier"]}.html`;

  const described = [contract.paths, webhooks, contract.components!.parameters];
  const roots = [...Object.values(schemas), ...schemasBelow(described)];
  for (const schema of roots.flatMap(schemasWithin)) {
    for (const keyword of ["if", "then", "not"] as const) delete (schema as Record<string, unknown>)[keyword];
    wrapReference(schema);
    if (schema.nullable && schema.allOf) typeNullable(schema, schemas);
  }
}

/** The schemas of parameters, headers and bodies. */
function schemasBelow(node: unknown): Schema[] {
  if (typeof node !== "object" || node === null) return [];
  return Object.entries(node).flatMap(([key, value]) => {
    if (key === "schema") return [value];
    return key === "example" || key === "examples" ? [] : schemasBelow(value);
  });
}

/** A schema and all schemas in it. */
function schemasWithin(schema: Schema): Schema[] {
  const { properties = {}, additionalProperties, oneOf = [], allOf = [] } = schema;
  const { items } = schema as { items?: Schema };
  const inner = [...Object.values(properties), items, additionalProperties, ...oneOf, ...allOf] as unknown[];
  const isSchema = (each: unknown): each is Schema => typeof each === "object" && each !== null;
  return [schema, ...inner.filter(isSchema).flatMap(schemasWithin)];
}

function wrapReference(schema: Schema): void {
  const { $ref } = schema;
  if ($ref === undefined || Object.keys(schema).length === 1) return;
  delete schema.$ref;
  schema.allOf = [{ $ref }];
}

/**
 * Adds the type of the referenced schema to a nullable reference. A kind of text is copied, because its reference would refuse
 * null. A union has no type: it gets a nullable component.
 */
function typeNullable(schema: Schema, schemas: Schemas): void {
  const [reference] = schema.allOf as [{ $ref: string }];
  const target = schemas[nameOf(reference)]!;
  if (target.type === "string") {
    delete schema.allOf;
    Object.assign(schema, { ...target, ...schema });
    return;
  }
  if (target.type) {
    schema.type = target.type;
    return;
  }
  delete schema.nullable;
  schema.allOf = [addNullable(reference, schemas)];
}

/** Adds a nullable copy of a component. Of a union the first branch is nullable, by a component of its own. */
function addNullable(reference: { $ref: string }, schemas: Schemas): { $ref: string } {
  const { oneOf, ...target } = schemas[nameOf(reference)]!;
  const [first, ...rest] = (oneOf ?? []) as { $ref: string }[];
  schemas[`${nameOf(reference)}OrNull`] = first
    ? { ...target, oneOf: [addNullable(first, schemas), ...rest] }
    : { ...target, nullable: true };
  return referenceTo(`${nameOf(reference)}OrNull`);
}
