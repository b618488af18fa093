import { beforeAll, expect, test } from "vitest";
import { transact } from "../../server/db/transaction.ts";
import { useApp } from "../support/app.ts";
import { read, writeWithoutResult } from "../support/steps.ts";

const app = useApp();

beforeAll(async () => {
  await app.em().execute("create table step (name text primary key)");
  await app.em().execute("select create_distributed_table('step', 'name')");
});

test("a statement that fails undoes the others of its tick, also on other nodes", async () => {
  const names = Array.from({ length: 8 }, (_, index) => `name ${index}`);
  const done = transact(app.database.orm, async (tx) => {
    for (const name of [...names, names[0]!]) await writeWithoutResult(tx, name);
  });

  await expect(done).rejects.toThrow(/step_pkey/);
  expect(await Promise.all(names.map((name) => read(app.em(), name)))).toEqual(names.map(() => false));
});
