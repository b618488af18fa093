/** Plays an assistant that has a limited key, and tries every way around its limits. */
import { beforeEach, expect, test } from "vitest";
import { operations } from "../../generated/operations.ts";
import { updateKey } from "../../server/keys/keys.ts";
import { useApp, useNeighbour } from "../support/app.ts";
import { type Client, createClient } from "../support/client.ts";
import { exampleOf, teamOperations, toolOperations } from "../support/examples.ts";
import { buildKey, type TestTeam, uniquePhone } from "../support/factories.ts";
import { argumentsOf, callTool, connectMcp, readText, toolOf } from "../support/mcp.ts";

const app = useApp({ phone: true });
const neighbour = useNeighbour(app);

/** The agent may read conversations, and text this phone with two segments a day. */
const friend = uniquePhone();
const scopes = ["messages:read", "messages:send"] as const;

let team: TestTeam;
let owner: Client;
let key: string;
let agent: Client;
beforeEach(async () => {
  ({ team, client: owner } = await app.signIn());
  key = await buildKey(app.em(), team, { scopes: [...scopes], recipients: [friend], segmentsPerDay: 2, mode: "live" });
  agent = createClient(app.url, key);
  app.provider.texts.length = 0;
});

const text = (body: object = {}) => ({ body: { phone_number: friend, message: "hello", ...body } });

/** The phones that live texts have gone to. */
const textedPhones = () => app.provider.texts.map(({ to }) => to);

const codeOf = async (attempt: Promise<{ body: { error?: string } }>) => (await attempt).body.error;

test("every other operation is refused, over HTTP and as a tool", async () => {
  const forbidden = teamOperations.filter(
    (id) => !operations[id].scopes.every((needed) => scopes.some((own) => own === needed)),
  );
  const mcp = await connectMcp(app.url, key);

  for (const id of forbidden) {
    const { client } = await app.signIn();
    const input = await exampleOf(id, client, app.provider);
    expect(await codeOf(agent.raw(id, input as never)), id).toBe("insufficient_scope");
    if (!toolOperations.includes(id as never)) continue;
    const result = await callTool(mcp, toolOf(id).definition.name, argumentsOf(input));
    expect(readText(result).error, id).toBe("insufficient_scope");
  }
  expect(forbidden.length).toBeGreaterThan(15);
});

test("the key has the same limits in every place, and its test mode is not valid", async () => {
  const other = text({ phone_number: uniquePhone() });
  const json = { "content-type": "application/json" };
  const anonymous = createClient(app.url, "");
  const body = JSON.stringify(other.body);
  const places = [
    anonymous.request("POST", "/api/text", { headers: { ...json, authorization: `Bearer ${key}` }, body }),
    anonymous.request("POST", `/api/text?api_key=${key}`, { headers: json, body }),
    anonymous.request("POST", "/api/text", { headers: json, body: JSON.stringify({ ...other.body, api_key: key }) }),
  ];

  for (const answer of await Promise.all(places)) expect(answer.body.error).toBe("recipient_not_allowed");
  expect(await codeOf(agent.inTestMode().raw("sendText", text()))).toBe("missing_team_context");
  const mcp = await connectMcp(app.url, key);
  const result = await callTool(mcp, "send_text", { ...other.body, api_key: "another key" });
  expect(readText(result).error).toBe("recipient_not_allowed");
  expect(textedPhones()).toEqual([]);
});

test("a thread with another phone cannot be texted", async () => {
  const { threadId } = await owner.sendText(text({ phone_number: uniquePhone() }));
  app.provider.texts.length = 0;

  expect(await codeOf(agent.raw("sendText", { body: { threadId, message: "hello" } }))).toBe("recipient_not_allowed");
  expect(await codeOf(agent.raw("sendText", text({ threadId })))).toBe("invalid_thread");
  expect(textedPhones()).toEqual([]);
});

test("a contact that gets an allowed phone, by a change or by a merge, makes no other phone allowed", async () => {
  const stranger = uniquePhone();
  const { threadId } = await owner.sendText(text({ phone_number: stranger }));
  const { contact: theirs } = await owner.createContact({ body: { name: "Stranger", phones: [stranger] } });
  const { contact: ours } = await owner.createContact({ body: { name: "Friend", phones: [friend] } });
  await owner.addContactPhone({ path: { id: ours.id }, body: { phoneNumber: stranger } });
  await owner.mergeContacts({ body: { sourceContactId: theirs.id, targetContactId: ours.id } });
  app.provider.texts.length = 0;

  for (const body of [
    { threadId, message: "hello" },
    { phone_number: stranger, message: "hello" },
  ]) {
    expect(await codeOf(agent.raw("sendText", { body }))).toBe("recipient_not_allowed");
  }
  expect(textedPhones()).toEqual([]);
});

test("an allowed thread is texted at its own phone, also after its contact has lost that phone", async () => {
  const { contact } = await owner.createContact({ body: { name: "Friend", phones: [friend, uniquePhone()] } });
  const { threadId } = await owner.sendText(text());
  const { id: phoneId } = contact.phones.find(({ phoneNumber }) => phoneNumber === friend)!;
  await owner.deleteContactPhone({ path: { id: contact.id, phoneId } });
  app.provider.texts.length = 0;

  await agent.sendText({ body: { threadId, message: "hello" } });

  expect(textedPhones()).toEqual([friend]);
});

test("an idempotency key of another API key replays nothing, and a replay uses no budget and sends nothing", async () => {
  const other = { ...text({ phone_number: uniquePhone() }), idempotencyKey: "one" };
  await owner.sendText(other);
  app.provider.texts.length = 0;

  expect(await codeOf(agent.raw("sendText", other))).toBe("recipient_not_allowed");
  const own = { ...text(), idempotencyKey: "one" };
  const first = await agent.sendText(own);
  expect(await agent.sendText(own)).toEqual(first);
  expect(await codeOf(agent.raw("sendText", { ...text({ message: "other" }), idempotencyKey: "one" }))).toBe(
    "idempotency_key_mismatch",
  );
  expect(textedPhones()).toEqual([friend]);
  expect(await agent.getKey()).toMatchObject({ segmentsLeft: 1 });
});

test("the budget holds over all transports and servers", async () => {
  const mcp = await connectMcp(neighbour.url, key);
  const attempts = await Promise.all([
    ...Array.from({ length: 3 }, () => codeOf(agent.raw("sendText", text()))),
    ...Array.from({ length: 3 }, () => codeOf(createClient(neighbour.url, key).raw("sendText", text()))),
    ...Array.from({ length: 3 }, async () => readText(await callTool(mcp, "send_text", text().body)).error),
  ]);

  expect(attempts.filter((code) => code === undefined)).toHaveLength(2);
  expect(attempts.filter((code) => code === "budget_exceeded")).toHaveLength(7);
});

test("a passcode is refused, and with its scope it has the same recipients and budget", async () => {
  const sendOtp = (phone: string) => agent.raw("generateOtp", { body: { phone, recipient_id: "user" } });
  expect(await codeOf(sendOtp(friend))).toBe("insufficient_scope");
  const { id } = await agent.getKey();
  await updateKey(app.em(), id, { scopes: [...scopes, "otp:send"] });

  expect(await codeOf(sendOtp(uniquePhone()))).toBe("recipient_not_allowed");
  await agent.sendText(text());
  expect((await sendOtp(friend)).status).toBe(200);
  expect(await codeOf(sendOtp(friend))).toBe("budget_exceeded");
});

test("a reply webhook is refused", async () => {
  const replyWebhookUrl = "https://example.com/replies";

  expect(await codeOf(agent.raw("sendText", text({ replyWebhookUrl })))).toBe("insufficient_scope");
});

test("a change of the key takes effect on every server at the next request", async () => {
  const elsewhere = createClient(neighbour.url, key);
  const { id } = await elsewhere.getKey();
  const other = text({ phone_number: "+12035550123" });
  expect(await codeOf(elsewhere.raw("sendText", other))).toBe("recipient_not_allowed");

  await updateKey(app.em(), id, { recipients: ["+1203"], segmentsPerDay: null, scopes: ["messages:send"] });

  expect((await elsewhere.raw("sendText", other)).status).toBe(200);
  expect(await codeOf(elsewhere.raw("sendText", text()))).toBe("recipient_not_allowed");
  expect(await codeOf(elsewhere.raw("listThreads"))).toBe("insufficient_scope");
  expect(await elsewhere.getKey()).toMatchObject({ recipients: ["+1203*"], segmentsPerDay: null });
});
