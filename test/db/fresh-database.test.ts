import { readdirSync, readFileSync } from "node:fs";
import { join, parse } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { refreshStatistics } from "../../server/db/refresh-statistics.ts";
import { newId } from "../../server/db/schema/ids.ts";
import { queueSchema } from "../../server/queue/boss.ts";
import { type TestApp, useApp, useNeighbour } from "../support/app.ts";
import { inboundForm, newSid, postCallback, statusForm } from "../support/callbacks.ts";
import { type Client, createClient } from "../support/client.ts";
import { buildContact, type TestTeam, uniquePhone } from "../support/factories.ts";
import { fillTables } from "../support/fill-tables.ts";
import { codeIn, wrongFor } from "../support/passcodes.ts";
import { countRowsRead } from "../support/rows-read.ts";
import { explain, type PlanNode } from "../support/statements.ts";

/**
 * A database whose tables nobody analyses: autovacuum is off in tests. PostgreSQL takes each table to be small. Its own
 * server gets no requests.
 */
const created = useApp();

/** Has no rows. */
const empty = useApp();

/** PostgreSQL keeps the first plan of a statement. By default it may keep the sixth, which comes at an unknown time. */
const session = { plan_cache_mode: "force_generic_plan" };

/** Starts a server that keeps plans from the database's first row on. */
const app = useNeighbour(created, { session });

/** Start servers whose first request finds full tables, as after a restore. One makes new plans, one keeps the first. */
const restored = useNeighbour(created);
const settled = useNeighbour(created, { session });

/** The number of rows of a team in each table. */
const size = 3_000;

/** How many rows or entries of a table or index a request may read. */
const maxRowsRead = 250;

let team: TestTeam;
let number: string;
let key: string;

interface Ask {
  client: Client;
  server: TestApp;
}

const send = ({ client }: Ask, phone = uniquePhone()) =>
  client.sendText({ body: { phone_number: phone, message: "hello" } });

const sendOtp = async ({ client, server }: Ask, recipient_id = newId()) => {
  const { otpId } = await client.generateOtp({ body: { phone: uniquePhone(), recipient_id } });
  return { recipient_id, otp: codeIn(server.provider.texts.find(({ id }) => id === otpId)!) };
};

const receive = async ({ server }: Ask, text: string, from = uniquePhone()) => {
  await postCallback(server, "inbound", inboundForm(from, number, text));
  await server.jobs.drain();
};

/** Requests of every kind, each about rows that it makes itself. */
const requests: Record<string, (ask: Ask) => Promise<unknown>> = {
  "texts to a new phone and a known phone": async (ask) => {
    const phone = uniquePhone();
    await send(ask, phone);
    await send(ask, phone);
  },
  "a text with an Idempotency-Key, and its replay": async ({ client }) => {
    const text = { body: { phone_number: uniquePhone(), message: "hello" }, idempotencyKey: newId() };
    await client.sendText(text);
    await client.sendText(text);
  },
  "a text in a thread": async (ask) => {
    const { threadId } = await send(ask);
    await ask.client.sendText({ body: { threadId, message: "hello" } });
  },
  "texts of test mode, and their deliveries": async ({ client, server }) => {
    await send({ client: client.inTestMode(), server });
    // The carrier's statement is planned with its values each time, so no session may keep its plan.
    await created.deliver();
  },
  "an inbound text": (ask) => receive(ask, "hello"),
  "an inbound text of a contact": async (ask) => {
    const phone = uniquePhone();
    await buildContact(ask.client, { phones: [phone] });
    await receive(ask, "hello", phone);
  },
  "an opt-out and an opt-in": async (ask) => {
    const phone = uniquePhone();
    await receive(ask, "STOP", phone);
    await receive(ask, "START", phone);
  },
  "a reply for a webhook": async ({ client, server }) => {
    const body = { phone_number: uniquePhone(), message: "hello", replyWebhookUrl: "https://webhook.invalid/" };
    await client.sendText({ body });
    await receive({ client, server }, "hello", body.phone_number);
  },
  "a status": async (ask) => {
    const { textId } = await send(ask);
    const sid = `SM${textId.replaceAll("-", "")}`;
    await postCallback(ask.server, "status", statusForm(number, sid, "delivered"));
    await ask.server.jobs.drain();
  },
  "a status of nothing": async ({ server }) => {
    await postCallback(server, "status", statusForm(number, newSid(), "delivered"));
    await server.jobs.drain();
  },
  "a passcode that is verified": async (ask) => {
    await ask.client.verifyOtp({ body: await sendOtp(ask) });
  },
  "a passcode that replaces another, with a wrong guess": async (ask) => {
    const { recipient_id } = await sendOtp(ask);
    const { otp } = await sendOtp(ask, recipient_id);
    await ask.client.raw("verifyOtp", { body: { recipient_id, otp: wrongFor(otp) }, idempotencyKey: newId() });
  },
  "a page of threads": ({ client }) => client.listThreads({ query: { per_page: 10 } }),
  "a second page of threads": async ({ client }) => {
    const { nextCursor } = await client.listThreads({ query: { per_page: 5 } });
    if (nextCursor) await client.listThreads({ query: { per_page: 5, cursor: nextCursor } });
  },
  "a thread, its messages and its replies": async (ask) => {
    const { threadId: id } = await send(ask);
    await ask.client.getThread({ path: { id } });
    await ask.client.listThreadMessages({ path: { id } });
    await ask.client.listThreadReplies({ path: { id }, query: { since: "2000-01-01T00:00:00Z" } });
  },
  "the consent of a phone, and its history": async ({ client }) => {
    const phone = uniquePhone();
    await client.recordConsent({ body: { phone, consent: "opted_out", reason: "verbal" } });
    await client.raw("sendText", { body: { phone_number: phone, message: "hello" } });
    await client.getConsent({ path: { phone } });
    await client.listConsents({ query: { phone } });
  },
  "a suspected revocation, which a keyword supersedes": async (ask) => {
    const phone = uniquePhone();
    await receive(ask, "leave me alone", phone);
    await receive(ask, "STOP", phone);
    await ask.client.listSuspectedRevocations({ query: { per_page: 5 } });
  },
  "pages of the consent log and of opt-outs": async ({ client }) => {
    const query = { per_page: 5 };
    await client.listConsents({ query });
    await client.listConsents({ query: { ...query, source: "operator" } });
    const { nextCursor } = await client.listOptOuts({ query });
    if (nextCursor) await client.listOptOuts({ query: { ...query, cursor: nextCursor } });
  },
  "a page of contacts": ({ client }) => client.listContacts({ query: { per_page: 10 } }),
  "a new contact, by id, phone and external id": async ({ client }) => {
    const externalId = newId();
    const phone = uniquePhone();
    const { id } = await buildContact(client, { externalId, phones: [phone], tags: [newId()] });
    await client.getContact({ path: { id } });
    await client.getContactByPhone({ path: { phone } });
    await client.listContacts({ query: { external_id: externalId } });
  },
  "contacts with a tag": async ({ client }) => {
    const tag = newId();
    await buildContact(client, { tags: [tag] });
    await client.listContacts({ query: { tag } });
  },
  "a changed contact and its phones": async ({ client }) => {
    const { id } = await buildContact(client, { tags: ["one"] });
    await client.updateContact({ path: { id }, body: { tags: ["two"], name: "another" } });
    const { phone } = await client.addContactPhone({ path: { id }, body: { phoneNumber: uniquePhone() } });
    await client.deleteContactPhone({ path: { id, phoneId: phone.id } });
  },
  "an upsert of a new contact and a known contact": async ({ client }) => {
    const body = { name: "a name", externalId: newId(), phones: [uniquePhone()] };
    await client.upsertContact({ body });
    await client.upsertContact({ body });
  },
};

/** Requests whose plans depend on statistics, and are right after a refresh. */
const others: typeof requests = {
  "a contact with a name like others": ({ client }) => buildContact(client, { company: "Company 7", name: "Name 7" }),
  "a contact that leaves its group": async ({ client }) => {
    const company = newId();
    const [{ id }] = [await buildContact(client, { company }), await buildContact(client, { company })];
    await client.updateContact({ path: { id }, body: { name: "another" } });
  },
  "a deletion": async (ask) => {
    const phone = uniquePhone();
    const { id } = await buildContact(ask.client, { phones: [phone, uniquePhone()], tags: [newId()] });
    await send(ask, phone);
    await ask.client.deleteContact({ path: { id } });
  },
  "a merge": async (ask) => {
    const phone = uniquePhone();
    const [source, target] = [await buildContact(ask.client, { phones: [phone] }), await buildContact(ask.client)];
    await send(ask, phone);
    await ask.client.mergeContacts({ body: { sourceContactId: source.id, targetContactId: target.id } });
  },
};

beforeAll(async () => {
  ({ team, number, key } = await app.signIn());
  for (const request of Object.values(requests)) await request(askOf(app));
  await fillTables(created.em(), team, size);
}, 60_000);

const askOf = (server: TestApp): Ask => ({ server, client: createClient(server.url, key) });

/** The hot statements, whose texts are goldens. */
const folder = join(import.meta.dirname, "..", "golden", "statements");
const statements = readdirSync(folder).map((file) => parse(file).name);

/** The statements that are planned with their values each time. */
const unprepared = ["simulate-delivery"];

/** Reads of a whole team: its newest rows in the order of an index, and the rows of tables that have few for each team. */
const isOfWholeTeam = ({ "Index Name": index = "", "Relation Name": table = "" }: PlanNode) =>
  index.endsWith("_list_index") || ["business_number", "event_feed", "webhook_endpoint"].includes(table);

// Which plan a connection keeps depends on when it first runs a statement. So the plans of an empty database are read, too.
test.each(statements.filter((name) => !unprepared.includes(name)))(
  "%s: reads rows by more than their team, with a plan for empty tables",
  async (name) => {
    const statement = { text: readFileSync(join(folder, `${name}.sql`), "utf8"), values: [] };
    const nodes = await explain(empty.database, statement, "generic");
    const found = nodes.filter(
      (node) => /^\(team_id = [^()]+\)$/.test(node["Index Cond"] ?? "") && !isOfWholeTeam(node),
    );

    expect(found.map((node) => `${node["Relation Name"]} by ${node["Index Name"]}`)).toEqual([]);
  },
);

/** The tables and indexes, but for the queue's, that a request reads much of. Statements on jobs are a library's. */
async function readsMuchOf(server: TestApp, request: (ask: Ask) => Promise<unknown>): Promise<Record<string, number>> {
  const onServer = () => countRowsRead(server.database, () => request(askOf(server)));
  const read = await countRowsRead(created.database, onServer);
  return Object.fromEntries([...read].filter(([name, count]) => count > maxRowsRead && !name.startsWith("job_")));
}

// A nested loop over the texts of a batch takes time by the square of their number.
test.each(statements.filter((name) => name.startsWith("insert-texts")))(
  "%s: joins the texts of a batch by hashes, with full tables without statistics",
  async (name) => {
    const statement = { text: readFileSync(join(folder, `${name}.sql`), "utf8"), values: [] };
    const nodes = await explain(created.database, statement, "generic");

    expect(nodes.flatMap((node) => node["Join Filter"] ?? []).filter((by) => /\bid = \w+\.id\b/.test(by))).toEqual([]);
  },
);

describe.each([
  ["with plans from the time when they were empty", app],
  ["with new plans, as after a restore", restored],
  ["with kept plans from after a restore", settled],
])("full tables without statistics, %s", (_, server) => {
  test.each(Object.entries(requests))("%s: reads few rows", async (_, request) => {
    expect(await readsMuchOf(server, request)).toEqual({});
  });

  test("texts in one batch: read few rows each", async () => {
    const texts = (ask: Ask) => Promise.all(Array.from({ length: 20 }, () => send(ask)));
    expect(await readsMuchOf(server, texts)).toEqual({});
  });
});

describe("full tables with refreshed statistics", () => {
  beforeAll(async () => {
    await refreshStatistics(created.em(), [queueSchema]);
  });

  test.each(Object.entries(others))("%s: reads few rows", async (_, request) => {
    expect(await readsMuchOf(restored, request)).toEqual({});
  });
});
