import type { OpenAPIV3_1 } from "openapi-types";

/**
 * Describes objects with any fields in the same way in both versions: by `additionalProperties`. For 3.1, TypeSpec also
 * emits `unevaluatedProperties`, which few generators know.
 */
export function openObjects(contract: OpenAPIV3_1.Document): void {
  for (const schema of Object.values(contract.components!.schemas!)) {
    if ("additionalProperties" in schema) Reflect.deleteProperty(schema, "unevaluatedProperties");
  }
}
