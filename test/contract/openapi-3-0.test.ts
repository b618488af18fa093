import type { OpenAPIV3_1 } from "openapi-types";
import { expect, test } from "vitest";
import { contractDocument, contractFiles } from "../../server/contract/document.ts";
import { dereference } from "../../server/contract/references.ts";

// biome-ignore lint/suspicious/noExplicitAny: it looks into documents of two versions alike.
type Any = any;

const document30 = JSON.parse(contractFiles.json30);
const document31 = JSON.parse(contractFiles.json);

/**
 * Converts a schema of either version to one form. A nullable schema has `nullable` once. An `allOf` of one schema is
 * replaced by that schema. A union contains no union, and a schema has one example.
 */
function normalize(schema: Any): Any {
  if (typeof schema !== "object" || schema === null) return schema;
  const { anyOf, oneOf, allOf, properties, items, additionalProperties, examples, ...own } = schema;
  const alternatives = anyOf ?? oneOf;
  const result: Any = {
    ...(allOf && Object.assign({}, ...allOf.map(normalize))),
    ...own,
    ...(examples && { example: examples[0] }),
    ...(properties && { properties: mapValues(properties, normalize) }),
    ...(items && { items: normalize(items) }),
    ...(additionalProperties !== undefined && { additionalProperties: normalize(additionalProperties) }),
  };
  if (!alternatives) return result;
  const branches = alternatives.map(normalize).flatMap((branch: Any) => branch.anyOf ?? branch);
  const others = branches.filter(({ type }: Any) => type !== "null").map(({ nullable: _, ...branch }: Any) => branch);
  const isNullable = others.length < branches.length || branches.some(({ nullable }: Any) => nullable);
  return { ...(others.length === 1 ? others[0] : { anyOf: others }), ...result, ...(isNullable && { nullable: true }) };
}

/** The same for every schema below a part of a document. */
function normalizeBelow(node: Any): Any {
  if (Array.isArray(node)) return node.map(normalizeBelow);
  if (typeof node !== "object" || node === null) return node;
  return mapValues(node, (value, key) => {
    if (key === "schema") return normalize(value);
    return key === "example" || key === "examples" ? value : normalizeBelow(value);
  });
}

function mapValues(object: object, map: (value: Any, key: string) => Any): Record<string, Any> {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, map(value, key)]));
}

/** Operations, webhooks and the schemas of the components in the form that both versions share. */
function comparable(document: Any) {
  const { paths, components, "x-webhooks": extension, webhooks = extension } = dereference(document) as Any;
  const schemas = mapValues(components.schemas, normalize);
  return { operations: normalizeBelow(paths), webhooks: normalizeBelow(webhooks), schemas };
}

const of30 = comparable(document30);
const of31 = comparable(document31);

test("the OpenAPI 3.0 document has the operations of 3.1, with the same fields, limits, responses and codes", () => {
  expect(document30.openapi).toMatch(/^3\.0\./);
  const { schemas, operations } = structuredClone(of31);
  for (const [name, path] of [
    ["SendText", "/api/text"],
    ["SendMessage", "/api/messages"],
    ["SendMessage", "/api/message-checks"],
  ] as const) {
    const { if: _, then: __, not: ___, ...unconditional } = of31.schemas[name];
    schemas[name] = unconditional;
    operations[path].post.requestBody.content["application/json"].schema = unconditional;
  }

  expect(Object.keys(of30.operations)).toEqual(Object.keys(operations));
  for (const [path, item] of Object.entries(operations)) expect(of30.operations[path], path).toEqual(item);
  const { McpIdOrNull, McpTextIdOrNull, ...schemas30 } = of30.schemas;
  expect(McpIdOrNull).toEqual({ ...schemas.McpId, nullable: true });
  expect(Object.keys(schemas30)).toEqual(Object.keys(schemas));
  for (const [name, schema] of Object.entries(schemas)) expect(schemas30[name], name).toEqual(schema);
});

test("the webhooks of 3.1 are in an extension of the 3.0 document, and its description names the extension", () => {
  expect(Object.keys(of30.webhooks)).toEqual(["event", "message.received"]);
  expect(of30.webhooks).toEqual(of31.webhooks);
  expect(document30).not.toHaveProperty("webhooks");
  expect(document30.info.description).toBe(
    `${document31.info.description}\n\nOpenAPI 3.0 has no webhooks. The requests that this service makes to your ` +
      "addresses are in `x-webhooks`; generators make types of their bodies, for example of `MessageReceived`.",
  );
});

test("the rest of both documents is equal, except for the version and the license", () => {
  const rest = ({ openapi: _, info, paths: __, components, webhooks: ___, "x-webhooks": ____, ...others }: Any) => {
    const { description: _____, license, ...about } = info;
    return { ...others, about, license: license.name, securitySchemes: components.securitySchemes };
  };

  expect(rest(document30)).toEqual(rest(document31));
  expect(document30.info.license.url).toBe(`https://spdx.org/licenses/${document31.info.license.identifier}.html`);
});

test("the 3.0 document has no keyword of 3.1", () => {
  const later = ["const", "examples", "if", "then", "else", "not", "patternProperties", "propertyNames", "$defs"];
  const { paths, components, "x-webhooks": webhooks } = document30;
  const inline = schemasBelow([paths, components.parameters, webhooks]);
  const schemas = [...Object.values(components.schemas), ...inline].flatMap(allWithin);

  expect(schemas.length).toBeGreaterThan(100);
  for (const schema of schemas) {
    expect(later.filter((keyword) => keyword in schema)).toEqual([]);
    expect(["undefined", "string"], JSON.stringify(schema)).toContain(typeof schema.type);
    expect(schema.type).not.toBe("null");
    // A reader of 3.0 ignores everything beside a reference, and `nullable` without a type.
    if ("$ref" in schema) expect(Object.keys(schema)).toEqual(["$ref"]);
    if ("nullable" in schema) expect(schema).toHaveProperty("type");
  }
});

/** The schemas of parameters, headers and bodies. */
function schemasBelow(node: Any): Any[] {
  if (typeof node !== "object" || node === null) return [];
  return Object.entries(node).flatMap(([key, value]) => {
    if (key === "schema") return [value];
    return key === "example" || key === "examples" ? [] : schemasBelow(value);
  });
}

/** A schema and all schemas in it. */
function allWithin(schema: Any): Any[] {
  const { properties = {}, items = [], additionalProperties = [], anyOf = [], oneOf = [], allOf = [] } = schema;
  const inner = [...Object.values(properties), items, additionalProperties, ...anyOf, ...oneOf, ...allOf].flat();
  return [schema, ...inner.filter((each) => typeof each === "object").flatMap(allWithin)];
}

test("nullable and optional fields are distinct in both documents", () => {
  for (const { schemas } of [of30, of31]) {
    const { required, properties } = schemas.MessageReceived;
    expect(required).toContain("data");
    expect(properties.data).toMatchObject({ type: "string", nullable: true });
    expect(schemas.SendText.required).not.toContain("webhookData");
    expect(schemas.SendText.properties.webhookData).not.toHaveProperty("nullable");
  }
});

test("every timestamp in both documents is a date-time, except those to give, which a server reads more strictly", () => {
  for (const { schemas } of [of30, of31]) {
    const named = Object.values(schemas)
      .flatMap(allWithin)
      .flatMap(({ properties = {} }) => Object.entries<OpenAPIV3_1.SchemaObject>(properties))
      .filter(([name, { format }]) => /(At|^timestamp)$/.test(name) && !format?.startsWith("iso-8601"));
    expect(named.length).toBeGreaterThan(20);
    for (const [name, schema] of named) expect(schema, name).toMatchObject({ type: "string", format: "date-time" });
  }
});

test("each operation has one tag, and lists the header's API key first", () => {
  const keys = ["ApiKeyHeader", "ApiKeyBearer", "ApiKeyQuery"].map((scheme) => ({ [scheme]: [] }));
  const doors = ["TwilioBasic", "TextbeltKey", "StandardWebhook"].map((scheme) => [{ [scheme]: [] }]);
  for (const { paths, security, components } of [document30, document31]) {
    expect(components.securitySchemes.ApiKeyHeader).toMatchObject({ type: "apiKey", in: "header", name: "X-API-Key" });
    expect(security).toEqual(keys);
    for (const operation of Object.values<Any>(paths).flatMap((item) => Object.values<Any>(item))) {
      expect(operation.tags, operation.operationId).toHaveLength(1);
      expect([keys, [{}], [{ ProviderSignature: [] }], ...doors]).toContainEqual(operation.security ?? security);
    }
  }
  expect(contractDocument.servers).toMatchObject([
    { url: "{base_url}", variables: { base_url: { default: expect.stringMatching(/^http/) } } },
  ]);
});
