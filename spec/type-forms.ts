import type { OpenAPIV3_1 } from "openapi-types";
import { nameOf, referenceTo } from "./references.ts";

const formType = "application/x-www-form-urlencoded";

/**
 * Gives each body that may be a form or JSON a separate schema for the form, whose fields without a type are texts. In
 * JSON, the fields of a callback may have any type, which some generators do not support.
 */
export function typeForms(contract: OpenAPIV3_1.Document): void {
  const schemas = contract.components!.schemas as Record<string, OpenAPIV3_1.SchemaObject>;
  for (const item of Object.values(contract.paths ?? {})) {
    const { content = {} } = (item?.post?.requestBody ?? {}) as Partial<OpenAPIV3_1.RequestBodyObject>;
    const { schema } = content[formType] ?? {};
    if (!schema || !("$ref" in schema) || !("application/json" in content)) continue;
    const name = nameOf(schema);
    schemas[`${name}Form`] = formOf(schemas[name]!);
    content[formType] = { ...content[formType], schema: referenceTo(`${name}Form`) };
  }
}

function formOf(schema: OpenAPIV3_1.SchemaObject): OpenAPIV3_1.SchemaObject {
  // A field that refers to a schema has its type.
  const typed = (field: object) => ("$ref" in field || "allOf" in field ? field : { type: "string", ...field });
  const fields = Object.entries(schema.properties ?? {}).map(([name, field]) => [name, typed(field)]);
  // A form may have other fields, too. Generators refuse a form whose other fields have a schema.
  const { additionalProperties: _, ...rest } = schema;
  return { ...rest, properties: Object.fromEntries(fields) };
}
