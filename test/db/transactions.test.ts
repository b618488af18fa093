import { sql } from "kysely";
import { beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { Lane } from "../../server/db/commit/lane.ts";
import {
  databaseOf,
  type EntityManager,
  openOrm,
  prepared,
  readPool,
  topologyOf,
  withoutResult,
} from "../../server/db/orm.ts";
import { transact } from "../../server/db/transaction.ts";
import { useApp } from "../support/app.ts";
import { recordStatements } from "../support/statements.ts";
import { countAnswers, createSteps, read, write, writeWithoutResult } from "../support/steps.ts";

const app = useApp();
const orm = () => app.database.orm;

beforeAll(() => createSteps(app.em()));

type Work = (tx: EntityManager) => Promise<unknown>;

function laneWith(lockTimeout: number) {
  const database = databaseOf(orm().em);
  return database.on(new Lane(database.pool), lockTimeout);
}

/** The two ways to run a transaction. */
const kinds = {
  transact: (work: Work) => transact(orm(), work),
  "the ORM's transactional": (work: Work) => app.em().transactional(work),
};
const everyKind = Object.entries(kinds);

describe.each(everyKind)("%s", (kind, run) => {
  const name = (text: string) => `${kind}: ${text}`;

  test("runs statements in the order of the calls", async () => {
    const [before, , after] = (await run((tx) =>
      Promise.all([read(tx, name("ordered")), write(tx, name("ordered")), read(tx, name("ordered"))]),
    )) as [boolean, unknown, boolean];

    expect([before, after]).toEqual([false, true]);
    expect(await read(app.em(), name("ordered"))).toBe(true);
  });

  test("commits a statement without result, and later statements see it", async () => {
    const seen = await run(async (tx) => {
      expect(await writeWithoutResult(tx, name("without result"))).toEqual({ rows: [] });
      return read(tx, name("without result"));
    });

    expect(seen).toBe(true);
    expect(await read(app.em(), name("without result"))).toBe(true);
  });

  test("fails with the error of a statement without result, and stores nothing", async () => {
    await write(app.em(), name("taken"));
    const done = run(async (tx) => {
      await write(tx, name("beside"));
      await writeWithoutResult(tx, name("taken"));
      return "done";
    });

    await expect(done).rejects.toThrow(/step_pkey/);
    expect(await read(app.em(), name("beside"))).toBe(false);
  });

  test("fails the statements after a failed one with its error", async () => {
    await write(app.em(), name("taken first"));
    const errors: unknown[] = [];
    const done = run(async (tx) => {
      await writeWithoutResult(tx, name("taken first"));
      for (let turn = 0; turn < 2; turn++) await read(tx, "any").catch((error) => errors.push(error));
      return Promise.all([read(tx, "any"), read(tx, "any")]);
    });

    await expect(done).rejects.toThrow(/step_pkey/);
    expect(errors).toEqual([expect.objectContaining({ code: "23505" }), expect.objectContaining({ code: "23505" })]);
  });

  test("fails a statement of the next tick with that error, although its text was skipped before", async () => {
    await write(app.em(), name("taken in a tick"));
    const selectNew = (tx: EntityManager) =>
      sql`select ${name("new")}::text as "new in ${sql.raw(kind)}"`.execute(prepared(tx));
    let later: unknown;
    const done = run(async (tx) => {
      const first = Promise.allSettled([write(tx, name("taken in a tick")), selectNew(tx)]);
      await new Promise((resolve) => process.nextTick(resolve));
      await selectNew(tx).catch((error) => {
        later = error;
      });
      await first;
    });

    await expect(done).rejects.toThrow(/step_pkey/);
    expect(later).toMatchObject({ code: "23505" });
  });

  test("fails when its commit fails", async () => {
    await expect(run((tx) => writeWithoutResult(tx, "refused"))).rejects.toThrow("refused at the end");
  });

  test("is one round trip if all statements are without result, and needs no begin on one PostgreSQL", async () => {
    const counts = countAnswers();
    const statements = await recordStatements(() =>
      run(async (tx) => {
        await writeWithoutResult(tx, name("at once"));
        await writeWithoutResult(tx, name("at once, too"));
      }),
    );

    expect(counts.answeredBefore).toBe(0);
    const ends = statements.map(({ text }) => text).filter((text) => /begin|commit/.test(text));
    expect(ends).toEqual(topologyOf(orm().em) === "citus" ? ["begin", "commit"] : []);
    expect(await read(app.em(), name("at once"))).toBe(true);
  });

  test("stores nothing if the last of its statements without result fails, or its commit", async () => {
    await write(app.em(), name("taken last"));
    const names = [name("taken last"), "refused"];
    const ends = names.map((last) =>
      run(async (tx) => {
        await writeWithoutResult(tx, name(`before ${last}`));
        await writeWithoutResult(tx, last);
      }),
    );

    expect((await Promise.allSettled(ends)).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    for (const last of names) expect(await read(app.em(), name(`before ${last}`))).toBe(false);
  });

  test("stores nothing if a value cannot be serialized, and its statement can be sent again", async () => {
    const unserializable = {
      toPostgres() {
        throw new Error("no text");
      },
    };
    const insertValue = (tx: EntityManager, value: unknown) =>
      sql`insert into step values (${name("value: ")} || ${value}::text)`.execute(withoutResult(tx));
    const done = run(async (tx) => {
      await writeWithoutResult(tx, name("before the value"));
      await insertValue(tx, unserializable);
      await writeWithoutResult(tx, name("behind the value"));
    });

    await expect(done).rejects.toThrow("no text");
    await run((tx) => insertValue(tx, "text"));
    const names = ["before the value", "behind the value", "value: text"].map(name);
    expect(await Promise.all(names.map((each) => read(app.em(), each)))).toEqual([false, false, true]);
  });

  test("is rolled back if it ends with an error in its first tick", async () => {
    const done = run(async (tx) => {
      await writeWithoutResult(tx, name("before the error"));
      throw new Error("no");
    });

    await expect(done).rejects.toThrow("no");
    expect(await read(app.em(), name("before the error"))).toBe(false);
  });

  test("does not commit if it ignores the error of a statement", async () => {
    await write(app.em(), name("there"));
    const done = run(async (tx) => {
      await write(tx, name("ignoring"));
      await write(tx, name("there")).catch(() => {});
    });

    await expect(done).rejects.toThrow(/step_pkey/);
    expect(await read(app.em(), name("ignoring"))).toBe(false);
  });

  test("does not run a statement after its end", async () => {
    let late: Promise<unknown> = Promise.resolve();
    const done = run(async (tx) => {
      late = new Promise((resolve) => setTimeout(resolve, 20)).then(() => write(tx, name("late")));
      throw new Error("no");
    });

    await expect(done).rejects.toThrow("no");
    await expect(late).rejects.toThrow(/over|already rolled back/);
    expect(await read(app.em(), name("late"))).toBe(false);
  });
});

test("outside of a transaction, a statement without result returns its result or error", async () => {
  expect(await writeWithoutResult(app.em(), "outside")).toMatchObject({ numAffectedRows: 1n });
  await expect(writeWithoutResult(app.em(), "outside")).rejects.toThrow(/step_pkey/);
});

test("a nested transaction fails alone, and the outer one commits the rest", async () => {
  await write(app.em(), "taken by others");
  await app.em().transactional(async (tx) => {
    await write(tx, "outer");
    await tx.transactional((nested) => writeWithoutResult(nested, "nested"));
    const failed = tx.transactional(async (nested) => {
      await writeWithoutResult(nested, "nested and undone");
      await writeWithoutResult(nested, "taken by others");
    });
    await expect(failed).rejects.toThrow(/step_pkey/);
    await write(tx, "outer again");
  });

  const names = ["outer", "nested", "nested and undone", "outer again"];
  expect(await Promise.all(names.map((name) => read(app.em(), name)))).toEqual([true, true, false, true]);
});

const runsWithTimeout = {
  transact: (timeout: number, work: Work) => transact(orm(), work, timeout),
  "a lane": (timeout: number, work: Work) => transact(orm(), work, undefined, laneWith(timeout)),
};

describe.each(Object.entries(runsWithTimeout))("the lock timeouts of %s", (_, run) => {
  test("hold in their transactions, and have one prepared statement", async () => {
    const timeouts: string[] = [];
    const statementsWith = async (timeout: number) => {
      const statements = await recordStatements(() =>
        run(timeout, async (tx) => {
          const { rows } = await sql<{ timeout: string }>`
            select current_setting('lock_timeout') as timeout
          `.execute(prepared(tx));
          timeouts.push(rows[0]!.timeout);
        }),
      );
      return statements.map(({ text, isPrepared }) => ({ text, isPrepared }));
    };

    expect(await statementsWith(1_234)).toEqual(await statementsWith(2_345));
    expect(timeouts).toEqual(["1234ms", "2345ms"]);
  });
});

test("transactions that fail or lose their connections free their capacity in the pool", async () => {
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
  expect(readPool(small)).toEqual({ total: 2, idle: 2, waiting: 0 });
});
