/**
 * Ways to break a request, made from the contract: for whatever a schema does not allow, requests that have it, and
 * the answers that they may get.
 */
import fc from "fast-check";
import type { OpenAPIV3_1 } from "openapi-types";
import { type OperationId, operations, type RouteId } from "../../generated/operations.ts";
import { describe, inputSchemas, type Parameter, type Schema } from "../../server/contract/schemas.ts";

type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

/** A request before it is sent. */
export interface Draft {
  path: Record<string, string>;
  query: [name: string, value: string][];
  headers: Record<string, string>;
  body: { [name: string]: Json } | undefined;
  /** Sent instead of the body. */
  text?: string;
}

/** One thing that is wrong with a request. */
export interface Breakage {
  name: string;
  /** The answers that it may lead to, each as `404 not_found`. */
  expected: string[];
  apply(draft: Draft): void;
}

/** The answers that the contract gives an operation beside its success, each as `404 not_found`. */
export function refusalsOf(id: RouteId): string[] {
  return Object.entries(describe(id).responses ?? {}).flatMap(([status, response]) => {
    const schema = (response as OpenAPIV3_1.ResponseObject).content?.["application/json"]?.schema as Schema | undefined;
    const branches = (schema?.anyOf ?? [schema]) as (Schema | undefined)[];
    const codes = branches.flatMap((branch) => (branch?.properties?.error as Schema | undefined)?.enum ?? []);
    return codes.map((code) => `${status} ${code}`);
  });
}

/** Anything that can be wrong with a request to an operation. */
export function breakagesOf(id: OperationId): fc.Arbitrary<Breakage> {
  const { parameters, body } = inputSchemas[id];
  const fields = Object.entries(body?.properties ?? {}).filter(([name]) => name !== "api_key");
  return fc.oneof(
    ...parameters.map((parameter) => breakParameter(id, parameter)),
    ...fields.map(([name, schema]) => breakField(id, name, schema as Schema)),
    ...(operations[id].method === "GET" ? [] : [breakBody(id)]),
    breakKey,
  );
}

const breakKey: fc.Arbitrary<Breakage> = fc.string({ unit: fc.constantFrom(..."mk_test ") }).map((key) => ({
  name: `key ${key}`,
  expected: ["401 missing_team_context"],
  apply({ headers }) {
    headers["x-api-key"] = key;
  },
}));

function breakParameter(id: OperationId, parameter: Parameter): fc.Arbitrary<Breakage> {
  const { name, schema } = parameter;
  const breakage = (what: unknown, apply: Breakage["apply"]): Breakage => {
    return { name: `${name} ${JSON.stringify(what)}`, expected: answersWith(id, schema), apply };
  };
  if (parameter.in === "path") {
    const anything = fc.string({ minLength: 1, unit: "grapheme" }).filter((text) => !/^\.{1,2}$/.test(text));
    return fc.oneof(anything, fc.constantFrom("\0", "../x", `${"0".repeat(32)}`)).map((segment) =>
      breakage(segment, ({ path }) => {
        path[name] = segment;
      }),
    );
  }
  if (parameter.in === "header") {
    return fc.oneof(...brokenTexts(schema)).map((value) =>
      breakage(value, ({ headers }) => {
        headers[name] = value;
      }),
    );
  }
  const once = brokenQuery(parameter).map((value): Draft["query"] => [[name, value]]);
  const twice = fc.constant<Draft["query"]>([
    [name, "1"],
    [name, "2"],
  ]);
  return fc.oneof({ weight: 4, arbitrary: once }, { weight: 1, arbitrary: twice }).map((pairs) =>
    breakage(pairs, (draft) => {
      draft.query = [...draft.query.filter(([each]) => each !== name), ...pairs];
    }),
  );
}

function breakField(id: OperationId, name: string, schema: Schema): fc.Arbitrary<Breakage> {
  const expected = answersWith(id, schema);
  const broken = (values: fc.Arbitrary<Json>, answers: string[]) =>
    values.map((value) => ({
      name: `${name}: ${JSON.stringify(value)}`,
      expected: answers,
      apply({ body }: Draft) {
        body![name] = value;
      },
    }));
  const { items } = schema as { items?: Schema };
  const wrong = items
    ? fc.oneof(
        broken(brokenValue(schema), expected),
        broken(fc.array(brokenValue(items), { minLength: 1, maxLength: 3 }), answersToItem(id, schema, items)),
      )
    : broken(brokenValue(schema), expected);
  const missing = fc.constant({
    name: `${name} left out`,
    expected,
    apply({ body }: Draft) {
      delete body![name];
    },
  });
  if (!inputSchemas[id].body?.required?.includes(name)) return wrong;
  return fc.oneof({ weight: 4, arbitrary: wrong }, { weight: 1, arbitrary: missing });
}

/** What can be wrong with a body as a whole. */
function breakBody(id: OperationId): fc.Arbitrary<Breakage> {
  const known = [...Object.keys(inputSchemas[id].body?.properties ?? {}), "api_key"];
  const written = (expected: string) => (text: string) => ({
    name: text.slice(0, 100),
    expected: [expected],
    apply(draft: Draft) {
      draft.text = text;
    },
  });
  const nested = (depth: number) => `{"a":${"[".repeat(depth)}${"]".repeat(depth)}}`;
  return fc.oneof(
    fc.constantFrom("{", '{"a":}', "[1,]", "{'a':1}", "a=b", "nul", "\0").map(written("400 validation_error")),
    fc
      .oneof(fc.string(), fc.integer(), fc.boolean(), fc.array(fc.jsonValue()))
      .map((value) => written("422 validation_error")(JSON.stringify(value))),
    fc.integer({ min: 64, max: 5000 }).map((depth) => written("422 validation_error")(nested(depth))),
    fc
      .string()
      .filter((name) => !known.includes(name))
      .map((name) => ({
        name: `unknown ${name}`,
        expected: ["422 validation_error"],
        apply(draft: Draft) {
          draft.body = { ...draft.body, [name]: 1 };
        },
      })),
    fc.constantFrom("text/plain", "application/xml", "application/x-www-form-urlencoded").map((type) => ({
      name: type,
      expected: ["415 unsupported_media_type"],
      apply(draft: Draft) {
        draft.headers["content-type"] = type;
        draft.text ??= "{}";
      },
    })),
  );
}

/** The answers of an operation to a violation of a schema. */
const answersWith = (id: OperationId, schema: Schema): string[] =>
  refusalsOf(id).filter((answer) => answer.endsWith(` ${schema["x-error-code"] ?? "validation_error"}`));

/** The answers of an operation to a violation of what an array holds: an item's own code, or that of the array. */
const answersToItem = (id: OperationId, schema: Schema, items: Schema): string[] => {
  const choices = [items, ...((items.anyOf ?? []) as Schema[])];
  return [schema, ...choices.filter((choice) => choice["x-error-code"])].flatMap((choice) => answersWith(id, choice));
};

const unstorable = fc.constantFrom("\0", "a\0b", "\ud800", "x\udfff");

/** Values of JSON that a schema does not allow. */
function brokenValue(schema: Schema): fc.Arbitrary<Json> {
  const types = [schema, ...((schema.anyOf ?? []) as Schema[])].flatMap(({ type }) => type ?? []);
  const ofType: [string, fc.Arbitrary<Json>][] = [
    ["string", fc.oneof(fc.string(), unstorable)],
    ["boolean", fc.boolean()],
    ["integer", fc.oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }))],
    ["array", fc.array(fc.integer(), { maxLength: 3 })],
    ["object", fc.dictionary(fc.string({ maxLength: 5 }), fc.integer(), { maxKeys: 3 })],
  ];
  const broken = ofType.filter(([type]) => !types.includes(type as never)).map(([, values]) => values);
  if (types.includes("string")) broken.push(unstorable, ...brokenTexts(schema));
  if (types.includes("object")) broken.push(unstorable.map((text) => ({ a: [text] })));
  return fc.oneof(...broken);
}

/** Values of a query parameter that its schema does not allow. */
function brokenQuery({ name, schema }: Parameter): fc.Arbitrary<string> {
  const texts: fc.Arbitrary<string>[] = [fc.constantFrom("\0", "a\0"), ...brokenTexts(schema)];
  // Whatever the server did not sign opens no page.
  if (name === "cursor") texts.push(fc.string());
  if (schema.type === "integer")
    texts.push(fc.constantFrom("0", "101", "-1", "1.5", "many", "", "1e9", "1e400", "NaN"));
  if (schema.type === "boolean") texts.push(fc.constantFrom("", "1", "yes", "TRUE", "null"));
  return fc.oneof(...texts);
}

const oddTexts = ["", " ", "\t\n", "\u3000", "+", "+0123456789", "12025550123", "+1202555012x", "yesterday", "ftp://x"];

/** Texts that a schema does not allow. */
function brokenTexts({ minLength, maxLength, pattern, enum: values }: Schema): fc.Arbitrary<string>[] {
  const texts: fc.Arbitrary<string>[] = [];
  if (minLength) texts.push(fc.constant(""));
  if (maxLength) texts.push(fc.integer({ min: 1, max: 300 }).map((more) => "x".repeat(maxLength + more)));
  if (pattern) texts.push(fc.constantFrom(...oddTexts.filter((text) => !new RegExp(pattern, "u").test(text))));
  if (values) texts.push(fc.string().filter((text) => !values.includes(text)));
  return texts;
}
