import { expect, test } from "vitest";
import { operations } from "../../generated/operations.ts";
import { pruneAuditEvents } from "../../server/audit/prune-audit-events.ts";
import { readClock } from "../../server/db/clock.ts";
import { plusMicroseconds } from "../../server/db/timestamp.ts";
import { type TestApp, useApp } from "../support/app.ts";
import { type Client, createClient } from "../support/client.ts";
import { exampleOf, needsTestMode, teamOperations } from "../support/examples.ts";
import { buildContact, buildKey, uniquePhone } from "../support/factories.ts";
import { argumentsOf, callTool, connectMcp, toolOf } from "../support/mcp.ts";

const app = useApp({ phone: true });
const behindProxy = useApp({ trustedProxies: ["127.0.0.0/8", "10.0.0.0/8"] });

/** The events of requests, without those of the operator's commands that made the team. */
async function eventsOf(client: Client) {
  const { auditEvents } = await client.listAuditEvents({ query: { per_page: 100 } });
  return auditEvents.filter(({ apiKeyId }) => apiKeyId !== null);
}

/** Operations that leave no event although they write. Texts and passcodes have the key's id in their rows. */
const withoutEvent = ["sendText", "sendMessage", "generateOtp", "verifyOtp"];

test.each(teamOperations)("%s leaves one event if it is a write, over HTTP and over MCP", async (id) => {
  const { client, team } = await app.signIn();
  const isRecorded = operations[id].once !== null && !withoutEvent.includes(id);
  const apiKey = await buildKey(app.em(), team);
  const { id: apiKeyId } = await createClient(app.url, apiKey).getKey();
  const ownEvents = async () => (await eventsOf(client)).filter((event) => event.apiKeyId === apiKeyId);

  const caller = createClient(app.url, needsTestMode(id) ? `${apiKey}_test` : apiKey);
  const answer = await caller.raw(id, (await exampleOf(id, client, app.provider)) as never);

  expect(answer.status, answer.text).toBe(operations[id].status);
  const { contact, contactId, businessNumber, webhookEndpoint, message, approval, campaign, consent, ...rest } =
    answer.body;
  const { deliveryId, callbackId, advancedSeconds, vendor, messageId, mergeId, erasure } = rest;
  const record = contact ?? businessNumber ?? webhookEndpoint ?? message ?? approval ?? consent ?? erasure;
  const event = {
    id: expect.any(String),
    at: expect.any(String),
    apiKeyId,
    operation: id,
    outcome: operations[id].status,
    target:
      (deliveryId ?? callbackId ?? advancedSeconds)
        ? expect.any(String)
        : (record?.id ?? contactId ?? campaign ?? vendor ?? messageId ?? mergeId),
    requestId: answer.headers.get("x-request-id"),
    address: "127.0.0.1",
  };
  expect(await ownEvents()).toEqual(isRecorded ? [event] : []);

  if (!operations[id].isTool) return;
  const { client: other, key } = await app.signIn();
  const args = argumentsOf(await exampleOf(id, other, app.provider));
  const before = (await eventsOf(other)).length;
  await callTool(await connectMcp(app.url, key), toolOf(id).definition.name, args);
  const [newest] = await eventsOf(other);
  expect((await eventsOf(other)).length - before).toBe(isRecorded ? 1 : 0);
  if (isRecorded) expect(newest).toMatchObject({ operation: id, outcome: operations[id].status, address: "127.0.0.1" });
});

test("refused writes and replays leave no event", async () => {
  const { client } = await app.signIn();
  const phones = [uniquePhone()];
  const create = { body: { name: "Ada", phones }, idempotencyKey: "one" };
  const { contact } = await client.createContact(create);
  const number = { name: "Second", phoneNumber: uniquePhone(), phoneNumberSid: "PN1" };
  await client.createBusinessNumber({ body: number, idempotencyKey: "two" });

  await client.createContact(create);
  await client.createBusinessNumber({ body: number, idempotencyKey: "two" });
  await client.raw("createBusinessNumber", { body: number });
  await client.raw("mergeContacts", { body: { sourceContactId: contact.id, targetContactId: contact.id } });
  await client.raw("updateContact", { path: { id: "x" }, body: { name: "Eve" } });
  await client.raw("createContact", { body: { name: "Eve", phones: [phones[0]!, phones[0]!] } });

  expect((await eventsOf(client)).map(({ operation }) => operation)).toEqual(["createBusinessNumber", "createContact"]);
});

test.each(["createContact", "createBusinessNumber"] as const)(
  "%s is undone if its event cannot be stored",
  async (id) => {
    const { client, team } = await app.signIn();
    const input = await exampleOf(id, client, app.provider);
    const count = async () => {
      const table = id === "createContact" ? "contact" : "business_number";
      return (await app.em().execute(`select from ${table} where team_id = ?`, [team.id])).length;
    };
    const before = await count();
    const name = `refuse_${id.toLowerCase()}`;
    await app.em().execute(`
    create function ${name}() returns trigger language plpgsql as $$ begin
      if new.team_id = '${team.id}' then raise 'no room'; end if; return new;
    end $$;
    create trigger ${name} before insert on audit_event for each row execute function ${name}()`);

    expect(await client.raw(id, input as never)).toMatchObject({ status: 500 });
    expect(await count()).toBe(before);
  },
);

test("many writes at once leave an event each", async () => {
  const { client } = await app.signIn();
  const contacts = await Promise.all(Array.from({ length: 30 }, () => buildContact(client)));

  const events = await eventsOf(client);

  expect(events.map(({ target }) => target).toSorted()).toEqual(contacts.map(({ id }) => id).toSorted());
});

test("events are listed newest first, in pages, for their team only", async () => {
  const [{ client }, { client: other }] = [await app.signIn(), await app.signIn()];
  const contacts = [];
  for (const name of ["A", "B", "C", "D", "E"]) contacts.push(await buildContact(client, { name }));
  await buildContact(other);

  const targets: string[] = [];
  let cursor: string | null | undefined;
  do {
    const page = await client.listAuditEvents({ query: { per_page: 2, ...(cursor && { cursor }) } });
    targets.push(...page.auditEvents.filter(({ apiKeyId }) => apiKeyId !== null).map(({ target }) => target));
    expect(page.hasMore).toBe(page.nextCursor !== null);
    cursor = page.nextCursor;
  } while (cursor);

  expect(targets).toEqual(contacts.map(({ id }) => id).toReversed());
  const { nextCursor } = await client.listAuditEvents({ query: { per_page: 1 } });
  const foreign = await other.raw("listAuditEvents", { query: { cursor: nextCursor! } });
  expect(foreign).toMatchObject({ status: 422, body: { error: "validation_error" } });
});

test("events are deleted after their time, and younger events stay", async () => {
  const { client, team } = await app.signIn();
  await buildContact(client);
  await buildContact(client);
  const [newest, oldest] = await eventsOf(client);
  await app
    .em()
    .execute(
      "update audit_event set at = (at at time zone 'UTC' - interval '400 days') at time zone 'UTC' where team_id = ? and id = ?",
      [team.id, oldest!.id],
    );

  await pruneAuditEvents(app.em(), plusMicroseconds(await readClock(app.em()), -399 * 86_400_000_000));

  expect(await eventsOf(client)).toEqual([newest]);
});

async function addressWith(of: TestApp, forwardedFor: string) {
  const { client } = await of.signIn();
  const body = { name: "Ada", phones: [uniquePhone()] };
  await client.createContact({ body, headers: { "x-forwarded-for": forwardedFor } });
  return (await eventsOf(client))[0]!.address;
}

test("an event has the client's address that a trusted proxy names, and otherwise the address of the peer", async () => {
  expect(await addressWith(app, "203.0.113.7")).toBe("127.0.0.1");
  expect(await addressWith(behindProxy, "198.51.100.1, 203.0.113.7, 10.1.2.3")).toBe("203.0.113.7");
});
