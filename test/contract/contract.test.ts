import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import type { OpenAPIV3_1 } from "openapi-types";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { type ErrorCode, errors } from "../../generated/errors.ts";
import { type OperationId, operations, type RouteId, routes } from "../../generated/operations.ts";
import { checkedForm, contractDocument, contractFiles } from "../../server/contract/document.ts";
import { addFormats } from "../../server/contract/formats.ts";
import { dereference } from "../../server/contract/references.ts";
import {
  describe as describeOperation,
  inputSchemas,
  type Response,
  type Schema,
} from "../../server/contract/schemas.ts";

const root = join(import.meta.dirname, "..", "..");
const ids = Object.keys(operations) as OperationId[];
const routeIds = Object.keys(routes) as RouteId[];

const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats(ajv);

test("the server applies the contract that it serves", () => {
  expect(checkedForm(dereference(parse(contractFiles.yaml)))).toEqual(contractDocument);
});

test("the contract and the package have the same version", () => {
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  expect(contractDocument.openapi).toMatch(/^3\.1\./);
  expect(contractDocument.info.version).toBe(version);
});

test("the contract has exactly the operations of the route table", () => {
  const found = Object.values(contractDocument.paths ?? {}).flatMap((item) =>
    (["get", "put", "post", "delete", "options", "head", "patch", "trace"] as const).flatMap(
      (method) => item?.[method]?.operationId ?? [],
    ),
  );
  expect(found.toSorted()).toEqual(routeIds.toSorted());
});

/** A part of the contract that may have examples. */
interface Exemplified {
  schema?: unknown;
  example?: unknown;
  examples?: Record<string, { value?: unknown }>;
}

function examplesOf({ example, examples = {} }: Exemplified): unknown[] {
  return [...(example === undefined ? [] : [example]), ...Object.values(examples).map(({ value }) => value)];
}

/** Every schema within a schema, with its path. */
function schemasWithin(schema: unknown, path: string): [string, Schema][] {
  if (typeof schema !== "object" || schema === null) return [];
  const own: [string, Schema][] = Array.isArray(schema) ? [] : [[path, schema as Schema]];
  // Examples and defaults contain no schemas.
  const inside = Object.entries(schema).filter(([key]) => !["example", "examples", "default", "enum"].includes(key));
  return [...own, ...inside.flatMap(([key, value]) => schemasWithin(value, `${path}/${key}`))];
}

function expectValid(schema: unknown, example: unknown, where: string): void {
  const validate = ajv.compile(schema as Schema);
  expect(validate(example), `${where}: ${ajv.errorsText(validate.errors)}`).toBe(true);
}

test.each(routeIds)("%s has a summary, a description, a name in camelCase and one known tag", (id) => {
  const { operationId, summary = "", description = "", tags = [] } = describeOperation(id);
  expect(operationId).toMatch(/^[a-z]+([A-Z][a-z\d]*)+$/);
  expect(summary).toMatch(/^[A-Z].*[^.\s]$/);
  expect(description).toMatch(/^[A-Z][\s\S]*\.$/);
  expect(tags).toHaveLength(1);
  expect(contractDocument.tags?.map(({ name }) => name)).toContain(tags[0]);
});

test.each(routeIds)("%s has valid examples of its input and its answers", (id) => {
  const { parameters = [], requestBody, responses = {} } = describeOperation(id);
  const { status, contentType } = routes[id];

  for (const parameter of parameters as OpenAPIV3_1.ParameterObject[]) {
    const examples = examplesOf(parameter as Exemplified);
    if (parameter.required) expect(examples, parameter.name).not.toEqual([]);
    for (const example of examples) expectValid(parameter.schema, example, parameter.name);
  }

  const request = (requestBody as OpenAPIV3_1.RequestBodyObject | undefined)?.content["application/json"];
  if (request) expect(examplesOf(request as Exemplified), "request").not.toEqual([]);
  for (const example of examplesOf((request ?? {}) as Exemplified)) expectValid(request!.schema, example, "request");

  const success = (responses[status] as OpenAPIV3_1.ResponseObject).content?.[contentType];
  // An answer without a body has no type.
  if (contentType !== "") expect(examplesOf(success as Exemplified), "answer").not.toEqual([]);
  for (const [code, response] of Object.entries(responses)) {
    for (const media of Object.values((response as OpenAPIV3_1.ResponseObject).content ?? {})) {
      for (const example of examplesOf(media as Exemplified)) expectValid(media.schema, example, code);
    }
  }
});

test.each(["message.received", "event"])(
  "the webhook %s has valid examples of its headers and its body, and is not a route",
  (name) => {
    expect(Object.keys(contractDocument.webhooks ?? {}).toSorted()).toEqual(["event", "message.received"]);
    expect(Object.keys(contractDocument.paths ?? {})).not.toContain(`/${name}`);
    const { post } = contractDocument.webhooks![name] as OpenAPIV3_1.PathItemObject;
    const { parameters = [], requestBody } = post!;

    for (const parameter of parameters as OpenAPIV3_1.ParameterObject[]) {
      const examples = examplesOf(parameter as Exemplified);
      expect(examples, parameter.name).not.toEqual([]);
      for (const example of examples) expectValid(parameter.schema, example, parameter.name);
    }
    const media = (requestBody as OpenAPIV3_1.RequestBodyObject).content["application/json"] as Exemplified;
    expect(examplesOf(media)).not.toEqual([]);
    for (const example of examplesOf(media)) expectValid(media.schema, example, "body");
  },
);

test("every example and default within a schema is valid", () => {
  let count = 0;
  for (const [where, schema] of schemasWithin(contractDocument.components?.schemas, "")) {
    const { examples = [], default: preset } = schema as { examples?: unknown[]; default?: unknown };
    if (!Array.isArray(examples)) continue;
    for (const example of [...examples, ...(preset === undefined ? [] : [preset])]) {
      count += 1;
      expectValid(schema, example, where);
    }
  }
  expect(count).toBeGreaterThan(0);
});

/** The codes that an operation declares, with their statuses. */
function answeredCodes(id: RouteId): { code: string; status: number }[] {
  return Object.entries(describeOperation(id).responses ?? {}).flatMap(([status, response]) =>
    ((response as Response)["x-error-codes"] ?? []).map(({ code }) => ({ code, status: Number(status) })),
  );
}

/** The operations with codes of the catalogue. A door has the errors of another service. */
const withCodes = routeIds.filter((id) => routes[id].door === null);

/** A check has the body of another operation, and answers `validation_error` for all of its fields. */
const withFieldCodes = ids.filter((id) => withCodes.includes(id) && !("x-read-only" in describeOperation(id)));

test.each(withFieldCodes)("%s declares the codes of its input fields, each with a status of the catalogue", (id) => {
  const { parameters, body } = inputSchemas[id];
  const answered = answeredCodes(id);

  const fieldCodes = [...parameters.map(({ schema }) => schema), body].flatMap((schema) =>
    schemasWithin(schema, "").flatMap(([, { "x-error-code": code }]) => code ?? []),
  );
  for (const code of fieldCodes) expect(answered.map((each) => each.code)).toContain(code);
  for (const { code, status } of answered) {
    const statuses: number[] = errors[code as ErrorCode].map((variant) => variant.status);
    expect(statuses, code).toContain(status);
  }
});

test.each(withCodes)("%s declares the refusals for its key, its body and its idempotency", (id) => {
  const { auth, once } = routes[id];
  const idempotent = once !== null;
  const answered = answeredCodes(id).map(({ code, status }) => `${code} ${status}`);
  const expected = [
    ...["server_error 500", "validation_error 400"],
    ...(auth === "apiKey"
      ? ["missing_team_context 401", "license_inactive 403", "rate_limited 429", "server_error 503"]
      : []),
    ...(idempotent
      ? ["invalid_idempotency_key 400", "idempotency_key_mismatch 422", "idempotency_in_progress 409"]
      : []),
    ...(idempotent ? ["payload_too_large 413", "unsupported_media_type 415"] : []),
    // A file has no fields.
    ...(idempotent && id !== "uploadMedia" ? ["validation_error 422"] : []),
  ];
  expect(answered).toEqual(expect.arrayContaining(expected));
});

test("every array of a request body has a maximum of items", () => {
  const arrays = routeIds.flatMap((id) =>
    schemasWithin(inputSchemas[id].body, id).filter(([, { type }]) => type === "array"),
  );

  const unlimited = arrays.filter(([path, { maxItems }]) => {
    const beside = schemasWithin(inputSchemas[path.split("/", 1)[0] as RouteId].body, path.split("/", 1)[0]!);
    const outer = new Map(beside).get(path.replace(/\/anyOf\/\d+$/, ""));
    return (maxItems ?? outer?.maxItems) === undefined;
  });

  expect(arrays.length).toBeGreaterThan(0);
  expect(unlimited.map(([path]) => path)).toEqual([]);
});

test("every code of the catalogue belongs to an operation, except method_not_allowed", () => {
  const answered = new Set(routeIds.flatMap((id) => answeredCodes(id).map(({ code }) => code)));
  const unused = Object.keys(errors).filter((code) => !answered.has(code));
  expect(unused).toEqual(["method_not_allowed"]);
});

test("the schema ErrorCode lists every code of the catalogue, and the error of a Problem stays open", () => {
  const { ErrorCode: codes, Problem } = parse(contractFiles.yaml).components.schemas;
  expect(codes.enum.toSorted()).toEqual(Object.keys(errors).toSorted());
  expect(Problem.properties.error).toMatchObject({ type: "string" });
  expect(Problem.properties.error).not.toHaveProperty("enum");
});
