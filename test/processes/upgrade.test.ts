import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { Database } from "../../server/db/database.ts";
import { readSchemaStatus } from "../../server/process/migrate.ts";
import { runInProcess } from "../support/cli.ts";
import { type Client, createClient } from "../support/client.ts";
import { createBlankDatabase } from "../support/database.ts";
import { noSettings, type ServerProcess, settingsFor, useProcesses } from "../support/process.ts";
import { refusalOf } from "../support/refusals.ts";
import type { Facts } from "../upgrade/facts.ts";
import { dumps, restore } from "../upgrade/restore.ts";

const { startServer } = useProcesses();

describe.each(dumps)("two servers that start at once on the database of %s", (name) => {
  let database: Database;
  let facts: Facts;
  let servers: ServerProcess[];
  /** The primary key at each server. */
  let clients: Client[];
  beforeAll(async () => {
    database = await createBlankDatabase();
    facts = await restore(database, name);
    const settings = { ...settingsFor(database), RATE_LIMIT_BURST: "1000" };
    servers = await Promise.all([startServer(settings), startServer(settings)]);
    clients = servers.map(({ url }) => createClient(url, facts.keys.primary));
  });
  afterAll(() => database.close());

  /** An answer that both servers give. They give different ones while they do the work that waits in the dump. */
  function read<Answer>(ask: (client: Client) => Promise<Answer>): Promise<Answer> {
    return vi.waitFor(
      async () => {
        const [one, another] = await Promise.all(clients.map(ask));
        expect(another).toEqual(one);
        return one!;
      },
      { timeout: 5_000 },
    );
  }

  test("upgrade it and become ready", async () => {
    expect(await read(async (client) => (await client.raw("getReadiness")).status)).toBe(200);
    expect(await readSchemaStatus(database)).toMatchObject({ pending: [], queueInstalled: true });
  });

  test("accept its keys, each for its scopes", async () => {
    const [{ url }] = servers as [ServerProcess];
    const reader = createClient(url, facts.keys.reader);

    expect((await reader.raw("listThreads")).status).toBe(200);
    expect(refusalOf(await reader.raw("listContacts"))).toBe("403 insufficient_scope");
    expect(await read(async (client) => (await client.raw("getKey")).status)).toBe(200);
  });

  test("find a contact by its phone, by its name and by its id", async () => {
    const { id, name: contactName, phone } = facts.contact;

    const byPhone = await read((client) => client.getContactByPhone({ path: { phone } }));
    const { contacts } = await read((client) => client.listContacts({ query: { query: contactName } }));

    expect(byPhone).toMatchObject({ contact: { id, name: contactName } });
    expect(contacts.map((contact) => contact.id)).toEqual([id]);
    expect(await read((client) => client.getContact({ path: { id } }))).toEqual(byPhone.contact);
  });

  test("list the messages of a thread, and every thread on some page", async () => {
    const { id, texts } = facts.thread;

    const { messages } = await read((client) => client.listThreadMessages({ path: { id } }));
    const { replies } = await read((client) =>
      client.listThreadReplies({ path: { id }, query: { since: "2000-01-01T00:00:00Z" } }),
    );

    expect(messages.map(({ body }) => body)).toEqual(texts);
    expect(replies.map(({ body }) => body)).toEqual(["YES"]);
    let count = 0;
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page = await clients[0]!.listThreads({ query: { per_page: 100, ...(cursor && { cursor }) } });
      count += page.threads.length;
      cursor = page.nextCursor;
    }
    expect(count).toBe(facts.threadCount);
  });

  test("refuse a text to a phone that has opted out", async () => {
    const body = { phone_number: facts.optedOut, message: "hello" };
    const refusal = await read(async (client) => refusalOf(await client.raw("sendText", { body })));
    expect(refusal).toBe("409 recipient_opted_out");
  });

  test("replay the answers to its Idempotency-Keys", async () => {
    for (const { operation, key: idempotencyKey, body, answer } of facts.once) {
      const { headers, text } = await clients[1]!.raw(operation, { body, idempotencyKey });
      // A text's answer has the time of its row, which the restore has moved.
      const { createdAt: _, ...kept } = JSON.parse(answer);
      expect(JSON.parse(text)).toMatchObject(kept);
      expect(headers.get("x-idempotency-replayed")).toBe("true");
    }
  });

  test("read the secret of an endpoint, and its deliveries", async () => {
    const { id, secret, deliveries } = facts.endpoint;
    const path = { id };

    expect(await read((client) => client.getWebhookEndpointSecret({ path }))).toMatchObject({ secret });
    const listed = await read((client) => client.listWebhookEndpointDeliveries({ path }));
    expect(listed.deliveries.map((delivery) => delivery.id)).toEqual(deliveries);
  });

  test("sign replies with the secret of before", async () => {
    const env = { ...noSettings, ...settingsFor(database) };

    const { stdout } = await runInProcess(["teams", "webhook-secret", "clinic"], { env });

    expect(JSON.parse(stdout)).toMatchObject([{ secret: facts.replySecret }]);
  });

  test("list its events and audit events", async () => {
    const events = await read(async (client) => idsOf((await client.listEvents()).events));
    const audited = await read(async (client) => idsOf((await client.listAuditEvents()).auditEvents));

    expect(events).toEqual(expect.arrayContaining(facts.events));
    expect(audited).toEqual(expect.arrayContaining(facts.auditEvents));
  });

  test("verify a pending passcode", async () => {
    expect(await clients[0]!.verifyOtp({ body: facts.passcode })).toMatchObject({ status: "verified" });
  });
});

function idsOf(records: { id: string }[]): string[] {
  return records.map(({ id }) => id);
}
