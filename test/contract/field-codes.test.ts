import { expect, test } from "vitest";
import { operations } from "../../generated/operations.ts";
import { inputSchemas, type Schema } from "../../server/contract/schemas.ts";
import { useApp } from "../support/app.ts";
import type { CallInput } from "../support/client.ts";
import { exampleOf, type TeamOperation, teamOperations } from "../support/examples.ts";
import { uniquePhone } from "../support/factories.ts";
import { refusalOf, refusalsOf } from "../support/refusals.ts";

const app = useApp({ phone: true });

interface CodedField {
  id: TeamOperation;
  place: "path" | "query" | "body";
  name: string;
  code: string;
  /** Whether the code is that of something inside the field. */
  isInside: boolean;
}

/** Every field of every operation that has its own error code, or contains a field with its own code. */
const fields = teamOperations.flatMap((id): CodedField[] => {
  const { parameters, body } = inputSchemas[id];
  const given = [
    ...parameters.filter(({ in: place }) => place !== "header"),
    ...Object.entries(body?.properties ?? {}).map(([name, schema]) => ({ in: "body" as const, name, schema })),
  ];
  return given.flatMap(({ in: place, name, schema }): CodedField[] => {
    const own = (schema as Schema)["x-error-code"];
    const inside = /"x-error-code":"(\w+)"/.exec(JSON.stringify(schema))?.[1];
    const code = own ?? inside;
    // An import answers the phones that it does not take in a list of them.
    if (!code || place === "header" || id === "importConsents") return [];
    // A check answers a text that its send would answer with a code of the field.
    return [{ id, place, name, code: id === "checkMessage" ? "validation_error" : code, isInside: own === undefined }];
  });
});

/** Every phone number in a value without its plus sign. */
const misspelt = (value: unknown) => JSON.parse(JSON.stringify(value).replaceAll('"+', '"'));

test.each(fields)("$id answers $code when $name is broken", async ({ id, place, name, code, isInside }) => {
  const { client } = await app.signIn();
  const example = await exampleOf(id, client, app.provider);
  const part = { ...(example[place] as Record<string, unknown> | undefined) };
  const broken = isInside ? misspelt(part[name] ?? [uniquePhone()]) : "\0";

  const answer = await client.raw(id, { ...example, [place]: { ...part, [name]: broken } } as CallInput<TeamOperation>);

  expect(refusalsOf(id)).toContain(refusalOf(answer));
  expect(answer.body.error).toBe(code);
});

test.each(["createContact", "upsertContact"] as const)("%s refuses the same phone number twice", async (id) => {
  const { client } = await app.signIn();
  const phone = uniquePhone();

  const answer = await client.raw(id, { body: { name: "Ada", phones: [phone, { phoneNumber: phone }] } });

  expect(refusalOf(answer)).toBe("409 duplicate_contact_phone");
});

test("most areas have fields with their own codes", () => {
  const areas = new Set(fields.map(({ id }) => operations[id].area));
  expect([...areas]).toEqual(expect.arrayContaining(["messaging", "threads", "contacts", "business-numbers"]));
});
