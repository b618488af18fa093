import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { refreshStatistics } from "../../server/db/refresh-statistics.ts";
import type { Timestamp } from "../../server/db/timestamp.ts";
import { listCallbacks } from "../../server/inbound/list-callbacks.ts";
import { pruneCallbacks } from "../../server/inbound/prune-callbacks.ts";
import { type DataSetSize, writeDataSet } from "../bench/data-set.ts";
import { useApp } from "../support/app.ts";
import { daysAgo } from "../support/callbacks.ts";
import type { Client } from "../support/client.ts";
import { buildBusinessNumber, uniquePhone } from "../support/factories.ts";
import { explain, explainKept, type PlanNode, recordStatements, type Statement } from "../support/statements.ts";

const app = useApp();

const size = { contacts: 20_000, threads: 2_000, messages: 20_000 };

/** The maximum number of rows that a plan node may read: about half of all rows, enough for the largest list. */
const mostRows = 11_000;

let client: Client;
let oldest: { id: string; createdAt: Timestamp };

async function signInWith(size: DataSetSize): Promise<Client> {
  const { client, team } = await app.signIn({ withNumber: false });
  const number = await buildBusinessNumber(app.em(), { team, isPrimary: true });
  await writeDataSet(app.em(), { teamId: team.id, businessNumberId: number.id }, size);
  await refreshStatistics(app.em(), []);
  return client;
}

beforeAll(async () => {
  client = await signInWith(size);
  await writeOptOuts();
  const { contacts } = await client.listContacts({ query: { external_id: "crm-9999" } });
  oldest = contacts[0]!;
}, 60_000);

/** An opt-out by keyword of each phone of a contact. */
async function writeOptOuts(): Promise<void> {
  const phones = "(select distinct team_id, phone_number from contact_phone)";
  await app.em().execute(`
    insert into consent_event (team_id, id, phone_number, consent, source, sequence, created_at)
    select team_id, gen_random_uuid(), phone_number, 'opted_out', 'keyword', row_number() over (), now() - interval '1 day'
    from ${phones} p;
    insert into opt_out (team_id, phone_number, created_at) select team_id, phone_number, now() from ${phones} p`);
  await app.em().execute("vacuum analyze consent_event, opt_out");
}

/** A page of threads for each of so many teams, which were written to in turns. */
async function writeInTurns(teams: number): Promise<void> {
  for (let made = 0; made < teams; made += 1) await buildBusinessNumber(app.em(), { name: "one of many" });
  await app.em().execute(`
    insert into thread (team_id, id, business_number_id, contact_phone, message_count, last_direction, last_body,
      last_message_at, created_at)
    select team_id, gen_random_uuid(), id, '+1' || (3000000000 + turn), 1, 'outbound', 'hello', now(), now()
    from generate_series(1, 15) as turn, business_number where name = 'one of many' order by turn
  `);
  await app.em().execute("analyze team, business_number, thread");
}

/** The cursor of the page that comes after so many. */
async function cursorAfter(pages: number, next: (cursor?: string) => Promise<{ nextCursor: string | null }>) {
  let cursor: string | undefined;
  for (let page = 0; page < pages; page++) cursor = (await next(cursor)).nextCursor!;
  return { cursor: cursor! };
}

const aThread = async () => (await client.listThreads()).threads[0]!.id;

/** Every list and look-up, with terms that are everywhere, nowhere, and far from the list's beginning. */
const requests: Record<string, () => Promise<unknown>> = {
  "the contacts": () => client.listContacts({ query: { per_page: 100 } }),
  "the contacts, deep": async () =>
    client.listContacts({
      query: await cursorAfter(5, (cursor) =>
        client.listContacts({ query: { per_page: 100, ...(cursor && { cursor }) } }),
      ),
    }),
  "an external id": () => client.listContacts({ query: { external_id: "crm-77" } }),
  "an unknown external id": () => client.listContacts({ query: { external_id: "nobody" } }),
  "a tag of many": () => client.listContacts({ query: { tag: "vip" } }),
  "a tag of few": () => client.listContacts({ query: { tag: "rare" } }),
  "an unknown tag": () => client.listContacts({ query: { tag: "nobody" } }),
  "a tag of old contacts only": () => client.listContacts({ query: { tag: "imported" } }),
  "a text in every contact": () => client.listContacts({ query: { query: "+1200" } }),
  "a text in no contact": () => client.listContacts({ query: { query: "qqq" } }),
  "the name of an old contact": () => client.listContacts({ query: { query: "+12000000042" } }),
  "a text of common letters": () => client.listContacts({ query: { query: "marmarmarmar" } }),
  "the beginning of many names": () => client.listContacts({ query: { query: "m" } }),
  "the beginning of no name": () => client.listContacts({ query: { query: "qx" } }),
  signs: () => client.listContacts({ query: { query: "%_%" } }),
  "recent changes": () => client.listContacts({ query: { updated_after: new Date().toISOString() } }),
  "all changes": () => client.listContacts({ query: { updated_after: "2000-01-01" } }),
  "a text and a tag": () => client.listContacts({ query: { query: "+12000000042", tag: "vip" } }),
  "a text and a tag of old contacts": () => client.listContacts({ query: { query: "qqq", tag: "imported" } }),
  "a tag and recent changes": () =>
    client.listContacts({ query: { tag: "vip", updated_after: new Date().toISOString() } }),
  "a contact": () => client.getContact({ path: { id: oldest.id } }),
  "a phone": () => client.getContactByPhone({ path: { phone: "+12000000007" } }),
  "an unknown phone": () => client.getContactByPhone({ path: { phone: "+12025550123" } }),
  "the duplicates": () => client.listDuplicateContacts({ query: { per_page: 30 } }),
  "the duplicates, deep": async () =>
    client.listDuplicateContacts({
      query: await cursorAfter(3, (cursor) =>
        client.listDuplicateContacts({ query: { per_page: 10, ...(cursor && { cursor }) } }),
      ),
    }),
  "the threads": () => client.listThreads({ query: { per_page: 100 } }),
  "the threads of phones": () =>
    client.listThreads({ query: { phones: ["+12000000007", "+12000000042", "+12025550123"] } }),
  "a thread": async () => client.getThread({ path: { id: await aThread() } }),
  "a thread's messages": async () => client.listThreadMessages({ path: { id: await aThread() } }),
  "the texts": () => client.listMessages({ query: { per_page: 100 } }),
  "the texts, deep": async () =>
    client.listMessages({
      query: await cursorAfter(5, (cursor) =>
        client.listMessages({ query: { per_page: 100, ...(cursor && { cursor }) } }),
      ),
    }),
  "the texts with a status of none": () => client.listMessages({ query: { status: "failed" } }),
  "the texts of a time": () => client.listMessages({ query: { since: "2000-01-01", until: new Date().toISOString() } }),
  "the texts of a phone": () => client.listMessages({ query: { phone: "+12000000007" } }),
  "the received texts of a phone": () =>
    client.listMessages({ query: { phone: "+12000000007", direction: "inbound", since: "2000-01-01" } }),
  "the texts of an unknown phone": () => client.listMessages({ query: { phone: "+12025550123" } }),
  "a text": async () =>
    client.getMessage({ path: { id: (await client.listMessages({ query: { per_page: 1 } })).messages[0]!.id } }),
  "the consent log": () => client.listConsents({ query: { per_page: 100 } }),
  "the consent log of a phone": () => client.listConsents({ query: { phone: "+12000000007" } }),
  "the consent log of a rare source": () => client.listConsents({ query: { source: "api" } }),
  "recent entries of the consent log": () => client.listConsents({ query: { since: new Date().toISOString() } }),
  "the opt-outs": () => client.listOptOuts({ query: { per_page: 100 } }),
  "the opt-outs, deep": async () =>
    client.listOptOuts({
      query: await cursorAfter(5, (cursor) => client.listOptOuts({ query: { ...(cursor && { cursor }) } })),
    }),
  "the consent of a phone": () => client.getConsent({ path: { phone: "+12000000007" } }),
  "a thread's replies": async () =>
    client.listThreadReplies({ path: { id: await aThread() }, query: { since: "2000-01-01T00:00:00Z" } }),
};

const bigTables = [
  "contact",
  "contact_phone",
  "contact_tag",
  "duplicate_group",
  "thread",
  "message",
  "consent_event",
  "opt_out",
];

/** The number of rows that a plan node read. */
function rowsOf(node: PlanNode): number {
  return (node["Actual Rows"] + (node["Rows Removed by Filter"] ?? 0)) * node["Actual Loops"];
}

function check({ text }: Statement, nodes: PlanNode[]): void {
  for (const node of nodes) {
    const isScan = node["Node Type"] === "Seq Scan" && bigTables.includes(node["Relation Name"]!);
    expect(isScan, `reads ${node["Relation Name"]} through: ${text}`).toBe(false);
    expect(rowsOf(node), `${node["Node Type"]} in ${text}`).toBeLessThan(mostRows);
  }
}

test.each(Object.entries(requests))(
  "%s: no large table is scanned, and a limited number of rows is read",
  async (_, send) => {
    const statements = (await recordStatements(send)).filter(({ text }) => /^\s*(select|with)\b/i.test(text));
    expect(statements.length).toBeGreaterThan(0);
    for (const statement of statements) check(statement, await explain(app.database, statement));
  },
);

test("an export of a phone reads no more of a long conversation than it shows", async () => {
  const talkative = await signInWith({ contacts: 1, threads: 1, messages: mostRows + 1_000 });
  const { threads } = await talkative.listThreads();
  const path = { phone: threads[0]!.contactPhone };
  const { nextCursor } = await talkative.exportPhoneData({ path, query: { per_page: 20 } });
  const query = { per_page: 20, cursor: nextCursor! };

  const statements = await recordStatements(() => talkative.exportPhoneData({ path, query }));

  const reading = statements.filter(({ text }) => /from "?thread/.test(text));
  expect(reading.length).toBeGreaterThan(0);
  for (const statement of reading) check(statement, await explain(app.database, statement));
});

test("callbacks are listed and pruned by their ids, and only the needed rows are read", async () => {
  await app.em().execute(`
    insert into callback (id, kind, fields, test_mode, received_at, outcome, processed_at)
    select (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '7000' || '8' || lpad(to_hex(n), 15, '0'))::uuid,
      'inbound', '{}', false, at, 'stored', at
    from generate_series(1, 20000) as n, lateral (select now() - (n - 0.5) * interval '2 minutes') as time (at)
  `);
  await refreshStatistics(app.em(), []);
  const before = await daysAgo(app.em(), 27);
  const statements = [
    ...(await recordStatements(() => listCallbacks(app.em(), { limit: 50 }))),
    ...(await recordStatements(() => pruneCallbacks(app.em(), before, 100))),
  ].filter(({ text }) => text.includes("callback"));

  // This many callbacks are younger than 27 days.
  const [{ count }] = await app.em().execute<[{ count: number }]>("select count(*)::int as count from callback");
  expect(count).toBe(27 * 24 * 30);
  expect(statements.length).toBeGreaterThan(2);
  for (const statement of statements) {
    const scans = (await explain(app.database, statement)).filter((node) => / Scan$/.test(node["Node Type"]));
    for (const scan of scans) {
      expect(scan).toMatchObject({ "Node Type": "Index Scan", "Index Name": "callback_pkey" });
      expect(rowsOf(scan)).toBeLessThanOrEqual(100);
    }
  }
});

test("a batch of texts, with and without keys, to new and known phones, scans no table", async () => {
  const client = await signInWith({ contacts: 20, threads: 20, messages: 20 });
  const { threads } = await client.listThreads({ query: { per_page: 20 } });
  const phones = [...threads.map(({ contactPhone }) => contactPhone), ...Array.from({ length: 20 }, uniquePhone)];
  const statements = await recordStatements(() =>
    Promise.all(
      phones.map((phone, at) =>
        client.sendText({
          body: { phone_number: phone, message: "hello" },
          ...(at % 2 === 0 && { idempotencyKey: `size ${at}` }),
        }),
      ),
    ),
  );

  const storing = statements.filter(({ text }) => text.includes("insert into message"));
  expect(storing.length).toBeGreaterThan(0);
  for (const statement of storing) {
    const nodes = await explain(app.database, statement, "planned");
    const scans = nodes.filter(
      (node) => / Scan$/.test(node["Node Type"]) && bigTables.includes(node["Relation Name"]!),
    );
    expect(scans.map((node) => node["Relation Name"])).toEqual(expect.arrayContaining(["thread", "contact_phone"]));
    // By team and phone: a few rows of each.
    for (const scan of scans) expect(scan["Index Cond"] ?? scan["Recheck Cond"]).toMatch(/team_id = .+phone/);
  }
});

test("the plans of prepared reads are reused, and read at most a page", async () => {
  const { id } = (await client.listThreads()).threads[0]!;
  const deep = (list: "listContacts" | "listThreads") => async () =>
    client[list]({ query: await cursorAfter(2, (cursor) => client[list]({ query: { ...(cursor && { cursor }) } })) });
  const reads: (() => Promise<unknown>)[] = [
    deep("listContacts"),
    deep("listThreads"),
    () => client.getThread({ path: { id } }),
    async () => {
      const { nextCursor } = await client.listThreadMessages({ path: { id }, query: { per_page: 2 } });
      await client.listThreadMessages({ path: { id }, query: { per_page: 2, cursor: nextCursor! } });
    },
    () => client.listThreadReplies({ path: { id }, query: { since: "2000-01-01T00:00:00Z" } }),
  ];
  const statements = (
    await recordStatements(async () => {
      for (const read of reads) await read();
    })
  ).filter(({ isPrepared, values }) => isPrepared && !values.some((value) => String(value).startsWith("{")));

  expect(new Set(statements.map(({ text }) => text)).size).toBe(9);
  const checkKept = async (among: string) => {
    const indexes = new Set<string | undefined>();
    for (const statement of statements) {
      const { isKept, nodes } = await explainKept(app.database, statement);
      expect(isKept, `${among}: ${statement.text}`).toBe(true);
      check(statement, nodes);
      for (const node of nodes) {
        expect(rowsOf(node), `${node["Node Type"]} in ${statement.text}`).toBeLessThan(50);
        indexes.add(node["Index Name"]);
      }
    }
    // A contact with the required fields only.
    expect(indexes, among).toContain("contact_phone_primary_unique");
  };
  await checkKept("one team");
  for (const contacts of [10, 100, 1_000]) await signInWith({ contacts, threads: contacts, messages: contacts * 10 });
  await checkKept("teams of many sizes");
  await writeInTurns(150);
  await checkKept("many small teams");
});

test("a search reads few pages of new contacts that are not yet in its index", async () => {
  const added = Array.from({ length: 200 }, (_, n) => ({ name: `${n} ${randomUUID()}`, phones: [uniquePhone()] }));
  await Promise.all(added.map((body) => client.createContact({ body })));
  const statements = await recordStatements(() => client.listContacts({ query: { query: "qqq" } }));
  const search = statements.find(({ text }) => text.includes("@>"))!;
  const readPages = async () => {
    const nodes = await explain(app.database, search);
    const scan = nodes.find((node) => node["Index Name"] === "contact_search_index")!;
    return scan["Shared Hit Blocks"]! + scan["Shared Read Blocks"]!;
  };

  const pages = await readPages();
  await app.em().execute("select gin_clean_pending_list('contact_search_index')");
  // The list holds 64 kB, and may have the pages of one more batch.
  expect(pages - (await readPages())).toBeLessThan(15);
});

test("deleting a contact reads a bounded number of rows by indexes, also the checks of its foreign keys", async () => {
  const { contacts } = await client.listContacts({ query: { query: "+12000000077" } });
  const { id } = contacts[0]!;
  const statements = (await recordStatements(() => client.deleteContact({ path: { id } }))).filter(({ text }) =>
    bigTables.some((table) => new RegExp(`\\b(from|update|into) ${table}\\b`).test(text)),
  );
  expect(statements.length).toBeGreaterThan(5);
  for (const statement of statements) {
    for (const node of await explain(app.database, statement, "planned")) {
      const isScan = node["Node Type"] === "Seq Scan" && bigTables.includes(node["Relation Name"]!);
      expect(isScan, `reads ${node["Relation Name"]} through: ${statement.text}`).toBe(false);
    }
  }
  // The foreign keys that refer to a contact are checked by the first columns of an index.
  const unindexed = await app.em().execute(`
    select c.conname from pg_constraint c
    where c.contype = 'f' and c.confrelid = 'contact'::regclass and not exists (
      select from pg_index i where i.indrelid = c.conrelid and (i.indkey::int2[])[0:1] = c.conkey
    )
  `);
  expect(unindexed).toEqual([]);
});
