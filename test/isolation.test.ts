import { beforeAll, expect, test } from "vitest";
import { type OperationId, operations } from "../generated/operations.ts";
import { newId } from "../server/db/columns.ts";
import { useApp } from "./support/app.ts";
import type { CallInput, Client, RawAnswer } from "./support/client.ts";
import { buildBusinessNumber, buildMessage, uniquePhone } from "./support/factories.ts";

const app = useApp();

/** What one team has and another one may try to use. */
interface Belongings {
  threadId: string;
  numberId: string;
  archivedId: string;
  senderName: string;
  senderPhone: string;
  threadsCursor: string;
  messagesCursor: string;
  repliesCursor: string;
}

type TeamOperation = {
  [Id in OperationId]: (typeof operations)[Id]["auth"] extends "apiKey" ? Id : never;
}[OperationId];

/** Every place of every operation that takes something of a team; an operation that is missing does not compile. */
type Places = { [Id in TeamOperation]: Record<string, (its: Belongings, own: Belongings) => CallInput<Id>> };

const since = "2020-01-01T00:00:00Z";
const phone = uniquePhone();

const places: Places = {
  sendText: {
    "the thread in the body": ({ threadId }) => ({ body: { threadId, message: "hello" } }),
    "the sender's id": ({ numberId: sender }) => ({ body: { phone_number: phone, message: "hello", sender } }),
    "the sender's name": ({ senderName: sender }) => ({ body: { phone_number: phone, message: "hello", sender } }),
    "the sender's phone": ({ senderPhone: sender }) => ({ body: { phone_number: phone, message: "hello", sender } }),
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
let own: Belongings;
let others: Belongings;
/** Everything that the other team can see, as text. */
let readOthers: () => Promise<string>;

beforeAll(async () => {
  [{ client, own }, { own: others, read: readOthers }] = await Promise.all([furnish(), furnish()]);
});

/** A team with two threads of two replies each, so that every list of it has a next page. */
async function furnish(): Promise<{ client: Client; own: Belongings; read: () => Promise<string> }> {
  const { client, team } = await app.signIn();
  const number = await buildBusinessNumber(app.em(), { team });
  const archived = await buildBusinessNumber(app.em(), { team, status: "archived" });
  await buildMessage(app.em(), { team, number });
  const contact = uniquePhone();
  await buildMessage(app.em(), { team, number, phone: contact });
  const { threadId } = await buildMessage(app.em(), { team, number, phone: contact });
  const path = { id: threadId };
  const cursors = await Promise.all([
    client.listThreads({ query: { per_page: 1 } }),
    client.listThreadMessages({ path, query: { per_page: 1 } }),
    client.listThreadReplies({ path, query: { per_page: 1, since } }),
  ]);
  const [threadsCursor, messagesCursor, repliesCursor] = cursors.map(({ nextCursor }) => nextCursor!);
  const own: Belongings = {
    threadId,
    numberId: number.id,
    archivedId: archived.id,
    senderName: number.name,
    senderPhone: number.phoneNumber,
    threadsCursor: threadsCursor!,
    messagesCursor: messagesCursor!,
    repliesCursor: repliesCursor!,
  };
  const read = async () =>
    JSON.stringify([
      await client.listThreads({ query: { per_page: 100 } }),
      await client.listThreadMessages({ path }),
      await client.listBusinessNumbers(),
      await client.getBusinessNumber({ path: { id: number.id } }),
      await client.getBusinessNumber({ path: { id: archived.id } }),
    ]);
  return { client, own, read };
}

/** The like of what a team has, that nobody has. */
const nobodys = (): Belongings => ({
  threadId: newId(),
  numberId: newId(),
  archivedId: newId(),
  senderName: `number ${newId()}`,
  senderPhone: uniquePhone(),
  threadsCursor: "bm9ib2R5cw.AAAAAAAAAAAAAAAAAAAAAA",
  messagesCursor: "bm9ib2R5cw.AAAAAAAAAAAAAAAAAAAAAA",
  repliesCursor: "bm9ib2R5cw.AAAAAAAAAAAAAAAAAAAAAA",
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

test("all of these would have been taken from the team itself", async () => {
  // Otherwise the test above would prove nothing. What changes a number has a team of its own.
  const reader = await furnish();
  for (const { id, place, call } of cases) {
    const signedIn = operations[id].method === "GET" ? reader : await furnish();
    const { status, body } = await signedIn.client.raw(id, call(signedIn.own, signedIn.own));
    if (place !== "an archived one's id" || id === "getBusinessNumber") expect(status, `${id}: ${place}`).toBe(200);
    else if (id !== "archiveBusinessNumber") expect(body.error, id).toBe("invalid_business_number_status");
  }
});

test("every operation with an API key is in the table, and what its path names is tried", () => {
  for (const [id, { auth, path }] of Object.entries(operations)) {
    if (auth === "none") continue;
    expect(Object.keys(places), id).toContain(id);
    if (path.includes("{")) expect(Object.keys(places[id as TeamOperation]).length, id).toBeGreaterThan(0);
  }
});

test("a team's lists have nothing of another team", async () => {
  const answers = await Promise.all([
    client.raw("listThreads", { query: { per_page: 100 } }),
    client.raw("listBusinessNumbers"),
    client.raw("listBusinessNumbers", { query: { status: "archived" } }),
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
