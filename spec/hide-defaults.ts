import type { OpenAPIV3_1 } from "openapi-types";

type Schemas = Record<string, OpenAPIV3_1.SchemaObject>;

/**
 * Moves default texts that have a dollar sign to `x-default`, which the server fills in. The Kotlin of openapi-generator
 * writes a default into its sources as it is, where a dollar sign names a variable.
 */
export function hideDefaults(contract: OpenAPIV3_1.Document): void {
  for (const { properties = {} } of Object.values(contract.components!.schemas as Schemas)) {
    for (const [name, field] of Object.entries(properties as Schemas)) {
      const { default: value, ...rest } = field;
      if (typeof value === "string" && value.includes("$")) {
        properties[name] = Object.assign(rest, { "x-default": value });
      }
    }
  }
}
