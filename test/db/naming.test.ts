import { expect, test } from "vitest";
import { queries } from "../../server/db/orm.ts";
import { newId } from "../../server/db/schema/ids.ts";
import { useApp } from "../support/app.ts";
import { buildOtp } from "../support/factories.ts";

const app = useApp();

test("equal column names in all tables are mapped to the same property", () => {
  const meanings = new Map<string, Set<string>>();
  for (const { props } of app.database.orm.getMetadata().getAll().values()) {
    for (const { name, fieldNames, kind, customType } of props) {
      if (kind !== "scalar") continue;
      for (const each of [...fieldNames, name]) {
        meanings.set(each, (meanings.get(each) ?? new Set()).add(`${name} as ${customType?.constructor.name}`));
      }
    }
  }
  expect([...meanings].filter(([, { size }]) => size > 1)).toEqual([]);
});

test("typed SQL returns timestamps in microseconds, and keeps texts, bytes, nulls and other names", async () => {
  const { team, client } = await app.signIn();
  const tags = ["null", "{a,b}", ' "quoted" ', "line\nbreak"];
  const metadata = { created_at: "as it is" };
  const body = { name: "Ada", phones: ["+12025550123"], tags, metadata };
  const { contact } = await client.createContact({ body });
  const codeHash = Buffer.from(newId());
  const { id } = await buildOtp(app.em(), { team, recipientId: "user" });
  await app.em().execute("update otp set code_hash = ? where id = ?", [codeHash, id]);
  const moment = "2026-01-02 03:04:05.1+00";
  await app.em().execute("update contact set created_at = ? where id = ?", [moment, contact.id]);

  const contacts = await queries(app.em())
    .selectFrom("Contact as c")
    .select(["c.id", "c.tags", "c.metadata", "c.company", "c.createdAt", "c.name as called"])
    .where("c.teamId", "=", team.id)
    .execute();
  const otps = await queries(app.em())
    .selectFrom("Otp")
    .select(["codeHash", "verifiedAt"])
    .where("id", "=", id)
    .execute();

  const createdAt = "2026-01-02T03:04:05.100000Z";
  expect(contacts).toEqual([{ id: contact.id, tags, metadata, company: null, createdAt, called: "Ada" }]);
  expect(otps).toEqual([{ codeHash, verifiedAt: null }]);
});
