import type { OpenAPIV3_1 } from "openapi-types";

const formType = "application/x-www-form-urlencoded";

/**
 * Gives each body that comes as a form or as JSON a schema of its own as a form, whose fields are texts: a form has no
 * other values. In JSON the fields of a callback may be anything, which some generators have no type for. Other fields
 * are allowed without a word: openapi-generator reports `additionalProperties` of a form as an error.
 */
export function typeForms(contract: OpenAPIV3_1.Document): void {
  const schemas = contract.components!.schemas as Record<string, OpenAPIV3_1.SchemaObject>;
  for (const item of Object.values(contract.paths ?? {})) {
    const { content = {} } = (item?.post?.requestBody ?? {}) as Partial<OpenAPIV3_1.RequestBodyObject>;
    const { schema } = content[formType] ?? {};
    if (!schema || !("$ref" in schema)) continue;
    const name = schema.$ref.slice(schema.$ref.lastIndexOf("/") + 1);
    schemas[`${name}Form`] = formOf(schemas[name]!);
    content[formType] = { ...content[formType], schema: { $ref: `${schema.$ref}Form` } };
  }
}

function formOf(schema: OpenAPIV3_1.SchemaObject): OpenAPIV3_1.SchemaObject {
  const fields = Object.entries(schema.properties ?? {}).map(([name, field]) => [name, { type: "string", ...field }]);
  const { additionalProperties: _, ...form } = schema;
  return { ...form, properties: Object.fromEntries(fields) };
}
