import { expect, test } from "vitest";
import { type OperationId, operations } from "../../generated/operations.ts";
import { useApp } from "../support/app.ts";
import type { CallInput, Client, RawAnswer } from "../support/client.ts";
import { needsTestMode } from "../support/examples.ts";
import {
  buildBusinessNumber,
  buildContact,
  buildMessage,
  buildOtp,
  makeMerge,
  type TestTeam,
  uniquePhone,
} from "../support/factories.ts";
import { askForText } from "../support/held-texts.ts";
import { pictures } from "../support/media.ts";
import { buildCase } from "../support/suspected.ts";
import { uploadOf } from "../support/uploads.ts";
import { schedule } from "../support/waiting-texts.ts";

const app = useApp({ phone: true });

type Operations = typeof operations;

/** Every write, but for those of doors, whose bodies are forms. */
type Write = {
  [Id in OperationId]: Operations[Id]["once"] extends null ? never : Operations[Id]["door"] extends null ? Id : never;
}[OperationId];

/** Schedules a text, cancels it, and returns its id. */
async function cancelOne(client: Client): Promise<string> {
  const { id } = await schedule(app, client);
  await client.cancelMessage({ path: { id } });
  return id;
}

/** A valid input for every write. A missing write does not compile. */
const inputs: { [Id in Write]: (team: TestTeam, client: Client) => Promise<CallInput<Id>> } = {
  async sendText() {
    return { body: { phone_number: uniquePhone(), message: "hello", webhookData: "{}" } };
  },
  async sendMessage() {
    return { body: { phone_number: uniquePhone(), message: "a".repeat(200), webhookData: "{}" } };
  },
  async cancelMessage(_, client) {
    return { path: { id: (await schedule(app, client)).id } };
  },
  redactMessage: async (_, client) => ({ path: { id: await cancelOne(client) } }),
  deleteMessage: async (_, client) => ({ path: { id: await cancelOne(client) } }),
  createErasure: async () => ({ body: { phone: uniquePhone() } }),
  async cancelCampaign(_, client) {
    await schedule(app, client, { campaign: "spring sale" });
    return { body: { campaign: "spring sale" } };
  },
  approveText: async (_, client) => ({ path: { id: await askForText(client) } }),
  async rejectText(_, client) {
    return { path: { id: await askForText(client) }, body: { note: "Not to customers." } };
  },
  uploadMedia: async () => uploadOf(pictures["image/png"]),
  async createContact() {
    return {
      body: { name: "Ada", phones: [uniquePhone()], metadata: { b: 1, "10": [], "9": null }, tags: ["a", "a"] },
    };
  },
  async updateContact(_, client) {
    return { path: { id: (await buildContact(client)).id }, body: { role: "Engineer", company: null } };
  },
  async upsertContact(_, client) {
    const { primaryPhone } = await buildContact(client);
    return { body: { name: "Ada", phones: [primaryPhone, uniquePhone()] } };
  },
  async mergeContacts(_, client) {
    const [source, target] = [await buildContact(client), await buildContact(client)];
    return { body: { sourceContactId: source.id, targetContactId: target.id, strategy: "append" } };
  },
  async undoMerge(_, client) {
    return { path: { id: await makeMerge(client) }, body: { keepLater: true } };
  },
  async addContactPhone(_, client) {
    return { path: { id: (await buildContact(client)).id }, body: { phoneNumber: uniquePhone(), isPrimary: true } };
  },
  async updateContactPhone(_, client) {
    const { id, phones } = await buildContact(client, { phones: [uniquePhone(), uniquePhone()] });
    return { path: { id, phoneId: phones[1]!.id }, body: { isPrimary: true } };
  },
  async deleteContact(_, client) {
    return { path: { id: (await buildContact(client)).id }, query: { unchangedSince: "2999-01-01T00:00:00Z" } };
  },
  async deleteContactPhone(_, client) {
    const { id, phones } = await buildContact(client, { phones: [uniquePhone(), uniquePhone()] });
    return { path: { id, phoneId: phones[0]!.id } };
  },
  async recordConsent() {
    return { body: { phone: uniquePhone(), consent: "opted_out", reason: "email", occurredAt: "2026-01-02" } };
  },
  async decideSuspectedRevocation(team) {
    return { path: { id: await buildCase(app, team) }, body: { decision: "opted_out", note: "Asked" } };
  },
  async importConsents() {
    const consents = [{ phone: uniquePhone(), consent: "opted_out" as const }];
    return { body: { vendor: "Acme", consents: [...consents, ...consents] } };
  },
  async generateOtp() {
    return { body: { phone: uniquePhone(), recipient_id: "user", message: "$OTP, $1", lifetime: 60 } };
  },
  async verifyOtp(team) {
    for (const testMode of [false, true]) await buildOtp(app.em(), { team, testMode, recipientId: "user" });
    return { body: { recipient_id: "user", otp: "123456" } };
  },
  async createBusinessNumber() {
    const phoneNumber = uniquePhone();
    // Names like numbers come first in JavaScript's order of an object, wherever they stand in the request.
    const settings = { b: 1, a: [1.5, "é"], "10": null, "9": {} };
    return { body: { name: `number ${phoneNumber}`, phoneNumber, phoneNumberSid: "PN1", settings } };
  },
  async updateBusinessNumber(team) {
    return { path: { id: await buildNumber(team) }, body: { friendlyName: "Desk", agentProfile: null } };
  },
  async makePrimaryBusinessNumber(team) {
    return { path: { id: await buildNumber(team) } };
  },
  async archiveBusinessNumber(team) {
    return { path: { id: await buildNumber(team) } };
  },
  async createWebhookEndpoint() {
    return { body: { url: "https://example.com/hook", types: ["message.status"] } };
  },
  async updateWebhookEndpoint(_, client) {
    return { path: await buildEndpoint(client), body: { mode: "test", types: [] } };
  },
  deleteWebhookEndpoint: async (_, client) => ({ path: await buildEndpoint(client) }),
  rotateWebhookEndpointSecret: async (_, client) => ({ path: await buildEndpoint(client) }),
  testWebhookEndpoint: async (_, client) => ({ path: await buildEndpoint(client) }),
  async replayWebhookEndpoint(_, client) {
    const path = await buildEndpoint(client);
    return { path, body: { since: (await client.listEvents()).recordedSince } };
  },
  async receiveSimulatedReply(team) {
    const { phoneNumber } = await buildBusinessNumber(app.em(), { team });
    return { body: { from: uniquePhone(), to: phoneNumber, text: "hello" } };
  },
  async setSimulatedStatus(_, client) {
    const { textId } = await client.sendText({ body: { phone_number: uniquePhone(), message: "hello" } });
    return { path: { id: textId }, body: { status: "undelivered" } };
  },
  async advanceSimulatedClock() {
    return { body: { advanceSeconds: 60 } };
  },
};

/** Makes an endpoint that a key in test mode may change, too. */
async function buildEndpoint(client: Client): Promise<{ id: string }> {
  const body = { url: "https://example.com/hook", mode: "test" as const };
  const { webhookEndpoint } = await client.createWebhookEndpoint({ body });
  return { id: webhookEndpoint.id };
}

const writes = Object.keys(inputs) as Write[];

async function buildNumber(team: TestTeam): Promise<string> {
  return (await buildBusinessNumber(app.em(), { team })).id;
}

/** A client of the team in the mode that the write is for. */
const clientOf = (id: Write, { client }: { client: Client }) => (needsTestMode(id) ? client.inTestMode() : client);

/** Calls a write with its input of `inputs`. */
function call(client: Client, id: Write, input: object, idempotencyKey: string): Promise<RawAnswer> {
  return client.raw(id as OperationId, { ...input, idempotencyKey });
}

/** What a write can have changed. */
async function stateOf(client: Client, team: TestTeam): Promise<unknown> {
  const archived = await client.listBusinessNumbers({ query: { status: "archived" } });
  const contacts = await client.listContacts();
  const read = contacts.contacts.map(({ id }) => client.getContact({ path: { id } }));
  const otps = await app.em().execute("select * from otp where team_id = ? order by id", [team.id]);
  return [
    await client.listBusinessNumbers(),
    archived,
    await client.listThreads(),
    await client.listWebhookEndpoints(),
    contacts,
    await Promise.all(read),
    otps,
  ];
}

test.each(writes)(
  "%s: a repetition with the key has no effect and returns the first answer byte for byte",
  async (id) => {
    const { team, ...signedIn } = await app.signIn();
    const client = clientOf(id, signedIn);
    const input = await inputs[id](team, client);

    const first = await call(client, id, input, "key");
    const state = await stateOf(client, team);
    const second = await call(client, id, input, "key");

    expect(first.status).toBe(operations[id].status);
    expect(first.headers.get("x-idempotency-replayed")).toBeNull();
    expect(second.status).toBe(first.status);
    expect(second.text).toBe(first.text);
    expect(second.headers.get("content-type")).toBe(first.headers.get("content-type"));
    expect(second.headers.get("x-idempotency-replayed")).toBe("true");
    expect(await stateOf(client, team)).toEqual(state);
  },
);

test.each(writes)("%s: in test mode, a repetition with the key returns the first answer byte for byte", async (id) => {
  const { client, team } = await app.signIn();
  const input = await inputs[id](team, client.inTestMode());

  const first = await call(client.inTestMode(), id, input, "key");
  const second = await call(client.inTestMode(), id, input, "key");

  expect(second.text).toBe(first.text);
  expect(second.headers.get("x-idempotency-replayed")).toBe("true");
});

test.each(writes)("%s: a key of another write is a mismatch without effect", async (id) => {
  const { team, ...signedIn } = await app.signIn();
  const client = clientOf(id, signedIn);
  const other = id === "sendText" ? "createBusinessNumber" : "sendText";
  await call(client, other, await inputs[other](team, client), "key");
  const input = await inputs[id](team, client);
  const state = await stateOf(client, team);

  const answer = await call(client, id, input, "key");

  expect(answer).toMatchObject({ status: 422, body: { success: false, error: "idempotency_key_mismatch" } });
  expect(answer.headers.get("x-idempotency-replayed")).toBeNull();
  expect(await stateOf(client, team)).toEqual(state);
});

test("a replay is the first answer, regardless of later changes", async () => {
  const { client, team } = await app.signIn();
  const number = await buildBusinessNumber(app.em(), { team });
  const phone = uniquePhone();
  await buildMessage(app.em(), { team, number, phone });
  const body = { phone_number: phone, message: "hello" };
  const first = await client.raw("sendText", { body, idempotencyKey: "key" });

  await client.sendText({ body: { phone_number: phone, message: "later" } });
  await client.archiveBusinessNumber({ path: { id: number.id } });
  const second = await client.raw("sendText", { body, idempotencyKey: "key" });

  expect(second.text).toBe(first.text);
});

test.each([
  ["live", (client: Client) => client],
  ["test", (client: Client) => client.inTestMode()],
])("%s: a reply replays its first answer after its delivery and when it can no longer be sent", async (_, inMode) => {
  const { client, team } = await app.signIn();
  const number = await buildBusinessNumber(app.em(), { team });
  const { threadId } = await buildMessage(app.em(), { team, number, phone: uniquePhone() });
  const reply = (message: string) =>
    inMode(client).raw("sendText", { body: { threadId, message }, idempotencyKey: "key" });
  const first = await reply("hello");

  await app.deliver();
  await client.archiveBusinessNumber({ path: { id: number.id } });

  expect((await reply("hello")).text).toBe(first.text);
  expect((await reply("other")).body.error).toBe("idempotency_key_mismatch");
  const { body } = await inMode(client).raw("sendText", { body: { threadId, message: "hello" } });
  expect(body.error).toBe("sending_number_not_resolved");
});

test("archiving an archived number is not found without its key, and replays the first answer with its key", async () => {
  const { client, team } = await app.signIn();
  const path = { id: await buildNumber(team) };
  const first = await client.archiveBusinessNumber({ path, idempotencyKey: "key" });

  await expect(client.archiveBusinessNumber({ path })).rejects.toMatchObject({ error: "business_number_not_found" });
  expect(await client.archiveBusinessNumber({ path, idempotencyKey: "key" })).toEqual(first);
});

test.each([
  ["another message", { phone_number: "+12025550177", message: "other" }],
  ["another phone", { phone_number: "+12025550178", message: "hello" }],
  ["an additional field", { phone_number: "+12025550177", message: "hello", webhookData: "x" }],
])("a body with %s under the same key is a mismatch", async (_, body) => {
  const { client } = await app.signIn();
  await client.sendText({ body: { phone_number: "+12025550177", message: "hello" }, idempotencyKey: "key" });
  const carried = app.provider.texts.length;

  const sending = client.sendText({ body, idempotencyKey: "key" });

  await expect(sending).rejects.toMatchObject({ status: 422, error: "idempotency_key_mismatch" });
  expect(app.provider.texts).toHaveLength(carried);
});

test("another path or method under the same key is a mismatch", async () => {
  const { client, team } = await app.signIn();
  const [id, otherId] = [await buildNumber(team), await buildNumber(team)];
  await client.updateBusinessNumber({ path: { id }, body: {}, idempotencyKey: "key" });

  const answers = [
    await client.raw("updateBusinessNumber", { path: { id: otherId }, body: {}, idempotencyKey: "key" }),
    await client.raw("archiveBusinessNumber", { path: { id }, idempotencyKey: "key" }),
    await client.raw("makePrimaryBusinessNumber", { path: { id }, idempotencyKey: "key" }),
  ];

  expect(answers.map(({ body }) => body.error)).toEqual(Array(3).fill("idempotency_key_mismatch"));
  expect(await client.getBusinessNumber({ path: { id } })).toMatchObject({ status: "active", isPrimary: false });
});

test("the same content in another notation is the same request", async () => {
  const { client } = await app.signIn();
  const phone = uniquePhone();
  const write = (body: string) =>
    client.request("POST", "/api/text", {
      headers: { "content-type": "application/json; charset=utf-8", "idempotency-key": "key" },
      body,
    });

  const first = await write(`{"phone_number":"${phone}","message":"é\\n"}`);
  const second = await write(`{ "message": "\\u00e9\\u000A",\r\n "phone_number": "${phone}" }`);

  expect(first.status).toBe(200);
  expect(second.text).toBe(first.text);
});

test("the place of the API key does not matter: header, bearer token, query or body", async () => {
  const { key } = await app.signIn();
  const body = { phone_number: uniquePhone(), message: "hello" };
  const write = async (path: string, headers: Record<string, string>, more: object = {}) => {
    const answer = await fetch(`${app.url}${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", "idempotency-key": "key", ...headers },
      body: JSON.stringify({ ...body, ...more }),
    });
    return { status: answer.status, text: await answer.text() };
  };

  const first = await write("/api/text", { "x-api-key": key });
  expect(first.status).toBe(200);
  expect(await write("/api/text", { authorization: `Bearer ${key}` })).toEqual(first);
  expect(await write(`/api/text?api_key=${key}`, {})).toEqual(first);
  expect(await write("/api/text", {}, { api_key: key })).toEqual(first);
});

test("a body with null fields can be replayed", async () => {
  const { client } = await app.signIn();
  const body = JSON.stringify({ phone_number: uniquePhone(), message: "hello", sender: null, webhookData: null });
  const write = () =>
    client.request("POST", "/api/text", {
      headers: { "content-type": "application/json", "idempotency-key": "key" },
      body,
    });

  const first = await write();
  const second = await write();

  expect(first.status).toBe(200);
  expect(second.text).toBe(first.text);
  expect(second.headers.get("x-idempotency-replayed")).toBe("true");
});
