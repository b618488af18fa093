import { beforeAll, expect, test } from "vitest";
import { useApp } from "../support/app.ts";
import type { Client } from "../support/client.ts";
import { buildBusinessNumber, uniquePhone } from "../support/factories.ts";

const app = useApp();

let client: Client;
/** A number to change. */
let id: string;

beforeAll(async () => {
  const signedIn = await app.signIn();
  client = signedIn.client;
  id = (await buildBusinessNumber(app.em(), { team: signedIn.team })).id;
});

const create = (fields: Record<string, unknown>) =>
  client.raw("createBusinessNumber", {
    body: { name: uniquePhone(), phoneNumber: uniquePhone(), phoneNumberSid: "PN1", ...fields } as never,
  });
const update = (fields: Record<string, unknown>) =>
  client.raw("updateBusinessNumber", { path: { id }, body: fields as never });

const deep = (depth: number): unknown => (depth === 0 ? {} : { a: deep(depth - 1) });
const wide = "🙂".repeat(255);

test.each<[string, unknown]>([
  ["name", wide],
  ["name", "x"],
  ["name", " spaced "],
  ["phoneNumberSid", wide],
  ["friendlyName", wide],
  ["friendlyName", ""],
  ["agentProfile", wide],
  ["agentProfile", ""],
  ["type", "local"],
  ["type", "mobile"],
  ["type", "toll_free"],
  ["isPrimary", true],
  ["settings", {}],
  ["settings", deep(60)],
  ["capabilities", { sms: true, anything: ["goes", 1, null] }],
])("a create accepts %s %j and stores it unchanged", async (field, value) => {
  const answer = await create({ [field]: value });
  expect(answer.status, answer.text).toBe(201);
  expect(answer.body.businessNumber[field]).toEqual(value);
});

test.each(["+12025550123", "+4915112345678", "+442071838750", "+6421123456", "+390669812345", "+2908111"])(
  "a create accepts the possible phone number %s",
  async (phoneNumber) => {
    const answer = await create({ phoneNumber });
    expect(answer.status, answer.text).toBe(201);
    expect(answer.body.businessNumber.phoneNumber).toBe(phoneNumber);
  },
);

const badTexts = ["", 5, true, {}, [], "a\0b", "\ud800", "x".repeat(256), "🙂".repeat(256)];
const badObjects = ["", "{}", 5, true, [], [{}], { a: "\0" }, { "\udfff": 1 }, deep(70)];

const badInCreate: Record<string, unknown[]> = {
  name: [undefined, null, " ", "\t\n", ...badTexts],
  phoneNumber: [
    ...[undefined, null, "", 12025550123, [], "2025550123", "+02025550123", "+1 202 555 0123", "+1-202-555-0123"],
    ...["tel:+12025550123", "+12025550123 ", "+12025550123\n", "+١٢٠٢٥٥٥٠١٢٣", "+123456", `+1${"2".repeat(15)}`],
    // In E.164 format, but no country has room for it.
    ...["+1202555012", "+120255501234", "+9991234567"],
  ],
  phoneNumberSid: [undefined, null, ...badTexts],
  friendlyName: badTexts.slice(1),
  type: ["", "LOCAL", "fixed", 1, true, [], {}, ["local"]],
  isPrimary: ["true", "", 1, 0, [], {}],
  agentProfile: badTexts.slice(1),
  settings: badObjects,
  capabilities: badObjects,
};

test.each(Object.entries(badInCreate))(
  "a create with an invalid %s is a validation_error of that field",
  async (...bad) => {
    const [field, values] = bad;
    for (const value of values) {
      const answer = await create({ [field]: value });
      expect(answer, JSON.stringify(value)).toMatchObject({ status: 422, body: { error: "validation_error" } });
      const [violation] = answer.body.details;
      expect(violation.code).toBe("validation_error");
      expect(violation.field.split(".")[0]).toBe(field);
    }
  },
);

const badInUpdate: Record<string, unknown[]> = {
  name: [null, " ", "\t\n", ...badTexts],
  friendlyName: badTexts.slice(1),
  agentProfile: badTexts.slice(1),
  settings: badObjects,
};

test.each(Object.entries(badInUpdate))(
  "an update with an invalid %s is a validation_error of that field",
  async (field, values) => {
    const before = await client.getBusinessNumber({ path: { id } });
    for (const value of values) {
      const answer = await update({ [field]: value });
      expect(answer, JSON.stringify(value)).toMatchObject({ status: 422, body: { error: "validation_error" } });
      expect(answer.body.details[0].field.split(".")[0]).toBe(field);
    }
    expect(await client.getBusinessNumber({ path: { id } })).toEqual(before);
  },
);

test.each(["archived", "", "ACTIVE", "deleted", null, 1, true, [], {}, ["active"], "\0"])(
  "an update to the status %j is invalid_business_number_status",
  async (status) => {
    const answer = await update({ status });
    expect(answer).toMatchObject({ status: 422, body: { error: "invalid_business_number_status" } });
    expect(answer.body.details).toMatchObject([{ field: "status", code: "invalid_business_number_status" }]);
  },
);

test.each(["status", "id", "createdAt", "anything", "Name"])("a create refuses the unknown field %s", async (field) => {
  const answer = await create({ [field]: "active" });
  expect(answer).toMatchObject({ status: 422, body: { error: "validation_error", details: [{ field }] } });
});

test.each(["phoneNumber", "phoneNumberSid", "type", "isPrimary", "id", "anything"])(
  "an update refuses the unknown field %s",
  async (field) => {
    const answer = await update({ [field]: null });
    expect(answer).toMatchObject({ status: 422, body: { error: "validation_error", details: [{ field }] } });
  },
);

test("the first broken field in the contract's order decides the code, and all broken fields are listed", async () => {
  const nameFirst = await update({ anything: 1, status: "archived", name: "" });
  expect(nameFirst.body).toMatchObject({ error: "validation_error" });
  expect(nameFirst.body.details.map(({ field }: { field: string }) => field)).toEqual(["name", "status", "anything"]);

  const statusFirst = await update({ agentProfile: 1, status: "archived" });
  expect(statusFirst.body).toMatchObject({ error: "invalid_business_number_status" });

  const idFirst = await client.raw("updateBusinessNumber", { path: { id: "x" }, body: { name: "" } });
  expect(idFirst.body).toMatchObject({ error: "business_number_not_found" });

  const everything = await create({ name: "", phoneNumber: 1, phoneNumberSid: null, type: 1, settings: [] });
  expect(everything.body.details.map(({ field }: { field: string }) => field)).toEqual([
    ...["name", "phoneNumber", "phoneNumberSid", "type", "settings"],
  ]);
});

const bodyless = ["makePrimaryBusinessNumber", "archiveBusinessNumber"] as const;

test.each(bodyless)("%s accepts an empty object or no body, and refuses any other body", async (operation) => {
  const { client, team } = await app.signIn();
  const other = await buildBusinessNumber(app.em(), { team });
  const call = (body: unknown) => client.raw(operation, { path: { id: other.id }, body: body as never });

  for (const body of [{ anything: 1 }, { name: "x" }, [], "text", 5, null, true]) {
    expect(await call(body), JSON.stringify(body)).toMatchObject({ status: 422, body: { error: "validation_error" } });
  }
  expect(await client.getBusinessNumber({ path: { id: other.id } })).toMatchObject({
    status: "active",
    isPrimary: false,
  });
  expect(await call({})).toMatchObject({ status: 200 });
});

test.each(bodyless)("%s refuses a body that is not JSON", async (operation) => {
  const { client, team } = await app.signIn();
  const { id } = await buildBusinessNumber(app.em(), { team });
  const makesPrimary = operation === "makePrimaryBusinessNumber";
  const path = `/api/business-numbers/${id}${makesPrimary ? "/make-primary" : ""}`;
  const send = (body: string, type: string) =>
    client.request(makesPrimary ? "POST" : "DELETE", path, { headers: { "content-type": type }, body });

  expect(await send("{", "application/json")).toMatchObject({ status: 400, body: { error: "validation_error" } });
  expect(await send("{}", "text/plain")).toMatchObject({ status: 415, body: { error: "unsupported_media_type" } });
});
