import type { OpenAPIV3_1 } from "openapi-types";
import { literalOf, maxWidth, python } from "./literals.ts";
import type { ExampleRequest } from "./requests.ts";

/** The lines before a call: the client of `docs/sdks.md`. */
export const pythonSetup = `# openapi-generator-cli generate -g python -i {base_url}/openapi.json -o sdk \\
#   --additional-properties packageName=messaging_client
import os
import uuid

import messaging_client as messaging

client = messaging.ApiClient(
    messaging.Configuration(
        host="{base_url}",
        api_key={"ApiKeyHeader": os.environ["MESSAGING_API_KEY"]},
    )
)`;

/** The schemas of the contract, by their names. */
type Schemas = Record<string, Schema>;
type Schema = OpenAPIV3_1.SchemaObject | OpenAPIV3_1.ReferenceObject;

/** The call of a request by the client of OpenAPI Generator, which has a class for each area and each schema. */
export function pythonOf({ id, area, pathValues, query, body, takesKey }: ExampleRequest, schemas: Schemas): string {
  const parameters = Object.entries({ ...pathValues, ...query }).map(([name, value]) => ({
    name: parameterName(name),
    value: literalOf(value, python),
  }));
  if (body) parameters.push({ name: snakeCase(body.schema), value: modelOf(body.schema, body.value, schemas, 1) });
  if (takesKey) parameters.push({ name: "idempotency_key", value: "str(uuid.uuid4())" });
  const api = `api = messaging.${pascalCase(area)}Api(client)`;
  return `${api}\n${callOf(`answer = api.${snakeCase(id)}`, parameters, 0)}`;
}

interface Parameter {
  name: string;
  value: string;
}

/** A call with named parameters: on one line if it fits, else with a line for each. */
function callOf(called: string, parameters: Parameter[], depth: number): string {
  const named = parameters.map(({ name, value }) => `${name}=${value}`);
  const inLine = `${called}(${named.join(", ")})`;
  if (depth * 4 + inLine.length <= maxWidth && !inLine.includes("\n")) return inLine;
  const indent = python.indent.repeat(depth + 1);
  return `${called}(\n${named.map((each) => `${indent}${each},\n`).join("")}${python.indent.repeat(depth)})`;
}

/**
 * An object of the class of a schema. It is made by its constructor: `from_dict` would also send null for each absent
 * field that can be null, and an update would clear them.
 */
function modelOf(name: string, value: unknown, schemas: Schemas, depth: number): string {
  const schema = schemas[name] as OpenAPIV3_1.SchemaObject;
  const alternatives = schema.oneOf ?? schema.anyOf;
  if (alternatives) {
    const isObject = typeof value === "object" && value !== null;
    const fitting = alternatives.find((each) => "properties" in resolve(each, schemas) === isObject)!;
    return `messaging.${name}(${expressionOf(fitting, value, schemas, depth)})`;
  }
  const fields = Object.entries(value as object).map(([field, each]) => ({
    name: parameterName(field),
    value: expressionOf(schema.properties![field]!, each, schemas, depth + 1),
  }));
  return callOf(`messaging.${name}`, fields, depth);
}

function expressionOf(schema: Schema, value: unknown, schemas: Schemas, depth: number): string {
  if ("$ref" in schema) {
    const name = nameOf(schema);
    const { properties, oneOf } = resolve(schema, schemas);
    return properties || oneOf ? modelOf(name, value, schemas, depth) : literalOf(value, python, depth);
  }
  if (Array.isArray(value) && schema.type === "array")
    return `[${value.map((item) => expressionOf(schema.items, item, schemas, depth)).join(", ")}]`;
  return literalOf(value, python, depth);
}

const nameOf = ({ $ref }: OpenAPIV3_1.ReferenceObject) => $ref.split("/").at(-1)!;

const resolve = (schema: Schema, schemas: Schemas) =>
  ("$ref" in schema ? schemas[nameOf(schema)] : schema) as OpenAPIV3_1.SchemaObject;

/** The keywords of Python that are names of the contract. OpenAPI Generator puts `var_` before them. */
const keywords = new Set(["from"]);

const parameterName = (name: string) => (keywords.has(name) ? `var_${name}` : snakeCase(name));

const snakeCase = (name: string) => name.replace(/(?<=[a-z\d])[A-Z]/g, (letter) => `_${letter}`).toLowerCase();

const pascalCase = (name: string) => name.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase());
