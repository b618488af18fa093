import type { OpenAPIV3_1 } from "openapi-types";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { contractFiles } from "../../server/contract/document.ts";
import { dereference } from "../../server/contract/references.ts";
import { announcesBreakage, findBreakingChanges } from "../../spec/breaking-changes.ts";

type Document = OpenAPIV3_1.Document;

// biome-ignore lint/suspicious/noExplicitAny: the changes below reach into every corner of the document.
type Editable = any;

const source = parse(contractFiles.yaml);

function read(edit: (contract: Editable) => void = () => {}): Document {
  const contract = structuredClone(source);
  edit(contract);
  return dereference(contract) as unknown as Document;
}

const released = read();

const changesAfter = (edit: (contract: Editable) => void) => findBreakingChanges(released, read(edit));

const schema = (contract: Editable, name: string) => contract.components.schemas[name];
const send = (contract: Editable) => contract.paths["/api/text"].post;
const listThreads = (contract: Editable) => contract.paths["/api/threads"].get;

const breaking: [string, (contract: Editable) => void, string][] = [
  ["a route less", (c) => delete c.paths["/api/threads/{id}"], "GET /api/threads/{id} is gone"],
  [
    "another name of an operation",
    (c) => (send(c).operationId = "postText"),
    "POST /api/text: its operationId sendText is gone",
  ],
  [
    "a removed way of authentication",
    (c) => c.security.splice(1, 1),
    "POST /api/text: ApiKeyBearer is no longer accepted",
  ],
  [
    "a key that was not needed before",
    (c) => (c.paths["/healthz"].get.security = c.security),
    "GET /healthz: a request without a key is no longer accepted",
  ],
  [
    "a parameter less",
    (c) => listThreads(c).parameters.splice(0, 2),
    "GET /api/threads: the parameter query per_page is gone",
  ],
  [
    "a new parameter that is required",
    (c) => listThreads(c).parameters.push({ name: "x", in: "query", required: true, schema: {} }),
    "GET /api/threads: the new parameter query x is required",
  ],
  [
    "a smaller page",
    (c) => (c.components.parameters["PageParameters.per_page"].schema.maximum = 50),
    "GET /api/threads query per_page: maximum is narrower",
  ],
  ["a field less to give", (c) => delete schema(c, "SendText").properties.sender, "POST /api/text body.sender is gone"],
  [
    "a field more that must be given",
    (c) => schema(c, "SendText").required.push("sender"),
    "POST /api/text body.sender is now required",
  ],
  [
    "a shorter text",
    (c) => (schema(c, "SendText").properties.message.maxLength = 100),
    "POST /api/text body.message: maxLength is narrower",
  ],
  [
    "another condition between fields",
    (c) => (schema(c, "SendText").not.required = ["threadId"]),
    "POST /api/text body: not is narrower or different",
  ],
  [
    "another format of phone numbers",
    (c) => (schema(c, "E164").pattern = "^\\+1"),
    "POST /api/text body.phone_number: pattern is narrower or different",
  ],
  [
    "a value less to give",
    (c) => schema(c, "SettableBusinessNumberStatus").enum.pop(),
    "PATCH /api/business-numbers/{id} body.status: the value paused is gone",
  ],
  [
    "null no longer clears a field",
    (c) => (schema(c, "UpdateBusinessNumber").properties.friendlyName.anyOf = [{ type: "string", maxLength: 255 }]),
    "PATCH /api/business-numbers/{id} body.friendlyName: its alternatives have changed",
  ],
  ["a field less in an answer", (c) => delete schema(c, "SentText").properties.segments, "200.segments is gone"],
  [
    "a field of another name",
    (c) => rename(schema(c, "MessageThread"), "tags", "labels"),
    "200.threads[].tags is gone",
  ],
  [
    "a field that is not always there",
    (c) => schema(c, "SentText").required.shift(),
    "200.success is no longer always there",
  ],
  [
    "a field of another type",
    (c) => (schema(c, "SentText").properties.segments = { type: "string" }),
    "200.segments: its type was integer and is string",
  ],
  [
    "a field that may be null",
    (c) => (schema(c, "MessageThread").properties.lastBody = { anyOf: [{ type: "string" }, { type: "null" }] }),
    "200.threads[].lastBody: its alternatives have changed",
  ],
  ["another success", (c) => rename(send(c).responses, "200", "202"), "POST /api/text 200 is gone"],
  ["a second success", (c) => (send(c).responses["202"] = {}), "POST /api/text: the success 202 is new"],
  ["a status of an error less", (c) => delete send(c).responses["502"], "POST /api/text 502 is gone"],
  [
    "a code less",
    (c) => (send(c).responses["409"]["x-error-codes"].length = 1),
    "POST /api/text 409 idempotency_in_progress is gone",
  ],
  [
    "a header less",
    (c) => delete send(c).responses["200"].headers["X-Idempotency-Replayed"],
    "POST /api/text 200: the header X-Idempotency-Replayed is gone",
  ],
];

function rename(holder: Editable, from: string, to: string): void {
  const inside = holder.properties ?? holder;
  inside[to] = inside[from];
  delete inside[from];
}

test.each(breaking)("%s breaks clients", (_, edit, change) => {
  expect(changesAfter(edit)).toEqual(expect.arrayContaining([expect.stringContaining(change)]));
});

const harmless: [string, (contract: Editable) => void][] = [
  ["nothing", () => {}],
  ["a new route", (c) => (c.paths["/api/new"] = { get: { operationId: "getNew", responses: { 200: {} } } })],
  ["another description", (c) => (send(c).description = "Another description.")],
  ["a new optional parameter", (c) => listThreads(c).parameters.push({ name: "x", in: "query", schema: {} })],
  ["a new optional field to give", (c) => (schema(c, "SendText").properties.urgent = { type: "boolean" })],
  ["a longer text", (c) => (schema(c, "SendText").properties.message.maxLength = 320)],
  ["a removed limit", (c) => delete schema(c, "SendText").properties.webhookData.maxLength],
  ["a new field in an answer", (c) => (schema(c, "SentText").properties.price = { type: "string" })],
  ["a new value in an answer", (c) => schema(c, "MessageStatus").enum.push("expired")],
  ["a new value to give", (c) => schema(c, "SettableBusinessNumberStatus").enum.push("asleep")],
  ["a new code", (c) => send(c).responses["409"]["x-error-codes"].push({ code: "new_code", description: "" })],
  ["a new status of an error", (c) => (send(c).responses["418"] = { "x-error-codes": [] })],
  ["another way of authentication", (c) => c.security.push({ Other: [] })],
];

test.each(harmless)("%s does not break clients", (_, edit) => {
  expect(changesAfter(edit)).toEqual([]);
});

test("the body of a webhook must keep its fields, and may have new fields", () => {
  const withHook = (edit: (body: Editable) => void) =>
    read((contract) => {
      const body = structuredClone(schema(contract, "SentText"));
      edit(body);
      contract.webhooks = { reply: { post: { requestBody: { content: { "application/json": { schema: body } } } } } };
    });
  const released = withHook(() => {});

  expect(
    findBreakingChanges(
      released,
      withHook((body) => delete body.properties.to),
    ),
  ).toEqual(["POST webhook reply body.to is gone"]);
  expect(
    findBreakingChanges(
      released,
      withHook((body) => (body.properties.more = {})),
    ),
  ).toEqual([]);
  expect(findBreakingChanges(released, read())).toEqual(["POST webhook reply is gone"]);
});

test.each([
  ["0.1.0", "0.1.0", false],
  ["0.1.0", "0.1.9", false],
  ["0.1.0", "0.2.0", true],
  ["0.9.0", "0.10.0", true],
  ["0.9.0", "1.0.0", true],
  ["1.2.0", "1.3.0", false],
  ["1.2.0", "2.0.0", true],
  ["2.0.0", "1.9.0", false],
])("after %s, the version %s announces a breaking change: %s", (released, current, announced) => {
  expect(announcesBreakage(released, current)).toBe(announced);
});
