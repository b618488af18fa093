/**
 * Makes the dump of a database as this commit leaves it, with which later commits test their migrations:
 *
 *     DATABASE_URL=postgresql://… node test/upgrade/make-dump.ts NAME
 *
 * The database is an empty one, of the oldest PostgreSQL that is supported, and `pg_dump` is of the same version. A server
 * of this checkout fills it over HTTP, and `writeDataSet` adds the bulk. Every table must then have rows. Writes `NAME.sql.gz`
 * and what the dump has, `NAME.json`, into this folder.
 */
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import twilio from "twilio";
import { noLimits } from "../../server/db/driver/time-limits.ts";
import type { EntityManager } from "../../server/db/orm.ts";
import { Team } from "../../server/db/schema/entities/team.ts";
import { createKey } from "../../server/keys/keys.ts";
import { migrate } from "../../server/process/migrate.ts";
import { openDatabase } from "../../server/process/open-database.ts";
import { writeDataSet } from "../bench/data-set.ts";
import { makeTeam } from "../bench/teams.ts";
import { inboundForm, post, statusForm } from "../support/callbacks.ts";
import { type Client, createClient } from "../support/client.ts";
import { accept, answer, createFakeServer } from "../support/fake-server.ts";
import { secretKey } from "../support/passcodes.ts";
import { createProcesses, noSettings, runCli, type ServerProcess } from "../support/process.ts";
import type { Facts, Write } from "./facts.ts";
import { makeOtherRecords } from "./other-records.ts";

const name = process.argv[2];
const databaseUrl = process.env.DATABASE_URL;
if (!name || !databaseUrl) throw new Error("Usage: DATABASE_URL=postgresql://… node test/upgrade/make-dump.ts NAME");

const size = { contacts: 200, threads: 100, messages: 500 };
const authToken = "a token of the dump";
const publicUrl = "https://sms.example.com";
const number = "+18885550100";

const database = await openDatabase({ databaseUrl, dataDir: "/nonexistent", limits: noLimits });
const carrier = await createFakeServer();
const target = await createFakeServer();
const processes = createProcesses();
try {
  await migrate(database);
  const em = database.orm.em.fork();
  const team = await makeTeam(em, "clinic", number, "the-primary-key-of-the-dump");
  const owner = await em.findOneOrFail(Team, { id: team.teamId });
  const reader = await createKey(em, owner, {
    key: "the-reading-key-of-the-dump",
    name: "reader",
    scopes: ["messages:read"],
  });
  await writeDataSet(em, team, size);
  // The carrier deletes no text, so an erasure has copies left.
  carrier.behaviour = (request, response) =>
    (request.method === "DELETE" ? answer(503, {}) : accept)(request, response);
  target.behaviour = (_, response) => response.writeHead(200).end();
  const server = await processes.startServer({
    PORT: "0",
    DATABASE_URL: databaseUrl,
    DATA_DIR: "/nonexistent",
    SECRET_KEY: secretKey,
    BASE_URL: publicUrl,
    WEBHOOK_CLIENT_SECRET: authToken,
    WEBHOOK_ALLOW_PRIVATE: "127.0.0.0/8",
    RATE_LIMIT_BURST: "10000",
    PROVIDER: "twilio",
    PROVIDER_ACCOUNT_SID: "AC1",
    PROVIDER_BASE_URL: carrier.url,
  });
  const client = createClient(server.url, team.key);
  await makeOtherRecords({ em: database.orm.em.fork(), team: owner, client, url: server.url });
  await callBack(server, "/api/external/sms/inbound", inboundForm("+12025550184", number, "please stop texting me"));
  await untilDone(em);
  const facts = await fill(server, client);
  const threadCount = await countThreads(client);
  await server.stop();
  const replySecret = await readReplySecret(databaseUrl);
  const empty = await findEmptyTables(em);
  if (empty.length > 0) throw new Error(`These tables have no rows: ${empty}`);
  const [{ now }] = await em.execute<[{ now: string }]>("select clock_timestamp()::text as now");
  writeFileSync(
    join(import.meta.dirname, `${name}.json`),
    `${JSON.stringify({ dumpedAt: now, keys: { primary: team.key, reader: reader.key }, ...facts, threadCount, replySecret }, null, 2)}\n`,
  );
  writeFileSync(join(import.meta.dirname, `${name}.sql.gz`), gzipSync(dump(databaseUrl), { level: 9 }));
} finally {
  await processes.end();
  await carrier.close();
  await target.close();
  await database.close();
}

/** Makes records of every kind, as a client, the carrier and people do. */
async function fill(
  server: ServerProcess,
  client: Client,
): Promise<Omit<Facts, "dumpedAt" | "keys" | "threadCount" | "replySecret">> {
  const { webhookEndpoint } = await client.createWebhookEndpoint({
    body: { url: `${target.url}/events`, types: ["message.received", "contact.changed"] },
  });
  const { secret } = await client.getWebhookEndpointSecret({ path: { id: webhookEndpoint.id } });
  const once: Facts["once"] = [];
  const write = async (operation: Write, body: object) => {
    const key = `${operation}-once`;
    const answer = await client.raw(operation, { body, idempotencyKey: key });
    once.push({ operation, key, body, answer: answer.text });
    return answer.body;
  };

  const [patient, leaving] = ["+12025550181", "+12025550182"];
  const contact = await write("createContact", {
    name: "Ada Lovelace",
    externalId: "patient 1",
    phones: [patient],
    tags: ["vip"],
    notes: ["Prefers mornings"],
  });
  const { threadId, textId } = await write("sendText", {
    phone_number: patient,
    message: "Is tomorrow at 9 fine?",
    replyWebhookUrl: `${target.url}/replies`,
  });
  await write("createBusinessNumber", { name: "Second", phoneNumber: "+18885550101", phoneNumberSid: "PN2" });
  await callBack(server, `/api/external/sms/status?textId=${textId}`, statusForm(number, `SM${textId}`, "delivered"));
  await callBack(server, "/api/external/sms/inbound", inboundForm(patient, number, "YES"));
  await client.sendText({ body: { phone_number: leaving, message: "Your results are ready." } });
  await callBack(server, "/api/external/sms/inbound", inboundForm(leaving, number, "STOP"));
  const recipient_id = "patient 1";
  await client.generateOtp({ body: { phone: patient, recipient_id, lifetime: 600 } });
  const otp = /\d{6}/.exec(carrier.requestsTo(patient).at(-1)!.form.Body!)![0];
  await client.updateContact({ path: { id: contact.contact.id }, body: { company: "Analytical Engines" } });
  await client.inTestMode().sendText({ body: { phone_number: patient, message: "A test" } });

  // The thread has the reply, its webhook and the endpoint's posts have been made, and nothing is waiting.
  const path = { id: webhookEndpoint.id };
  for (;;) {
    const { deliveries } = await client.listWebhookEndpointDeliveries({ path });
    const isDone = deliveries.length >= 4 && deliveries.every(({ status }) => status === "delivered");
    if (isDone && target.requests.some(({ path }) => path === "/replies")) break;
    await pause(100);
  }

  const { messages } = await client.listThreadMessages({ path: { id: threadId } });
  const { deliveries } = await client.listWebhookEndpointDeliveries({ path });
  const { events } = await client.listEvents();
  const { auditEvents } = await client.listAuditEvents();
  return {
    contact: { id: contact.contact.id, name: "Ada Lovelace", phone: patient },
    thread: { id: threadId, texts: messages.map(({ body }) => body) },
    optedOut: leaving,
    passcode: { recipient_id, otp },
    endpoint: { id: webhookEndpoint.id, secret, deliveries: idsOf(deliveries) },
    once,
    events: idsOf(events),
    auditEvents: idsOf(auditEvents),
  };
}

/** Waits until the worker has processed the callbacks and deleted the texts of the erasure. */
async function untilDone(em: EntityManager): Promise<void> {
  const counts = `select (select count(*) from suspected_revocation) as cases, (select count(*) from carrier_copy) as copies`;
  for (;;) {
    const [{ cases, copies }] = await em.execute<[{ cases: string; copies: string }]>(counts);
    if (cases !== "0" && copies !== "0") return;
    await pause(100);
  }
}

async function countThreads(client: Client): Promise<number> {
  const { threads, nextCursor } = await client.listThreads({ query: { per_page: 100 } });
  let count = threads.length;
  for (let cursor = nextCursor; cursor; ) {
    const page = await client.listThreads({ query: { per_page: 100, cursor } });
    count += page.threads.length;
    cursor = page.nextCursor;
  }
  return count;
}

/** The secret that signs the replies of the team, as its operator sees it. */
async function readReplySecret(databaseUrl: string): Promise<string> {
  const settings = { ...noSettings, DATABASE_URL: databaseUrl, SECRET_KEY: secretKey };
  const { stdout } = await runCli(settings, "teams", "webhook-secret", "clinic");
  return JSON.parse(stdout)[0].secret;
}

async function findEmptyTables(em: EntityManager): Promise<string[]> {
  const names = Object.values(database.orm.getMetadata().getAll()).map(({ tableName }) => tableName);
  const empty: string[] = [];
  for (const name of names.toSorted()) {
    const [{ has }] = await em.execute<[{ has: boolean }]>(`select exists (select from ${name}) as has`);
    if (!has) empty.push(name);
  }
  return empty;
}

function idsOf(records: { id: string }[]): string[] {
  return records.map(({ id }) => id);
}

async function callBack(server: ServerProcess, path: string, form: Record<string, string>): Promise<void> {
  const { status } = await post(server.url + path, new URLSearchParams(form).toString(), {
    "content-type": "application/x-www-form-urlencoded",
    "x-provider-signature": twilio.getExpectedTwilioSignature(authToken, publicUrl + path, form),
  });
  if (status !== 200) throw new Error(`The callback to ${path} got ${status}`);
}

/** The database as SQL that a driver can run: rows are inserts, and there are no commands of psql. */
function dump(url: string): string {
  const options = ["--inserts", "--rows-per-insert=1000", "--no-owner", "--no-privileges", `--dbname=${url}`];
  const { status, stdout, stderr } = spawnSync("pg_dump", options, { encoding: "utf8", maxBuffer: 1024 ** 3 });
  if (status !== 0) throw new Error(stderr);
  return stdout.replaceAll(/^\\.*$/gm, "");
}
