import { expect, test } from "vitest";
import { migrate, readSchemaStatus } from "../../server/process/migrate.ts";
import { useApp } from "../support/app.ts";
import type { Client } from "../support/client.ts";
import { buildContact, type TestTeam, uniquePhone } from "../support/factories.ts";
import { explain, recordStatements } from "../support/statements.ts";

const app = useApp();

const blockSize = 8_192;

/** Creates contacts one after another, and returns their ids, the newest first. */
async function createInTurn(client: Client, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let n = 0; n < count; n++) ids.unshift((await buildContact(client, { name: `Ada ${n}`, tags: ["a"] })).id);
  return ids;
}

/** A team with old contacts in several blocks, and with so many newer contacts that a scan of the newest misses them. */
async function buildOldContacts(count: number, perBlock: number): Promise<{ client: Client; ids: string[] }> {
  const { client, team } = await app.signIn();
  const ids = await createInTurn(client, count);
  await app.em().execute("update contact set ordinal = ordinal * ? where team_id = ?", [blockSize / perBlock, team.id]);
  await app.em().execute(
    `insert into contact (team_id, id, name, tags, notes, metadata, search_text, search_trigrams, ordinal, created_at,
       updated_at)
     select ?, gen_random_uuid(), 'Name', '{}', '{}', '{}', 'name', '{nam,ame}', 1000000 + n, '2100-01-01', '2100-01-01'
     from generate_series(1, 1100) as n`,
    [team.id],
  );
  return { client, ids };
}

async function walk(client: Client, query: { query: string; per_page: number; tag?: string; updated_after?: string }) {
  const ids: string[] = [];
  let cursor: string | null | undefined;
  while (cursor !== null) {
    const page = await client.listContacts({ query: { ...query, ...(cursor && { cursor }) } });
    ids.push(...page.contacts.map(({ id }) => id));
    expect(ids.length).toBeLessThan(100);
    cursor = page.nextCursor;
  }
  return ids;
}

test("matches older than the newest contacts are on the pages of a search, the newest first", async () => {
  const { client, ids } = await buildOldContacts(20, 4);
  // Contacts of a process of an earlier version.
  await app.em().execute("update contact set ordinal = -1 where id in (?, ?, ?)", [ids[0]!, ids[7]!, ids[19]!]);

  for (const per_page of [1, 3, 8]) expect(await walk(client, { query: "ada", per_page })).toEqual(ids);
  expect(await walk(client, { query: "ada", per_page: 8, tag: "a" })).toEqual(ids);
  expect(await walk(client, { query: "ada", per_page: 8, updated_after: "2020-01-01" })).toEqual(ids);
});

test("a search reads only the blocks that fill its page", async () => {
  const { client } = await buildOldContacts(40, 4);
  const statements = await recordStatements(() => client.listContacts({ query: { query: "ada", per_page: 5 } }));
  const search = statements.filter(({ text }) => text.includes("contact_search_keys"));

  expect(search).toHaveLength(1);
  const nodes = await explain(app.database, search[0]!);
  const scans = nodes.filter((node) => node["Node Type"] === "Bitmap Heap Scan");
  expect(scans).toHaveLength(2);
  const read = scans.map((scan) => Math.round(scan["Actual Rows"] * scan["Actual Loops"]));
  // Two blocks of four, for five contacts and one that shows there are more.
  expect(read.toSorted()).toEqual([0, 8]);
});

test("a team that the statistics do not know is searched by the index, too", async () => {
  const { client } = await buildOldContacts(3, 4);
  await buildOldContacts(1, 4);
  const statements = await recordStatements(() => client.listContacts({ query: { query: "nobody" } }));
  const search = statements.find(({ text }) => text.includes("contact_search_keys"))!;

  const nodes = await explain(app.database, search);

  const indexes = nodes.flatMap((node) => (node["Node Type"] === "Bitmap Index Scan" ? [node["Index Name"]] : []));
  expect(indexes).toEqual(["contact_search_index", "contact_search_index"]);
});

const readNumbers = async ({ id }: TestTeam) =>
  (
    await app
      .em()
      .execute<{ ordinal: number }[]>("select ordinal from contact where team_id = ? order by created_at, id", [id])
  ).map(({ ordinal }) => ordinal);

test("the contacts of each team are numbered in the order of their creation", async () => {
  const sessions = [await app.signIn(), await app.signIn()];
  const create = (count: number) =>
    Promise.all(
      Array.from({ length: count }, (_, n) => buildContact(sessions[n % 2]!.client, { phones: [uniquePhone()] })),
    );
  await create(16);
  const before = await Promise.all(sessions.map(({ team }) => readNumbers(team)));
  await create(4);

  expect(before).toEqual([0, 1].map(() => Array.from({ length: 8 }, (_, n) => n)));
  expect(await readNumbers(sessions[0]!.team)).toEqual(Array.from({ length: 10 }, (_, n) => n));
});

test("a contact is newer than the contacts before it if the database's clock went back", async () => {
  const { client, team } = await app.signIn();
  const first = await buildContact(client);
  await app.em().execute("update contact set created_at = '2100-01-01' where id = ?", [first.id]);

  const second = await buildContact(client);

  const { contacts } = await client.listContacts();
  expect(contacts.map(({ id }) => id)).toEqual([second.id, first.id]);
  expect(await readNumbers(team)).toEqual([0, 1]);
});

test("contacts of an earlier version are numbered and found after the migration", async () => {
  const { client, team } = await app.signIn();
  const ids = await createInTurn(client, 4);
  await app.em().execute("alter table contact drop column ordinal");
  await app.em().execute("drop function contact_search_keys");
  await app.em().execute("create index contact_search_index on contact using gin (team_id, search_trigrams)");
  await app
    .em()
    .execute("delete from mikro_orm_migrations where name in (?, ?)", [
      "20261124190000-numbers-of-contacts",
      "20261124190100-search-by-block-concurrently",
    ]);

  await migrate(app.database);

  expect((await readSchemaStatus(app.database)).pending).toEqual([]);
  expect(await readNumbers(team)).toEqual([0, 1, 2, 3]);
  expect(await walk(client, { query: "ada", per_page: 3 })).toEqual(ids);
});
