/**
 * Errors in messages to the MCP server, which answers with the errors of its protocol.
 */
import fc from "fast-check";
import { inputSchemas, type Schema } from "../../../server/contract/schemas.ts";
import type { Breakage, Json } from "./draft.ts";
import { brokenValues } from "./values.ts";

const fields = Object.entries(inputSchemas.callMcp.body?.properties ?? {}).filter(([name]) => name !== "api_key");

const brokenField = ([name, schema]: [string, unknown]): fc.Arbitrary<Breakage> =>
  brokenValues(schema as Schema)
    .filter(({ value }) => !isAllowed(schema as Schema, value))
    .map(({ value }) => ({
      name: `${name}: ${JSON.stringify(value)}`,
      subject: name,
      expected: ["400 jsonrpc", "200 jsonrpc"],
      apply(draft) {
        draft.body = { ...draft.body, [name]: value };
      },
    }));

/** The protocol accepts any text or object where the type is allowed, even if the database cannot store it. */
function isAllowed(schema: Schema, value: Json): boolean {
  const types = [schema, ...(schema.anyOf ?? [])].map(({ type }) => type);
  if (typeof value === "string") return types.includes("string") && schema.enum === undefined;
  return typeof value === "object" && !Array.isArray(value) && types.includes("object");
}

const invalidMessage = fc
  .oneof(fc.string(), fc.integer(), fc.constant(null), fc.array(fc.jsonValue()), fc.constant({}))
  .map(
    (value): Breakage => ({
      name: `the message ${JSON.stringify(value)}`,
      subject: "body",
      expected: ["400 jsonrpc"],
      apply(draft) {
        draft.content = JSON.stringify(value);
      },
    }),
  );

const foreignOrigin = fc.webUrl().map(
  (origin): Breakage => ({
    name: `from ${origin}`,
    subject: "origin",
    expected: ["403 foreign_origin"],
    apply({ headers }) {
      headers.push(["Origin", origin]);
    },
  }),
);

const unacceptable = fc.constantFrom("image/png", "text/html, application/xml", "application/json;q=0").map(
  (accepted): Breakage => ({
    name: `Accept: ${accepted}`,
    subject: "accept",
    expected: ["406 not_acceptable"],
    apply({ headers }) {
      headers.push(["Accept", accepted]);
    },
  }),
);

export const brokenMessages = [...fields.map(brokenField), invalidMessage, foreignOrigin, unacceptable];
