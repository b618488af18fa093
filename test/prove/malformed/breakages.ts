/**
 * Generates broken requests from the contract: for each rule of an operation, requests that violate it, with the allowed
 * answers.
 */
import fc from "fast-check";
import { type RouteId, routes } from "../../../generated/operations.ts";
import { contractDocument } from "../../../server/contract/document.ts";
import { inputSchemas, type Parameter, type Schema } from "../../../server/contract/schemas.ts";
import { refusalsOf } from "../../support/refusals.ts";
import type { Breakage, Draft } from "./draft.ts";
import { brokenMessages } from "./messages.ts";
import { brokenNumbers, brokenTexts, brokenValues } from "./values.ts";
import { brokenRequests, brokenTypes } from "./wire.ts";

/** All kinds of errors in a request to an operation, with weights. */
export function breakagesOf(id: RouteId): fc.Arbitrary<Breakage> {
  const { parameters, body } = inputSchemas[id];
  const { auth, method } = routes[id];
  const fields = Object.entries(body?.properties ?? {}).filter(([name]) => name !== "api_key");
  const weigh = (weight: number) => (arbitrary: fc.Arbitrary<Breakage>) => ({ weight, arbitrary });
  const isMcp = id === "callMcp";
  // A correctly signed callback is accepted, whatever its address and body contain.
  const isCallback = auth === "signature";
  const [named, whole] = [isCallback ? [] : parameters, isCallback || isMcp ? [] : fields];
  return fc.oneof(
    ...named.flatMap((parameter) => breakParameter(id, parameter) ?? []).map(weigh(4)),
    ...whole.map(([name, schema]) => breakField(id, name, schema as Schema)).map(weigh(4)),
    ...(method === "GET" ? [] : [brokenTypes(id)]).map(weigh(2)),
    ...(method === "GET" || isMcp || isCallback ? [] : [breakBody(id)]).map(weigh(4)),
    ...(isMcp ? brokenMessages : []).map(weigh(4)),
    ...(auth === "apiKey" ? [breakKey] : []).map(weigh(2)),
    ...(isCallback ? [breakSignature] : []).map(weigh(2)),
    ...brokenRequests(id).map(weigh(1)),
  );
}

const unsigned = "401 invalid_signature";

/** The answers of an operation to a violation of a schema. */
const answersWith = (id: RouteId, codes: string[]): string[] => {
  const answersOf = (code: string) => refusalsOf(id).filter((answer) => answer === `${answer.slice(0, 3)} ${code}`);
  // A code that an operation does not have, as in a check, is replaced by that of any wrong field.
  return codes.map(answersOf).flatMap((answers) => (answers.length > 0 ? answers : answersOf("validation_error")));
};

function breakParameter(
  id: RouteId,
  { name, in: place, schema, required }: Parameter,
): fc.Arbitrary<Breakage> | undefined {
  const codes = [schema["x-error-code"] ?? "validation_error"];
  // The MCP server refuses unknown areas of tools with an error of its protocol.
  const expected = [...answersWith(id, codes), ...(id === "callMcp" ? ["400 jsonrpc"] : [])];
  const breakage = (what: unknown, apply: Breakage["apply"]): Breakage => {
    return { name: `${name} ${JSON.stringify(what)}`, subject: name, expected, apply };
  };
  if (place === "path") {
    const at = routes[id].path.split("/").indexOf(`{${name}}`) - 1;
    const isAllowed = (text: string) => schema.pattern !== undefined && new RegExp(schema.pattern, "u").test(text);
    const anything = fc.oneof(fc.string({ minLength: 1, unit: "grapheme" }), fc.constantFrom("../x", "0".repeat(32)));
    const others = anything.filter((text) => !isAllowed(text));
    return fc.oneof(others, fc.constant("\0"), ...brokenTexts(schema)).map((text) =>
      breakage(text, ({ segments }) => {
        segments[at] = encodeURIComponent(text) || "%20";
      }),
    );
  }
  const texts = brokenTexts(schema);
  if (place === "header") {
    // A header that allows any text cannot be broken.
    if (texts.length === 0) return undefined;
    return fc.oneof(...texts).map((value) => breakage(value, ({ headers }) => headers.push([name, toLatin1(value)])));
  }
  // A cursor without the server's signature is invalid.
  if (name === "cursor") texts.push(fc.string());
  if (schema.type === "integer") texts.push(...brokenNumbers(schema).map((number) => number.map(String)));
  if (schema.type !== "string" && !takesAnyText(schema.items))
    texts.push(fc.constantFrom("", "many", "NaN", "1e400", "TRUE", "null", "[]"));
  // An empty parameter counts as absent, where that is no fault.
  const isFault = (value: string) => value !== "" || required || inputSchemas[id].emptyNames.has(name);
  const values = fc.oneof(fc.constantFrom("\0", "a\0"), ...texts).filter(isFault);
  const pairs = fc.oneof(
    { weight: 4, arbitrary: values.map((value): Draft["query"] => [[name, value]]) },
    ...(takesAnyText(schema.items)
      ? []
      : [{ weight: 1, arbitrary: fc.constant<Draft["query"]>(["1", "2"].map((value) => [name, value])) }]),
    ...(required ? [{ weight: 1, arbitrary: fc.constant<Draft["query"]>([]) }] : []),
  );
  return pairs.map((given) =>
    breakage(given, (draft) => {
      draft.query = [...draft.query.filter(([each]) => each !== name), ...given];
    }),
  );
}

/** Whether each of these words is an item of a list. */
const takesAnyText = (items: Schema | undefined): boolean =>
  items !== undefined && items.type === "string" && items.format === undefined && items.enum === undefined;

/** Encodes a text as one byte per character, as in a header. */
const toLatin1 = (text: string) => Buffer.from(text).toString("latin1");

function breakField(id: RouteId, name: string, schema: Schema): fc.Arbitrary<Breakage> {
  const isRequired = inputSchemas[id].body?.required?.includes(name) ?? false;
  const types = [schema, ...(schema.anyOf ?? [])].map(({ type }) => type);
  const own = [schema["x-error-code"] ?? "validation_error"];
  const nulls = fc.constant({ value: null, codes: own });
  const countsAsAbsent = routes[id].method === "POST" && !isRequired;
  const broken = brokenValues(schema);
  const values = countsAsAbsent || types.includes("null") ? broken : fc.oneof(broken, nulls);
  const wrong = values.map(
    ({ value, codes }): Breakage => ({
      name: `${name}: ${JSON.stringify(value)}`,
      subject: name,
      expected: answersWith(id, codes),
      apply(draft) {
        draft.body = { ...draft.body, [name]: value };
      },
    }),
  );
  const missing = fc.constant<Breakage>({
    name: `${name} left out`,
    subject: name,
    expected: answersWith(id, own),
    apply(draft) {
      const { [name]: _, ...rest } = draft.body ?? {};
      draft.body = rest;
    },
  });
  return isRequired ? fc.oneof({ weight: 4, arbitrary: wrong }, { weight: 1, arbitrary: missing }) : wrong;
}

/** Errors in a body as a whole. */
function breakBody(id: RouteId): fc.Arbitrary<Breakage> {
  const { properties = {}, additionalProperties = false } = inputSchemas[id].body ?? {};
  const { bodyDepth } = contractDocument["x-limits"];
  const invalid = (content: string): Breakage => ({
    name: `the body ${content.slice(0, 100)}`,
    subject: "body",
    expected: ["422 validation_error"],
    apply(draft) {
      draft.content = content;
    },
  });
  const nested = ([depth, open, close]: [number, string, string]) =>
    invalid(`{"a":${open.repeat(depth)}1${close.repeat(depth)}}`);
  const nest = fc.tuple(
    fc.integer({ min: bodyDepth, max: 5_000 }),
    ...([fc.constantFrom(['{"a":', "}"], ["[", "]"])] as const),
  );
  const extra = (names: string[]): Breakage => ({
    name: `the unknown fields ${JSON.stringify(names).slice(0, 100)}`,
    subject: "body",
    expected: ["422 validation_error"],
    apply(draft) {
      draft.body = { ...draft.body, ...Object.fromEntries(names.map((name) => [name, 1])) };
    },
  });
  const unknown = fc.string().filter((name) => !(name in properties) && name !== "api_key" && name !== "__proto__");
  return fc.oneof(
    fc
      .oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null), fc.array(fc.jsonValue()))
      .map((value) => invalid(JSON.stringify(value))),
    nest.map(([depth, [open, close]]) => nested([depth, open!, close!])),
    ...(additionalProperties
      ? []
      : [
          fc.array(unknown, { minLength: 1, maxLength: 3 }).map(extra),
          fc
            .integer({ min: 100, max: 2_000 })
            .map((count) => extra(Array.from({ length: count }, (_, at) => `x${at}`))),
        ]),
  );
}

const breakKey: fc.Arbitrary<Breakage> = fc
  .tuple(
    fc.constantFrom("header", "bearer", "query", "body", "nowhere", "before a good one"),
    fc.oneof(
      fc.string({ unit: fc.constantFrom(..."mk_test0"), minLength: 1 }),
      fc.constantFrom("_test", "x", "null", "é"),
    ),
    fc.boolean(),
  )
  .map(([place, other, isLonger]) => ({
    name: `in ${place} the key ${isLonger ? `…${other}` : other}`,
    subject: "key",
    expected: ["401 missing_team_context"],
    apply(draft) {
      const good = draft.key ?? "";
      const key = isLonger ? `${good}x${other}` : other;
      draft.key = place === "header" || place === "before a good one" ? toLatin1(key) : undefined;
      if (place === "bearer") draft.headers.push(["Authorization", `Bearer ${toLatin1(key)}`]);
      if (place === "nowhere") draft.headers.push(["Authorization", `Basic ${good}`]);
      if (place === "query") draft.query.push(["api_key", key]);
      if (place === "body" && draft.body) draft.body = { ...draft.body, api_key: key };
      if (place === "before a good one") draft.query.push(["api_key", good]);
    },
  }));

const breakSignature: fc.Arbitrary<Breakage> = fc.base64String({ maxLength: 40 }).map((signature) => ({
  name: `the signature ${signature}`,
  subject: "signature",
  expected: [unsigned],
  apply({ headers }) {
    headers.push(["X-Provider-Signature", signature]);
  },
}));
