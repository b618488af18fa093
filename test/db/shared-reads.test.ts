import { CompiledQuery } from "kysely";
import { expect, onTestFinished, test, vi } from "vitest";
import { databaseOf, type Orm, openOrm, readPool } from "../../server/db/orm.ts";
import { useApp } from "../support/app.ts";
import { buildContact, uniquePhone } from "../support/factories.ts";

const app = useApp();

/** Opens a pool with a few connections. */
async function openPool(size: number) {
  const orm = await openOrm(app.database.address, size);
  onTestFinished(() => orm.close());
  return { orm, readShared: (text: string) => readShared(orm, text) };
}

const readShared = async (orm: Orm, text: string) =>
  (await databaseOf(orm.em).reads.executeQuery(CompiledQuery.raw(text))).rows;

test("lists that many teams ask for at once are each their own", async () => {
  const teams = await Promise.all(
    Array.from({ length: 12 }, async (_, index) => {
      const { client } = await app.signIn();
      const contacts = Array.from({ length: index }, () => buildContact(client));
      return { client, ids: (await Promise.all(contacts)).map(({ id }) => id).toSorted() };
    }),
  );

  const asked = Array.from({ length: 10 }, () => teams).flat();
  const answers = await Promise.all(asked.map(({ client }) => client.listContacts({})));

  expect(answers.map(({ contacts }) => contacts.map(({ id }) => id).toSorted())).toEqual(asked.map(({ ids }) => ids));
});

test("a read that fails takes nothing from those beside it", async () => {
  const { orm, readShared } = await openPool(4);
  const statements = Array.from({ length: 40 }, (_, n) => `select ${n} / ${n % 5} as n`);

  const results = await Promise.allSettled(statements.map((text) => readShared(text)));

  expect(results.map(({ status }) => status === "fulfilled")).toEqual(statements.map((_, n) => n % 5 > 0));
  expect(results[6]).toMatchObject({ value: [{ n: 6 }] });
  expect(readPool(orm)).toMatchObject({ waiting: 0 });
  await vi.waitFor(() => expect(readPool(orm).idle).toBe(readPool(orm).total));
});

test("reads whose connection is lost fail, and those after them have another one", async () => {
  const { readShared } = await openPool(1);
  const lost = [readShared("select pg_terminate_backend(pg_backend_pid())"), readShared("select 1")];

  for (const read of await Promise.allSettled(lost)) expect(read.status).toBe("rejected");
  await vi.waitFor(async () => expect(await readShared("select 1 as one")).toEqual([{ one: 1 }]));
});

test("texts are sent while lists are read without a pause", async () => {
  const { client } = await app.signIn();
  let sent = false;
  const readers = Array.from({ length: 60 }, async () => {
    while (!sent) await client.listThreads({});
  });

  for (let turn = 0; turn < 5; turn += 1) {
    await client.sendText({ body: { phone_number: uniquePhone(), message: "hello" } });
  }
  sent = true;
  await Promise.all(readers);
});
