import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import type { OpenAPIV3_1 } from "openapi-types";
import { expect, test } from "vitest";
import { operations } from "../../generated/operations.ts";
import { describe as describeOperation, inputSchemas } from "../../server/contract/schemas.ts";
import { tools } from "../../server/mcp/tools.ts";
import { useApp } from "../support/app.ts";
import { rawExampleOf, teamOperations, toolOperations } from "../support/examples.ts";
import { argumentsOf, connectMcp, postMcp, request, toolOf } from "../support/mcp.ts";

const app = useApp();

const definitions = [...tools.values()].map(({ definition, outputSchema }) => ({ ...definition, outputSchema }));

/** The tools of the document's operations, `get_consent`, `get_key`, `list_messages` and `get_message`. */
const defaultNames = [
  ...["list_business_numbers", "create_business_number", "get_business_number", "update_business_number"],
  ...["archive_business_number", "make_primary_business_number", "get_consent", "list_contacts", "create_contact"],
  ...["get_contact_by_phone", "list_duplicate_contacts", "merge_contacts", "upsert_contact", "get_contact"],
  ...["update_contact", "add_contact_phone", "update_contact_phone", "delete_contact_phone", "get_key"],
  ...[
    "list_messages",
    "get_message",
    "generate_otp",
    "verify_otp",
    "send_text",
    "list_threads",
    "get_thread",
    "list_thread_messages",
  ],
  "list_thread_replies",
];
const ajv = new Ajv2020({ strictSchema: true, strictTypes: false, allErrors: true });
addFormats.default(ajv);

test("every operation that acts for a team has one tool with its name, in the contract's order", () => {
  const snakeCase = teamOperations
    .filter((id) => operations[id].isTool)
    .map((id) => id.replaceAll(/([A-Z])/g, "_$1").toLowerCase());

  expect(definitions.map(({ name }) => name)).toEqual(snakeCase);
  expect(definitions.map(({ name }) => name)).toEqual(expect.arrayContaining(["send_text", "list_thread_replies"]));
});

test("every client gets the same list in the same order, without the schemas of results", async () => {
  for (const _ of [1, 2]) {
    const { key } = await app.signIn();
    const client = await connectMcp(app.url, key, "");
    const listed = await client.listTools();
    expect(listed.nextCursor).toBeUndefined();
    expect(listed.tools.map(({ name }) => name)).toEqual(defaultNames);
    expect(listed.tools).toEqual(defaultNames.map((name) => tools.get(name)!.definition));
  }
});

test("the schemas of results are listed with ?schemas=output, and other schemas are refused", async () => {
  const { key } = await app.signIn();
  const list = (query: string) => postMcp(app.url, request("tools/list"), { "x-api-key": key }, query);

  const { result } = (await list("?schemas=output&tools=messaging")).body;
  expect(result.tools).toEqual(definitions.filter(({ name }) => name === "send_text"));
  expect((await list("?schemas=")).body.result.tools[0]).not.toHaveProperty("outputSchema");
  expect(await list("?schemas=input")).toMatchObject({
    status: 400,
    body: { id: 1, error: { code: -32_602, message: "schemas: must be output, or absent." } },
  });
});

test("the list matches the golden file, which `npm test -- mcp/tools -u` updates", async () => {
  await expect(`${JSON.stringify(definitions, null, 2)}\n`).toMatchFileSnapshot("../golden/mcp-tools.json");
});

test("the list of a key with every right costs a model less than 9,000 tokens", async () => {
  const { key } = await app.signIn();

  const { body } = await postMcp(app.url, request("tools/list"), { "x-api-key": key });

  expect(body.result.tools).toHaveLength(28);
  // A token is four characters of JSON.
  expect(JSON.stringify(body.result).length / 4).toBeLessThan(9_000);
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
  const { definition, outputSchema } = toolOf(id);
  const { content } = describeOperation(id).responses![operations[id].status] as OpenAPIV3_1.ResponseObject;
  const { example, examples = {} } = content!["application/json"]!;
  const [named] = Object.values(examples) as OpenAPIV3_1.ExampleObject[];

  for (const [schema, value] of [
    [definition.inputSchema, argumentsOf(rawExampleOf(id) as object)],
    [outputSchema!, example ?? named?.value],
  ]) {
    const validate = ajv.compile(schema);
    expect(validate(value), ajv.errorsText(validate.errors)).toBe(true);
  }
});

test("the annotations say when a client should ask its user", () => {
  const hintsOf = (id: (typeof toolOperations)[number]) => toolOf(id).definition.annotations;

  expect(hintsOf("listThreads")).toMatchObject({ readOnlyHint: true, destructiveHint: false, openWorldHint: false });
  for (const id of ["sendText", "generateOtp"] as const) {
    expect(hintsOf(id)).toMatchObject({ readOnlyHint: false, destructiveHint: true, idempotentHint: false });
    expect(hintsOf(id)?.openWorldHint).toBe(true);
  }
  expect(hintsOf("archiveBusinessNumber")).toMatchObject({ readOnlyHint: false, destructiveHint: true });
  expect(hintsOf("mergeContacts")).toMatchObject({ destructiveHint: true, idempotentHint: false });
  expect(hintsOf("createBusinessNumber")).toMatchObject({ destructiveHint: false, openWorldHint: false });
  for (const id of toolOperations) expect(hintsOf(id)?.readOnlyHint, id).toBe(operations[id].method === "GET");
});

test("a tool that texts somebody says what that means, and others do not", () => {
  const subjects = [
    /real person at once/,
    /costs money/,
    /cannot be recalled/,
    /consent of your user/,
    /idempotency_key/,
  ];
  for (const { name, description } of definitions) {
    const isText = ["send_text", "send_message", "generate_otp"].includes(name);
    for (const subject of subjects) expect(subject.test(description!), `${name}: ${subject}`).toBe(isText);
  }
});
