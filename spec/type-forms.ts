import type { OpenAPIV3_1 } from "openapi-types";
import { nameOf, referenceTo } from "./references.ts";

type Schema = OpenAPIV3_1.SchemaObject;
type Schemas = Record<string, Schema>;

/** A field as TypeSpec emits it. For OpenAPI 3.0, a reference with more keywords is in `allOf`. */
type Field = Omit<Schema, "allOf"> & { $ref?: string; allOf?: { $ref: string }[] };

const formType = "application/x-www-form-urlencoded";

/**
 * Describes forms as generators need them.
 *
 * - A body that may be a form or JSON gets a separate schema for the form, whose fields without a type are texts. In JSON,
 *   the fields of a callback may have any type, which some generators do not support.
 * - A text or a number has its schema in its place. The generator for Rust gives a field that refers to one a type that
 *   it does not write.
 */
export function typeForms(contract: OpenAPIV3_1.Document): void {
  const schemas = contract.components!.schemas as Schemas;
  for (const item of Object.values(contract.paths ?? {})) {
    const { content = {} } = (item?.post?.requestBody ?? {}) as Partial<OpenAPIV3_1.RequestBodyObject>;
    const { schema } = content[formType] ?? {};
    if (!schema || !("$ref" in schema)) continue;
    const name = nameOf(schema);
    const formName = "application/json" in content ? `${name}Form` : name;
    schemas[formName] = formOf(schemas[name]!, schemas);
    content[formType] = { ...content[formType], schema: referenceTo(formName) };
  }
}

function formOf(schema: Schema, schemas: Schemas): Schema {
  // A field that refers to a schema has its type.
  const typed = (field: Field) => ("$ref" in field || "allOf" in field ? field : { type: "string", ...field });
  const fields = Object.entries((schema.properties ?? {}) as Record<string, Field>).map(([name, field]) => [
    name,
    typed(inPlace(field, schemas)),
  ]);
  // A form may have other fields, too. Generators refuse a form whose other fields have a schema.
  const { additionalProperties: _, ...rest } = schema;
  return { ...rest, properties: Object.fromEntries(fields) };
}

/** A field with the schema of a text or a number that it refers to. A reference to an enumeration stays. */
function inPlace(field: Field, schemas: Schemas): Field {
  const { $ref = field.allOf?.[0]?.$ref, allOf: _, ...rest } = field;
  const target = $ref === undefined ? undefined : schemas[nameOf({ $ref })];
  const isPlain = ["string", "integer"].includes(String(target?.type)) && !target?.enum;
  return isPlain ? ({ ...target, ...rest } as Field) : field;
}
