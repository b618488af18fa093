import { afterAll, beforeAll, expect, test } from "vitest";
import type { Database } from "../../server/db/database.ts";
import { sources } from "../../server/privacy/export/sources.ts";
import { places } from "../../server/privacy/reapply/find-hashed.ts";
import { refreshedTables } from "../../server/privacy/refresh-statistics.ts";
import { createDatabase } from "../support/database.ts";
import { personalData } from "./personal-data.ts";

let database: Database;

beforeAll(async () => {
  database = await createDatabase();
});
afterAll(() => database.close());

const query = <Row>(statement: string) => database.orm.em.fork().execute<Row[]>(statement);

/** Every column that can hold a text, by table: texts, JSON and bytes, and lists of them, but for words of a fixed list. */
async function readColumns(): Promise<Record<string, string[]>> {
  const columns = await query<{ table: string; column: string | null }>(`
    select c.relname as table, a.attname as column from pg_class c
    left join lateral (
      select attname from pg_attribute
      where attrelid = c.oid and attnum > 0 and not attisdropped
        and atttypid in (select oid from pg_type t where coalesce(nullif(t.typelem, 0), t.oid) in (
          select oid from pg_type where typcategory in ('S', 'U') and typname not in ('uuid')
        ))
        and not exists (
          select from pg_constraint k where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[attnum]
            and pg_get_constraintdef(k.oid) ~ '= ANY \\(\\(?ARRAY\\['
        )
    ) a on true
    where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace
    order by 1, 2
  `);
  const tables: Record<string, string[]> = {};
  for (const { table, column } of columns) {
    tables[table] = [...(tables[table] ?? []), ...(column === null ? [] : [column])];
  }
  return tables;
}

const judged = () =>
  Object.fromEntries(
    Object.entries(personalData).map(([table, each]) => [
      table,
      [...("personal" in each ? each.personal : []), ...Object.keys(each.other)].toSorted(),
    ]),
  );

test("every table, and every column that can hold a text, is judged: it holds data of recipients or it does not", async () => {
  expect(judged()).toEqual(await readColumns());
});

test("a new table and a new column of texts, JSON or bytes are missed until they are judged", async () => {
  for (const type of ["text", "varchar(8)", "json", "jsonb", "bytea", "text[]", "jsonb[]", "citext_like"]) {
    if (type === "citext_like") await query("create domain citext_like as text");
    await query(`alter table usage_day add column unjudged ${type}`);
    expect((await readColumns()).usage_day, type).toEqual(["unjudged"]);
    await query("alter table usage_day drop column unjudged");
  }
  await query("alter table usage_day add column unjudged text check (unjudged in ('a', 'b'))");
  expect((await readColumns()).usage_day).toEqual([]);
  await query("create table unjudged (id uuid primary key)");

  expect(await readColumns()).toEqual({ ...judged(), unjudged: [] });
});

test("every table with data of recipients is a kind of the export of a phone, or has a reason why not", () => {
  const exported = Object.values(personalData).flatMap((each) => ("personal" in each ? [each.exported] : []));
  const kinds = exported.flatMap((each) => ("as" in each ? [each.as] : []));

  expect([...new Set(kinds)].toSorted()).toEqual(Object.keys(sources).toSorted());
});

test("every table that a phone can be left in alone is searched for erased phones after a restore", () => {
  const searched = new Set(["callback", ...places.map(([table]) => table)]);
  const others = Object.entries(personalData).flatMap(([table, each]) =>
    "personal" in each && !searched.has(table) ? [table] : [],
  );

  expect(others.toSorted()).toEqual([
    "api_key", // what an operator has set
    "approval", // goes with its text
    "carrier_copy", // names no phone
    "contact", // has its phones in contact_phone
    "contact_tag",
    "duplicate_group",
    "erasure", // has its phones sealed
    "inbound_part", // is a callback within minutes
    "media", // goes with its message
    "media_part",
    "message", // has its phone in thread
    "webhook_attempt", // goes with its delivery
    "webhook_target", // the host of an address
  ]);
});

/** Tables with data of recipients that statistics cannot repeat after an erasure, each with the reason. */
const withoutRefresh: Record<string, string> = {
  api_key: "an erasure does not change it",
  erasure: "its phones are sealed",
};

test("an erasure refreshes the statistics of every other table with data of recipients", () => {
  const personal = Object.entries(personalData).flatMap(([table, each]) => ("personal" in each ? table : []));

  expect([...refreshedTables, ...Object.keys(withoutRefresh)].toSorted()).toEqual(personal.toSorted());
});
