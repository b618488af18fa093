import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import type { OpenAPIV3_1 } from "openapi-types";
import { expect, test } from "vitest";
import { operations } from "../../generated/operations.ts";
import { describe as describeOperation, inputSchemas } from "../../server/contract/schemas.ts";
import { tools } from "../../server/mcp/tools.ts";
import { useApp } from "../support/app.ts";
import { rawExampleOf, toolOperations } from "../support/examples.ts";
import { argumentsOf, connectMcp, toolOf } from "../support/mcp.ts";

const app = useApp();

const definitions = [...tools.values()].map(({ definition }) => definition);
const ajv = new Ajv2020({ strictSchema: true, strictTypes: false, allErrors: true });
addFormats.default(ajv);

test("every operation that acts for a team has one tool with its name, in the contract's order", () => {
  const snakeCase = toolOperations.map((id) => id.replaceAll(/([A-Z])/g, "_$1").toLowerCase());

  expect(definitions.map(({ name }) => name)).toEqual(snakeCase);
  expect(definitions.map(({ name }) => name)).toEqual(expect.arrayContaining(["send_text", "list_thread_replies"]));
});

test("every client gets the same list in the same order", async () => {
  for (const _ of [1, 2]) {
    const { key } = await app.signIn();
    const client = await connectMcp(app.url, key);
    const listed = await client.listTools();
    expect(listed.nextCursor).toBeUndefined();
    expect(JSON.stringify(listed.tools.map(({ name }) => name))).toBe(
      JSON.stringify(definitions.map(({ name }) => name)),
    );
    expect(listed.tools).toEqual(definitions);
  }
});

test("the list matches the golden file, which `npm test -- mcp/tools -u` updates", async () => {
  await expect(`${JSON.stringify(definitions, null, 2)}\n`).toMatchFileSnapshot("../golden/mcp-tools.json");
});

test("the list costs a model less than 15,000 tokens", () => {
  // Of JSON in English a token has more than four characters.
  expect(JSON.stringify(definitions).length / 3.5).toBeLessThan(15_000);
});

test.each(definitions)("$name has a description, schemas of plain objects, and all annotations", (definition) => {
  const { title, description, inputSchema, outputSchema, annotations } = definition;

  expect(title).toMatch(/^[A-Z].*[^.]$/);
  expect(description).toMatch(/^[A-Z].*\.$/);
  for (const schema of [inputSchema, outputSchema!]) {
    expect(schema.type).toBe("object");
    for (const keyword of ["oneOf", "anyOf", "allOf", "if", "$ref"]) expect(schema).not.toHaveProperty(keyword);
    // Strict: a keyword or format that JSON Schema 2020-12 has not would throw.
    expect(() => ajv.compile(schema)).not.toThrow();
  }
  const hint = expect.any(Boolean);
  expect(annotations).toEqual({ readOnlyHint: hint, destructiveHint: hint, idempotentHint: hint, openWorldHint: hint });
});

test.each(toolOperations)(
  "the tool of %s takes the operation's input, and a key if the operation is idempotent",
  (id) => {
    const { parameters, body } = inputSchemas[id];
    const { properties = {}, required } = toolOf(id).definition.inputSchema;
    const declared = parameters.filter(({ in: place }) => place !== "header");
    const fields = Object.keys(body?.properties ?? {}).filter((name) => name !== "api_key");

    const expected = [...declared.map(({ name }) => name), ...fields];
    expect(Object.keys(properties)).toEqual([
      ...expected,
      ...(operations[id].once !== null ? ["idempotency_key"] : []),
    ]);
    const needed = declared.filter((parameter) => parameter.required).map(({ name }) => name);
    expect(required).toEqual(expect.arrayContaining([...needed, ...(body?.required ?? [])]));
    expect(required).toHaveLength(needed.length + (body?.required?.length ?? 0));
  },
);

test.each(toolOperations)("the contract's examples of %s are valid arguments and results of its tool", (id) => {
  const { inputSchema, outputSchema } = toolOf(id).definition;
  const { content } = describeOperation(id).responses![operations[id].status] as OpenAPIV3_1.ResponseObject;
  const { example, examples = {} } = content!["application/json"]!;
  const [named] = Object.values(examples) as OpenAPIV3_1.ExampleObject[];

  for (const [schema, value] of [
    [inputSchema, argumentsOf(rawExampleOf(id) as object)],
    [outputSchema!, example ?? named?.value],
  ]) {
    const validate = ajv.compile(schema);
    expect(validate(value), ajv.errorsText(validate.errors)).toBe(true);
  }
});

test("the annotations say when a client should ask its user", () => {
  const hintsOf = (id: (typeof toolOperations)[number]) => toolOf(id).definition.annotations;

  expect(hintsOf("listThreads")).toMatchObject({ readOnlyHint: true, destructiveHint: false, openWorldHint: false });
  expect(hintsOf("sendText")).toMatchObject({ readOnlyHint: false, idempotentHint: false, openWorldHint: true });
  expect(hintsOf("archiveBusinessNumber")).toMatchObject({ readOnlyHint: false, destructiveHint: true });
  expect(hintsOf("mergeContacts")).toMatchObject({ destructiveHint: true, idempotentHint: false });
  expect(hintsOf("createBusinessNumber")).toMatchObject({ destructiveHint: false, openWorldHint: false });
  for (const id of toolOperations) expect(hintsOf(id)?.readOnlyHint, id).toBe(operations[id].method === "GET");
});
