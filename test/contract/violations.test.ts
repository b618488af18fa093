import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { inputSchemas, type Schema } from "../../server/contract/schemas.ts";
import { faultsOf } from "../../server/contract/violations.ts";
import { useApp } from "../support/app.ts";
import type { CallInput } from "../support/client.ts";
import { type TeamOperation, teamOperations } from "../support/examples.ts";

const app = useApp({ phone: true });

/** What only a regular expression, or a message of the validator about one, contains. */
const expression = /\\[sSdDwW]|\[[^\]]*-[^\]]*\]|\(\?|\^|\{\d|must match|allowed values/;

interface Node {
  at: string;
  schema: Schema;
}

/** A schema with everything inside it. */
function walk(at: string, schema: Schema): Node[] {
  const { properties = {}, items, anyOf = [], not } = schema;
  return [
    { at, schema },
    ...Object.entries(properties).flatMap(([name, each]) => walk(`${at}.${name}`, each)),
    ...anyOf.flatMap((each, index) => walk(`${at}|${index}`, each)),
    ...(items ? walk(`${at}[]`, items) : []),
    ...(not ? walk(`${at}!`, not) : []),
  ];
}

const nodes = Object.entries(inputSchemas).flatMap(([id, { parameters, body }]) => [
  ...parameters.flatMap(({ name, schema }) => walk(`${id} ${name}`, schema)),
  ...(body ? walk(id, body) : []),
]);

/** The message for a value that breaks a keyword of a schema. */
function messageOf(schema: Schema, keyword: "pattern" | "format" | "enum"): string {
  const params = { pattern: schema.pattern, format: schema.format, allowedValues: schema.enum };
  const error = { keyword, params, parentSchema: schema, instancePath: "/requestBody/x", schemaPath: "" };
  return faultsOf([{ ...error, message: `must match ${keyword} "^\\s*$"` }])[0]!.message;
}

test("every pattern of an input has words in the contract, without a regular expression", () => {
  const patterns = nodes.filter(({ schema }) => schema.pattern !== undefined);

  expect(patterns.length).toBeGreaterThan(30);
  for (const { at, schema } of patterns) {
    expect(schema["x-violation"], at).toMatch(/^must /);
    expect(messageOf(schema, "pattern"), at).toBe(schema["x-violation"]);
    expect(messageOf(schema, "pattern"), at).not.toMatch(expression);
  }
});

test("a pattern without words is not shown either", () => {
  expect(messageOf({ pattern: "^[a-z]{3}$" }, "pattern")).not.toMatch(expression);
});

test("every format of an input has words with an example or with its limits", () => {
  const formats = nodes.filter(({ schema }) => schema.format !== undefined);

  expect(formats.length).toBeGreaterThan(30);
  for (const { at, schema } of formats) expect(messageOf(schema, "format"), at).toMatch(/for example \S|from -\d+ to/);
});

/** Values of which each breaks a pattern, a format, an enum, or a type. */
const badValues = [" ", "nope", "2025550123", "+9991234567", "ftp://x", "00000000-0000-0000-0000-000000000000", 5.5];

/** The values with one bad value each that a schema's form allows: in its place, and in its items and properties. */
function placesIn({ properties = {}, items }: Schema, bad: unknown): unknown[] {
  return [
    bad,
    ...Object.entries(properties).flatMap(([name, each]) => placesIn(each, bad).map((value) => ({ [name]: value }))),
    ...(items ? placesIn(items, bad).map((value) => [value]) : []),
  ];
}

/** The inputs of an operation with one bad value each: in a parameter, in a field of the body, and in what is inside it. */
function badInputs(id: TeamOperation): CallInput<TeamOperation>[] {
  const { parameters, body } = inputSchemas[id];
  const path = Object.fromEntries(
    parameters.filter(({ in: place }) => place === "path").map(({ name }) => [name, randomUUID()]),
  );
  const ofParameters: object[] = parameters.flatMap(({ in: place, name }): object[] =>
    place === "header"
      ? [{ path, idempotencyKey: "x".repeat(300) }]
      : badValues.map((bad) => ({ path, [place]: { ...(place === "path" && path), [name]: bad } })),
  );
  const ofFields = Object.entries(body?.properties ?? {}).flatMap(([name, schema]) =>
    badValues.flatMap((bad) => placesIn(schema, bad).map((value) => ({ path, body: { [name]: value } }))),
  );
  return [...ofParameters, ...ofFields] as CallInput<TeamOperation>[];
}

test.each(teamOperations)("no answer of %s to a bad value has a regular expression", async (id) => {
  const { client } = await app.signIn();

  for (const input of badInputs(id)) {
    const { status, body } = await client.raw(id, input);
    if (status < 400) continue;
    const told = [body.message, ...(body.details ?? []).map(({ message }: { message: string }) => message)].join("\n");
    expect(told, JSON.stringify(input)).not.toMatch(expression);
  }
});

const places = { query: "query", body: "body" } as const;

/** Every parameter and field with an enum, or with items that have one. */
const enums = teamOperations.flatMap((id) => {
  const { parameters, body } = inputSchemas[id];
  const given = [
    ...parameters.filter(({ in: place }) => place === "query"),
    ...Object.entries(body?.properties ?? {}).map(([name, schema]) => ({ in: places.body, name, schema })),
  ];
  return given.flatMap(({ in: place, name, schema }) => {
    const values = (schema.enum ?? schema.items?.enum ?? schema.anyOf?.find((each) => each.enum)?.enum) as string[];
    return values ? [{ id, place, name, isList: schema.items !== undefined && place === "body", values }] : [];
  });
});

test.each(enums)(
  "a wrong $name of $id is refused with the allowed values",
  async ({ id, place, name, isList, values }) => {
    const { client } = await app.signIn();
    const path = { id: randomUUID() };

    const answer = await client.raw(id, { path, [place]: { [name]: isList ? ["nope"] : "nope" } } as never);

    const { message } = answer.body.details.find(({ field }: { field: string }) => field.startsWith(name));
    expect(message).toBe(`must be one of ${values.join(", ")}`);
  },
);

test("enums occur in the query and in bodies", () => {
  expect(new Set(enums.map(({ place }) => place))).toEqual(new Set(["query", "body"]));
  expect(enums.length).toBeGreaterThan(6);
});
