import { sql } from "kysely";
import pg from "pg";
import { beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { createLane } from "../server/db/line.ts";
import { type EntityManager, openOrm, prepared, readPool } from "../server/db/orm.ts";
import { deferToCommit, transact, withCommit } from "../server/db/transaction.ts";
import { useApp } from "./support/app.ts";
import { createAwayDatabase } from "./support/database.ts";

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
  await transact(orm(), (tx) => deferToCommit(tx, write(tx, "left")));

  expect(await read(app.em(), "left")).toBe(true);
});

test("where a statement that is left to the commit fails, nothing is there, and the failure is told", async () => {
  await write(app.em(), "taken");
  const done = transact(orm(), async (tx) => {
    await write(tx, "beside");
    await deferToCommit(tx, write(tx, "taken"));
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
    await deferToCommit(tx, write(tx, "beside the last"));
    await withCommit(tx, write(tx, "taken before"));
  });

  await expect(done).rejects.toThrow(/step_pkey/);
  expect(await read(app.em(), "beside the last")).toBe(false);
});

/** Counts what is asked and answered from now on: `answeredBefore` is how much was when the last commit was asked for. */
function countAnswers(): { answered: number; answeredBefore: number } {
  const original = pg.Client.prototype.query;
  const counts = { answered: 0, answeredBefore: 0 };
  const query = vi.spyOn(pg.Client.prototype, "query").mockImplementation(function ask(this: pg.Client, ...all) {
    const args: unknown[] = all;
    const done = args.pop() as (...answer: unknown[]) => void;
    if (args[0] === "commit") counts.answeredBefore = counts.answered;
    const count = (...answer: unknown[]) => {
      counts.answered += 1;
      done(...answer);
    };
    return Reflect.apply(original, this, [...args, count]);
  });
  onTestFinished(() => query.mockRestore());
  return counts;
}

test("a transaction whose statements are all left to the commit is one round trip", async () => {
  const counts = countAnswers();

  await transact(orm(), (tx) => deferToCommit(tx, write(tx, "at once")));

  expect(counts).toEqual({ answered: 3, answeredBefore: 0 });
});

test("a transaction in line goes out behind the commit of the one before, without waiting for it", async () => {
  const line = createLane(orm());
  const counts = countAnswers();

  await Promise.all([
    line((tx) => deferToCommit(tx, write(tx, "first in line"))),
    line((tx) => deferToCommit(tx, write(tx, "second in line"))),
  ]);

  expect(counts).toEqual({ answered: 6, answeredBefore: 0 });
  expect(await Promise.all([read(app.em(), "first in line"), read(app.em(), "second in line")])).toEqual([true, true]);
});

test("a transaction in line that takes several round trips is alone until it ends, and undoes only itself", async () => {
  const line = createLane(orm());
  const failing = line(async (tx) => {
    await write(tx, "slow");
    await read(tx, "slow");
    throw new Error("no");
  });
  const [failed, ...others] = await Promise.allSettled([failing, line((tx) => write(tx, "behind"))]);

  expect({ failed, others }).toMatchObject({ failed: { status: "rejected" }, others: [{ status: "fulfilled" }] });
  expect(await Promise.all([read(app.em(), "slow"), read(app.em(), "behind")])).toEqual([false, true]);
});

test("a transaction in line whose commit is asked for already may fail, and undoes only itself", async () => {
  await write(app.em(), "taken in line");
  const line = createLane(orm());
  const ends = await Promise.allSettled([
    line((tx) => withCommit(tx, write(tx, "taken in line"))),
    line(async (tx) => {
      await write(tx, "not taken");
      // By then it is known of the one before that it has failed.
      for (let times = 0; times < 3; times += 1) await read(tx, "not taken");
    }),
  ]);

  expect(ends).toMatchObject([{ status: "rejected" }, { status: "fulfilled" }]);
  expect(await read(app.em(), "not taken")).toBe(true);
});

test("where there is no connection to be had, all in line fail", async () => {
  const away = await createAwayDatabase();
  onTestFinished(away.close);
  const line = createLane(away.orm);
  const ends = await Promise.allSettled([line((tx) => read(tx, "x")), line((tx) => read(tx, "x"))]);

  expect(ends.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
});

test("when their connection is lost all in line fail, the next ones have another, and the pool has all of its", async () => {
  const small = await openOrm(app.database.address, 2);
  onTestFinished(() => small.close());
  const line = createLane(small);
  const lost = line(async (tx) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(prepared(tx));
    await app.em().execute("select pg_terminate_backend(?)", [rows[0]!.pid]);
    await write(tx, "lost in line");
  });
  const behind = line((tx) => write(tx, "lost behind"));
  await expect(lost).rejects.toThrow();
  const after = line((tx) => write(tx, "not lost"));

  await expect(behind).rejects.toThrow();
  await after;
  expect(await Promise.all(["lost in line", "lost behind", "not lost"].map((name) => read(app.em(), name)))).toEqual([
    false,
    false,
    true,
  ]);
  await vi.waitFor(async () => expect(await readPool(small)).toEqual({ total: 1, idle: 1, waiting: 0 }));
});

test("work that keeps a failed statement to itself does not pass for done", async () => {
  await write(app.em(), "there");
  const done = transact(orm(), async (tx) => {
    await write(tx, "unsaid");
    await write(tx, "there").catch(() => {});
  });

  await expect(done).rejects.toThrow("its error was ignored");
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
