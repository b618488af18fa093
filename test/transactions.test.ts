import { sql } from "kysely";
import pg from "pg";
import { beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { type EntityManager, openOrm, prepared, readPool } from "../server/db/orm.ts";
import { transact, untilCommit, withCommit } from "../server/db/transaction.ts";
import { useApp } from "./support/app.ts";

const app = useApp();
const orm = () => app.database.orm;

beforeAll(async () => {
  await app.em().execute("create table step (name text primary key)");
});

const write = (em: EntityManager, name: string) => sql`insert into step values (${name})`.execute(prepared(em));

async function read(em: EntityManager, name: string): Promise<boolean> {
  const { rows } = await sql`select from step where name = ${name}`.execute(prepared(em));
  return rows.length > 0;
}

test("what is asked for at once is done in the order of asking", async () => {
  const [before, , after] = await transact(orm(), (tx) =>
    Promise.all([read(tx, "asked"), write(tx, "asked"), read(tx, "asked")]),
  );

  expect([before, after]).toEqual([false, true]);
  expect(await read(app.em(), "asked")).toBe(true);
});

test("a statement that is left to the commit is there with it", async () => {
  await transact(orm(), (tx) => untilCommit(tx, write(tx, "left")));

  expect(await read(app.em(), "left")).toBe(true);
});

test("where a statement that is left to the commit fails, nothing is there, and the failure is told", async () => {
  await write(app.em(), "taken");
  const done = transact(orm(), async (tx) => {
    await write(tx, "beside");
    await untilCommit(tx, write(tx, "taken"));
    return "done";
  });

  await expect(done).rejects.toThrow(/step_pkey/);
  expect(await read(app.em(), "beside")).toBe(false);
});

test("the last statement's result is told once it is committed, and nothing comes after it", async () => {
  const seen = await transact(orm(), async (tx) => {
    const { numAffectedRows } = await withCommit(tx, write(tx, "last"));
    expect(await read(app.em(), "last")).toBe(true);
    await expect(write(tx, "after the last")).rejects.toThrow("over");
    return numAffectedRows;
  });

  expect(seen).toBe(1n);
});

test("where the commit itself fails, work does not go on as if it had not", async () => {
  await app.em().execute(`
    create function refuse() returns trigger language plpgsql as $$ begin raise 'refused at the end'; end $$;
    create constraint trigger refusal after insert on step deferrable initially deferred for each row
      when (new.name = 'refused') execute function refuse()
  `);
  let goesOn = false;
  const done = transact(orm(), async (tx) => {
    await withCommit(tx, write(tx, "refused"));
    goesOn = true;
  });

  await expect(done).rejects.toThrow("refused at the end");
  expect(goesOn).toBe(false);
});

test("where the last statement fails, nothing is there, and the failure is told", async () => {
  await write(app.em(), "taken before");
  const done = transact(orm(), async (tx) => {
    await untilCommit(tx, write(tx, "beside the last"));
    await withCommit(tx, write(tx, "taken before"));
  });

  await expect(done).rejects.toThrow(/step_pkey/);
  expect(await read(app.em(), "beside the last")).toBe(false);
});

test("a transaction whose statements are all left to the commit is one round trip", async () => {
  const original = pg.Client.prototype.query;
  let answered = 0;
  let answeredBeforeCommit: number | undefined;
  const query = vi.spyOn(pg.Client.prototype, "query").mockImplementation(function ask(this: pg.Client, ...all) {
    const args: unknown[] = all;
    const done = args.pop() as (...answer: unknown[]) => void;
    if (args[0] === "commit") answeredBeforeCommit = answered;
    const count = (...answer: unknown[]) => {
      answered += 1;
      done(...answer);
    };
    return Reflect.apply(original, this, [...args, count]);
  });
  onTestFinished(() => query.mockRestore());

  await transact(orm(), (tx) => untilCommit(tx, write(tx, "at once")));

  expect({ answered, answeredBeforeCommit }).toEqual({ answered: 3, answeredBeforeCommit: 0 });
});

test("work that keeps a failed statement to itself does not pass for done", async () => {
  await write(app.em(), "there");
  const done = transact(orm(), async (tx) => {
    await write(tx, "unsaid");
    await write(tx, "there").catch(() => {});
  });

  await expect(done).rejects.toThrow("nobody said so");
  expect(await read(app.em(), "unsaid")).toBe(false);
});

test("a statement that comes after the end of its transaction is not run outside of it", async () => {
  let late: Promise<unknown> = Promise.resolve();
  const done = transact(orm(), async (tx) => {
    late = new Promise((resolve) => setTimeout(resolve, 20)).then(() => write(tx, "late"));
    throw new Error("no");
  });

  await expect(done).rejects.toThrow("no");
  await expect(late).rejects.toThrow("over");
  expect(await read(app.em(), "late")).toBe(false);
});

test("transactions that fail, or whose connections are lost, leave their places in the pool to others", async () => {
  const small = await openOrm(app.database.address, 2);
  onTestFinished(() => small.close());
  for (let turn = 0; turn < 6; turn += 1) {
    const lost = transact(small, async (tx) => {
      if (turn % 2 === 0) throw new Error("no");
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(prepared(tx));
      await app.em().execute("select pg_terminate_backend(?)", [rows[0]!.pid]);
      await write(tx, "lost");
    });
    await expect(lost).rejects.toThrow();
  }

  await vi.waitFor(() => Promise.all(["one", "two"].map((name) => transact(small, (tx) => read(tx, name)))));
  expect(await readPool(small)).toEqual({ total: 2, idle: 2, waiting: 0 });
});
