import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { createPool, type PooledClient, takeClient } from "../../server/db/driver/pool.ts";
import { databaseOf } from "../../server/db/orm.ts";
import { useApp } from "../support/app.ts";

const app = useApp();

let pool: pg.Pool;
let client: PooledClient;

beforeAll(() => {
  const { options } = databaseOf(app.database.orm.em).pool;
  pool = createPool({ ...options, max: 1 });
});
afterAll(() => pool.end());
beforeEach(async () => {
  client = await takeClient(pool);
});
// The next test gets a new connection.
afterEach(() => client.release(true));

/** Sends a statement in a group, or alone. */
function send(statement: pg.QueryConfig, isGrouped = true): Promise<pg.QueryResult> {
  return new Promise((resolve, reject) => {
    client.send(statement, (error, result) => (error ? reject(error) : resolve(result)), isGrouped);
  });
}

const begin = () => send({ name: "begin", text: "begin" });
const end = (text: "commit" | "rollback") => send({ text }, false);
const select = (value: unknown, name?: string) =>
  send({ ...(name && { name }), text: "select $1::text as value", values: [value] }).then(({ rows }) => rows[0].value);
const divideBy = (value: number) => send({ name: "division", text: "select 1 / $1::int", values: [value] });

test("the statements of a tick have one Sync, and each has its own result", async () => {
  const syncs = vi.spyOn(pg.Connection.prototype, "sync");

  const results = await Promise.all([begin(), select("first", "named"), select("second"), select("third", "named")]);
  const { command } = await end("commit");

  expect({ results: results.slice(1), command }).toEqual({ results: ["first", "second", "third"], command: "COMMIT" });
  expect(syncs.mock.calls).toHaveLength(1);
  syncs.mockRestore();
});

test("a failure fails the rest of its group with the same error, and later ticks run", async () => {
  const closes = vi.spyOn(pg.Connection.prototype, "close");
  const ends = await Promise.allSettled([begin(), select("before"), divideBy(0), select("behind", "skipped")]);
  await end("rollback");
  const closed = closes.mock.calls.map(([message]) => message);
  closes.mockRestore();

  expect(ends.map((each) => (each.status === "fulfilled" ? "done" : each.reason.code))).toEqual([
    ...["done", "done"],
    ...["22012", "22012"],
  ]);
  // PostgreSQL has parsed the statement that failed, but not the one that it skipped. PgBouncer must forget its name.
  expect(closed).toEqual([{ type: "S", name: "skipped" }]);
  expect(await select("later", "skipped")).toBe("later");
  expect(await divideBy(1)).toMatchObject({ rowCount: 1 });
});

test("statements that are sent alone end the group before them", async () => {
  const [, first, { rows }, second] = await Promise.all([
    ...[begin(), select("before")],
    send({ text: "select 'alone' as value" }, false),
    select("behind"),
  ] as const);

  expect([first, rows, second]).toEqual(["before", [{ value: "alone" }], "behind"]);
  await end("rollback");
});

test("a group without a begin is a transaction", async () => {
  await send({ text: "create temporary table item (name text primary key)" }, false);
  const insert = (name: string) => send({ text: "insert into item values ($1)", values: [name] });
  const tick = () => new Promise((resolve) => process.nextTick(resolve));
  const stored = insert("stored");
  await tick();
  const ends = await Promise.allSettled([stored, insert("undone"), insert("stored")]);

  expect(ends.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled", "rejected"]);
  expect((await send({ text: "select name from item" }, false)).rows).toEqual([{ name: "stored" }]);
});

test("a connection that is lost fails all statements of a group", async () => {
  const { rows } = await send({ text: "select pg_backend_pid() as pid" }, false);
  const ends = Promise.allSettled([
    begin(),
    send({ text: "select pg_sleep($1)", values: [30] }),
    select("behind", "lost"),
  ]);
  await vi.waitFor(async () => {
    const ended = await app
      .em()
      .execute("select pg_terminate_backend(pid) from pg_stat_activity where pid = ? and wait_event = 'PgSleep'", [
        rows[0].pid,
      ]);
    expect(ended).toHaveLength(1);
  });

  expect((await ends).map(({ status }) => status)).toEqual(["fulfilled", "rejected", "rejected"]);
});

test("the late failure of a group leaves a statement parsed that a later group has sent anew", async () => {
  const shared = { name: "shared", text: "select 1 as value" };
  await Promise.all([begin(), send({ text: "savepoint s" }, false)]);
  const failed = divideBy(0).catch(({ code }) => code);
  // The transaction goes on as soon as the first group has failed, before the failure of the second has been read.
  const third = new Promise<pg.QueryResult>((resolve, reject) => {
    client.send(
      shared,
      () => {
        void send({ text: "rollback to savepoint s" }, false);
        send(shared).then(resolve, reject);
      },
      true,
    );
  });
  await new Promise((resolve) => process.nextTick(resolve));
  const second = send(shared).catch(({ code }) => code);

  expect([await failed, await second]).toEqual(["22012", expect.stringMatching(/^(25P02|26000)$/)]);
  expect((await third).rows).toEqual([{ value: 1 }]);
  expect((await send(shared)).rows).toEqual([{ value: 1 }]);
  await end("rollback");
});

test("a statement whose name PostgreSQL no longer knows is parsed again after one failure", async () => {
  await Promise.all([begin(), select("first", "kept")]);
  await end("commit");
  await send({ text: "deallocate kept" }, false);

  await expect(select("second", "kept")).rejects.toMatchObject({ code: "26000" });

  expect(await select("third", "kept")).toBe("third");
  expect(await select("fourth", "kept")).toBe("fourth");
});
