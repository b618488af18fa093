import { expect, test } from "vitest";
import { inShard } from "../../server/db/cluster/in-shard.ts";

const names = new Map([
  ["contact", "contact_7"],
  ["contact_phone", "contact_phone_8"],
  ["business_number", "business_number_9"],
]);

test.each([
  ["select id from contact where team_id = $1", "select id from contact_7 as contact where team_id = $1"],
  ["select c.id from contact c limit 1", "select c.id from contact_7 c limit 1"],
  [
    'select "c"."id" from "contact" as "c" left join contact_phone p on true',
    'select "c"."id" from contact_7 as "c" left join contact_phone_8 p on true',
  ],
  ["insert into contact (id) select id from new", "insert into contact_7 as contact (id) select id from new"],
  ["insert into contact as c (id) values ($1)", "insert into contact_7 as c (id) values ($1)"],
  [
    "update contact set name = a.name from unnest($1) as a",
    "update contact_7 as contact set name = a.name from unnest($1) as a",
  ],
  [
    "delete from contact c using contact_phone p where true",
    "delete from contact_7 c using contact_phone_8 p where true",
  ],
  ["update business_number set status = $1", "update business_number set status = $1"],
  ["delete from business_number where true", "delete from business_number where true"],
  [
    "insert into business_number (id) select id from business_number",
    "insert into business_number (id) select id from business_number_9 as business_number",
  ],
  ["select * from (select id from contact) x", "select * from (select id from contact_7 as contact) x"],
  ["select id from contact\nfor update", "select id from contact_7 as contact\nfor update"],
])("the tables of %s are those of the shard", (text, expected) => {
  expect(inShard(text, names)).toBe(expected);
});

test.each([
  "select contact.id from contacts where contact = 1",
  "select 'from contact' from other",
  "select 1 -- from contact\n from other",
  "select * from contact($1) as x",
  "select id from other where contact is distinct from contact.id",
])("nothing else changes in %s", (text) => {
  expect(inShard(text, names)).toBe(text);
});
