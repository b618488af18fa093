import { beforeAll, expect, test } from "vitest";
import { type OperationId, operations } from "../generated/operations.ts";
import { useApp } from "./support/app.ts";
import { type Belongings, furnish, longAgo, nobodys } from "./support/belongings.ts";
import type { CallInput, Client, RawAnswer } from "./support/client.ts";
import { uniquePhone } from "./support/factories.ts";
import { argumentsOf, callTool, connectMcp, readText, toolOf } from "./support/mcp.ts";

const app = useApp();

type TeamOperation = {
  [Id in OperationId]: (typeof operations)[Id]["auth"] extends "apiKey" ? Id : never;
}[OperationId];

/** Every place of every operation that takes something of a team; an operation that is missing does not compile. */
type Places = { [Id in TeamOperation]: Record<string, (its: Belongings, own: Belongings) => CallInput<Id>> };

const since = longAgo;
const phone = uniquePhone();

const places: Places = {
  sendText: {
    "the thread in the body": ({ threadId }) => ({ body: { threadId, message: "hello" } }),
    "the sender's id": ({ numberId: sender }) => ({ body: { phone_number: phone, message: "hello", sender } }),
    "the sender's name": ({ senderName: sender }) => ({ body: { phone_number: phone, message: "hello", sender } }),
    "the sender's phone": ({ senderPhone: sender }) => ({ body: { phone_number: phone, message: "hello", sender } }),
  },
  // A recipient is what its team calls so: two teams may have the same one.
  generateOtp: {},
  verifyOtp: {
    "the recipient and the code": ({ recipientId, code }) => ({ body: { recipient_id: recipientId, otp: code } }),
  },
  listThreads: { "the cursor": ({ threadsCursor: cursor }) => ({ query: { cursor } }) },
  getThread: { "the id": ({ threadId }) => ({ path: { id: threadId } }) },
  listThreadMessages: {
    "the id": ({ threadId }) => ({ path: { id: threadId } }),
    "the id and its cursor": ({ threadId, messagesCursor: cursor }) => ({ path: { id: threadId }, query: { cursor } }),
    "the cursor": ({ messagesCursor: cursor }, own) => ({ path: { id: own.threadId }, query: { cursor } }),
  },
  listThreadReplies: {
    "the id": ({ threadId }) => ({ path: { id: threadId }, query: { since } }),
    "the id and its cursor": ({ threadId, repliesCursor: cursor }) => ({
      ...{ path: { id: threadId }, query: { since, cursor } },
    }),
    "the cursor": ({ repliesCursor: cursor }, own) => ({ path: { id: own.threadId }, query: { since, cursor } }),
  },
  listContacts: { "the cursor": ({ contactsCursor: cursor }) => ({ query: { cursor } }) },
  // Names, phones, external ids and tags are in `isolation-contacts.test.ts`: where nobody has them, nothing is refused.
  createContact: {},
  getContact: { "the id": ({ contactId }) => ({ path: { id: contactId } }) },
  updateContact: { "the id": ({ contactId }) => ({ path: { id: contactId }, body: { name: "ours now" } }) },
  upsertContact: { "the id": ({ contactId: id }) => ({ body: { id, name: "ours now", phones: [phone] } }) },
  getContactByPhone: {},
  listDuplicateContacts: { "the cursor": ({ duplicatesCursor: cursor }) => ({ query: { cursor } }) },
  mergeContacts: {
    "the source": (its, own) => ({
      body: { sourceContactId: its.contactId, targetContactId: own.otherContactId },
    }),
    "the target": (its, own) => ({
      body: { sourceContactId: own.otherContactId, targetContactId: its.contactId },
    }),
    "source and target": (its) => ({
      body: { sourceContactId: its.contactId, targetContactId: its.otherContactId },
    }),
  },
  addContactPhone: { "the id": ({ contactId }) => ({ path: { id: contactId }, body: { phoneNumber: phone } }) },
  updateContactPhone: {
    "the ids": ({ contactId: id, phoneId }) => ({ path: { id, phoneId }, body: { isPrimary: true } }),
    "the contact's id": ({ contactId: id }, { phoneId }) => ({ path: { id, phoneId }, body: { isPrimary: true } }),
    "the phone's id": ({ phoneId }, { contactId: id }) => ({ path: { id, phoneId }, body: { isPrimary: true } }),
  },
  deleteContactPhone: {
    "the ids": ({ contactId: id, phoneId }) => ({ path: { id, phoneId } }),
    "the contact's id": ({ contactId: id }, { phoneId }) => ({ path: { id, phoneId } }),
    "the phone's id": ({ phoneId }, { contactId: id }) => ({ path: { id, phoneId } }),
  },
  listBusinessNumbers: {},
  // The phone of another team's number is refused as taken: it is unique in the whole installation.
  createBusinessNumber: {},
  getBusinessNumber: {
    "the id": ({ numberId: id }) => ({ path: { id } }),
    "an archived one's id": ({ archivedId: id }) => ({ path: { id } }),
  },
  updateBusinessNumber: {
    "the id": ({ numberId: id }) => ({ path: { id }, body: { name: "ours now", status: "paused" } }),
    "an archived one's id": ({ archivedId: id }) => ({ path: { id }, body: { name: "ours now" } }),
  },
  makePrimaryBusinessNumber: {
    "the id": ({ numberId: id }) => ({ path: { id } }),
    "an archived one's id": ({ archivedId: id }) => ({ path: { id } }),
  },
  archiveBusinessNumber: {
    "the id": ({ numberId: id }) => ({ path: { id } }),
    "an archived one's id": ({ archivedId: id }) => ({ path: { id } }),
  },
};

let client: Client;
/** The same team through the MCP server. */
let mcp: Awaited<ReturnType<typeof connectMcp>>;
let own: Belongings;
let others: Belongings;
/** Everything that the other team can see, as text. */
let readOthers: () => Promise<string>;

beforeAll(async () => {
  const [mine, theirs] = await Promise.all([furnish(app), furnish(app)]);
  ({ client, own } = mine);
  ({ own: others, read: readOthers } = theirs);
  mcp = await connectMcp(app.url, mine.key);
});

/** An answer without what differs from request to request. */
function comparable({ status, text, headers, body }: RawAnswer) {
  const perRequest = ["x-request-id", "date", "ratelimit"];
  return {
    status,
    text: text.replaceAll(body.requestId, ""),
    headers: [...headers].filter(([name]) => !perRequest.includes(name)),
  };
}

const cases = Object.entries(places).flatMap(([id, ways]) =>
  Object.entries(ways).map(([place, call]) => ({
    ...{ id: id as TeamOperation, place },
    call: call as (its: Belongings, own: Belongings) => CallInput<TeamOperation>,
  })),
);

test.each(cases)("$id answers to $place of another team as to an unknown one", async ({ id, call }) => {
  const before = await readOthers();

  const foreign = await client.raw(id, call(others, own));
  const unknown = await client.raw(id, call(nobodys(), own));

  expect(foreign.body, foreign.text).toMatchObject({ success: false });
  expect([404, 422]).toContain(foreign.status);
  expect(comparable(foreign)).toEqual(comparable(unknown));
  expect(await readOthers()).toBe(before);
});

test.each(cases)("$id's tool answers to $place of another team as to an unknown one", async ({ id, call }) => {
  const before = await readOthers();
  const ask = async (input: CallInput<TeamOperation>) => {
    const answer = await callTool(mcp, toolOf(id).definition.name, argumentsOf(input));
    return { ...answer, content: [{ ...readText(answer), requestId: "" }] };
  };

  const foreign = await ask(call(others, own));

  expect(foreign.isError).toBe(true);
  expect(foreign).toEqual(await ask(call(nobodys(), own)));
  expect(await readOthers()).toBe(before);
});

test("all of these would have been taken from the team itself", async () => {
  // Otherwise the test above would prove nothing. What changes a number has a team of its own.
  const reader = await furnish(app);
  for (const { id, place, call } of cases) {
    const signedIn = operations[id].method === "GET" ? reader : await furnish(app);
    const { status, body } = await signedIn.client.raw(id, call(signedIn.own, signedIn.own));
    if (place !== "an archived one's id" || id === "getBusinessNumber")
      expect(status, `${id}: ${place}`).toBe(operations[id].status);
    else if (id !== "archiveBusinessNumber") expect(body.error, id).toBe("invalid_business_number_status");
  }
});

test("every operation with an API key is in the table, and what its path names is tried", () => {
  for (const [id, { auth, path }] of Object.entries(operations)) {
    if (auth !== "apiKey") continue;
    expect(Object.keys(places), id).toContain(id);
    if (path.includes("{id}")) expect(Object.keys(places[id as TeamOperation]).length, id).toBeGreaterThan(0);
  }
});

test("a team's lists have nothing of another team", async () => {
  const answers = await Promise.all([
    client.raw("listThreads", { query: { per_page: 100 } }),
    client.raw("listBusinessNumbers"),
    client.raw("listBusinessNumbers", { query: { status: "archived" } }),
    client.raw("listContacts", { query: { per_page: 100 } }),
    client.raw("listDuplicateContacts", { query: { per_page: 100 } }),
    client.raw("listThreadMessages", { path: { id: own.threadId }, query: { per_page: 100 } }),
    client.raw("listThreadReplies", { path: { id: own.threadId }, query: { per_page: 100, since } }),
  ]);
  for (const { status, text } of answers) {
    expect(status).toBe(200);
    for (const secret of Object.values(others)) expect(text).not.toContain(secret);
  }
});

test("an Idempotency-Key of another team is free", async () => {
  const stranger = await app.signIn();
  const request = { body: { phone_number: uniquePhone(), message: "hello" }, idempotencyKey: "the same key" };

  const first = await client.raw("sendText", request);
  const second = await stranger.client.raw("sendText", request);

  expect([first.status, second.status]).toEqual([200, 200]);
  expect(second.headers.has("x-idempotency-replayed")).toBe(false);
  expect(second.body.textId).not.toBe(first.body.textId);
});
