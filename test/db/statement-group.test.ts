import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { createPool, type PooledClient, takeClient } from "../../server/db/driver/pool.ts";
import { type Statement, serialize } from "../../server/db/driver/statement-group.ts";
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

interface Sent {
  text: string;
  values?: unknown[];
  isPrepared?: boolean;
}

const begin: Sent = { text: "begin", isPrepared: true };
const select = (value: unknown): Sent => ({ text: "select $1::text as value", values: [value] });
const selectPrepared = (value: unknown): Sent => ({ text: "select $1 as value", values: [value], isPrepared: true });
const divideBy = (value: number): Sent => ({ text: "select 1 / $1::int", values: [value], isPrepared: true });

const toStatement = ({ text, values = [], isPrepared = false }: Sent, done: Statement["done"]): Statement => ({
  text,
  isPrepared,
  done,
  values: values.map((value) => serialize(value)),
});

/** Sends a group, and returns a promise for each statement. */
function send(...group: Sent[]): Promise<pg.QueryResult>[] {
  const sent = group.map((each) => {
    const { promise, resolve, reject } = Promise.withResolvers<pg.QueryResult>();
    return { promise, statement: toStatement(each, (error, result) => (error ? reject(error) : resolve(result))) };
  });
  client.sendGroup(sent.map(({ statement }) => statement));
  return sent.map(({ promise }) => promise);
}

const run = async (statement: Sent) => (await send(statement)[0]!).rows;

const sendText = (text: string) =>
  new Promise<pg.QueryResult>((resolve, reject) => {
    client.sendText(text, (error, result) => (error ? reject(error) : resolve(result)));
  });

const codeOf = (result: Promise<unknown>) =>
  result.then(
    () => "done",
    ({ code }) => code,
  );

test("the statements of a group have one Sync, and each has its own result", async () => {
  const syncs = vi.spyOn(pg.Connection.prototype, "sync");

  const results = await Promise.all(send(begin, selectPrepared("first"), select("second"), selectPrepared("third")));
  const { command } = await sendText("commit");

  expect(results.slice(1).map(({ rows }) => rows)).toEqual([
    [{ value: "first" }],
    [{ value: "second" }],
    [{ value: "third" }],
  ]);
  expect(command).toBe("COMMIT");
  expect(syncs.mock.calls).toHaveLength(1);
  syncs.mockRestore();
});

test("a failure fails the rest of its group with the same error, and later groups run", async () => {
  const [parses, closes] = [vi.spyOn(pg.Connection.prototype, "parse"), vi.spyOn(pg.Connection.prototype, "close")];
  const codes = await Promise.all(send(begin, select("before"), divideBy(0), selectPrepared("behind")).map(codeOf));
  await sendText("rollback");
  const later = [await run(selectPrepared("later")), await run(divideBy(1))];
  const parsed = parses.mock.calls.map(([{ name }]) => name).filter((name) => name !== "");
  const closed = closes.mock.calls.map(([{ name }]) => name);
  for (const spy of [parses, closes]) spy.mockRestore();

  expect(codes).toEqual(["done", "done", "22012", "22012"]);
  expect(later).toEqual([[{ value: "later" }], [{ "?column?": 1 }]]);
  // PgBouncer refuses a second Parse of a name, and keeps a name until its Close.
  expect(new Set(parsed).size).toBe(parsed.length);
  expect(closed).toEqual(parsed.slice(1, 3));
});

test("a group without a begin is a transaction", async () => {
  await sendText("create temporary table item (name text primary key)");
  const insert = (name: string): Sent => ({ text: "insert into item values ($1)", values: [name] });
  const [stored] = send(insert("stored"));
  const codes = await Promise.all([stored!, ...send(insert("undone"), insert("stored"))].map(codeOf));

  expect(codes).toEqual(["done", "done", "23505"]);
  expect((await sendText("select name from item")).rows).toEqual([{ name: "stored" }]);
});

test("the commit of a group without a begin fails its last statement", async () => {
  await sendText("create temporary table item (name text unique deferrable initially deferred)");
  const insert: Sent = { text: "insert into item values ($1)", values: ["twice"] };

  expect(await Promise.all(send(insert, insert).map(codeOf))).toEqual(["done", "23505"]);
  expect((await sendText("select name from item")).rows).toEqual([]);
});

test("a connection that is lost fails all due statements of a group", async () => {
  const { rows } = await sendText("select pg_backend_pid() as pid");
  const sleep: Sent = { text: "select pg_sleep($1)", values: [30] };
  const codes = Promise.all(send(begin, sleep, select("behind")).map(codeOf));
  await vi.waitFor(async () => {
    const ended = await app
      .em()
      .execute("select pg_terminate_backend(pid) from pg_stat_activity where pid = ? and wait_event = 'PgSleep'", [
        rows[0].pid,
      ]);
    expect(ended).toHaveLength(1);
  });

  expect(await codes).toEqual(["done", "57P01", "57P01"]);
});

test("the late failure of a group leaves a statement known that a later group has sent anew", async () => {
  const shared: Sent = { text: "select 1 as value", isPrepared: true };
  await Promise.all([...send(begin), sendText("savepoint s")]);
  // The third group is sent as soon as the first has failed, before the failure of the second has been read.
  const third = new Promise<pg.QueryResult>((resolve, reject) => {
    const onFailure = () => {
      void sendText("rollback to savepoint s");
      send(shared)[0]!.then(resolve, reject);
    };
    client.sendGroup([toStatement(divideBy(0), () => {}), toStatement(shared, onFailure)]);
  });
  const second = codeOf(run(shared));

  expect(await second).toMatch(/^(25P02|26000)$/);
  expect((await third).rows).toEqual([{ value: 1 }]);
  const parses = vi.spyOn(pg.Connection.prototype, "parse");
  expect(await run(shared)).toEqual([{ value: 1 }]);
  expect(parses).not.toHaveBeenCalled();
  parses.mockRestore();
  await sendText("rollback");
});

test("a statement that PostgreSQL no longer knows is parsed again after one failure", async () => {
  expect(await run(selectPrepared("first"))).toEqual([{ value: "first" }]);
  await sendText("deallocate all");

  await expect(run(selectPrepared("second"))).rejects.toMatchObject({ code: "26000" });

  expect(await run(selectPrepared("third"))).toEqual([{ value: "third" }]);
});
