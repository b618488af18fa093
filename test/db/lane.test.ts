import { sql } from "kysely";
import { beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { Lane } from "../../server/db/commit/lane.ts";
import { databaseOf, type EntityManager, type Orm, openOrm, prepared, readPool } from "../../server/db/orm.ts";
import { transact } from "../../server/db/transaction.ts";
import { useApp } from "../support/app.ts";
import { createAwayDatabase } from "../support/database.ts";
import { countAnswers, createSteps, read, write, writeWithoutResult } from "../support/steps.ts";

const app = useApp();
const orm = () => app.database.orm;

beforeAll(() => createSteps(app.em()));

/** Runs transactions in a lane. */
function laneOn(orm: Orm) {
  const database = databaseOf(orm.em);
  const lane = database.on(new Lane(database.pool));
  return <T>(work: (tx: EntityManager) => Promise<T>) => transact(orm, work, undefined, lane);
}

test("a transaction in a lane is sent right behind the end of the previous one", async () => {
  const inLane = laneOn(orm());
  const names = ["first in the lane", "second in the lane"];
  const counts = countAnswers();

  await Promise.all(names.map((name) => inLane((tx) => writeWithoutResult(tx, name))));

  expect(counts.answeredBefore).toBe(0);
  expect(await Promise.all(names.map((name) => read(app.em(), name)))).toEqual([true, true]);
});

test("a failed transaction in a lane does not undo the one behind it, which is sent with it", async () => {
  await write(app.em(), "taken before the lane");
  const inLane = laneOn(orm());
  const ends = await Promise.allSettled([
    inLane(async (tx) => {
      await writeWithoutResult(tx, "undone in the lane");
      await writeWithoutResult(tx, "taken before the lane");
    }),
    inLane((tx) => writeWithoutResult(tx, "right behind")),
  ]);

  expect(ends.map(({ status }) => status)).toEqual(["rejected", "fulfilled"]);
  expect(await Promise.all([read(app.em(), "undone in the lane"), read(app.em(), "right behind")])).toEqual([
    false,
    true,
  ]);
});

test("a transaction of several round trips has its lane alone, and rolls back only itself", async () => {
  const inLane = laneOn(orm());
  const failing = inLane(async (tx) => {
    await write(tx, "slow");
    await read(tx, "slow");
    throw new Error("no");
  });
  const [failed, ...others] = await Promise.allSettled([failing, inLane((tx) => write(tx, "behind"))]);

  expect({ failed, others }).toMatchObject({ failed: { status: "rejected" }, others: [{ status: "fulfilled" }] });
  expect(await Promise.all([read(app.em(), "slow"), read(app.em(), "behind")])).toEqual([false, true]);
});

test("a failed commit in a lane rolls back only its own transaction, although the next has started", async () => {
  await write(app.em(), "taken in the lane");
  const inLane = laneOn(orm());
  const ends = await Promise.allSettled([
    inLane((tx) => writeWithoutResult(tx, "taken in the lane")),
    inLane(async (tx) => {
      await write(tx, "not taken");
      // Meanwhile the failure of the previous transaction becomes known.
      for (let times = 0; times < 3; times += 1) await read(tx, "not taken");
    }),
  ]);

  expect(ends).toMatchObject([{ status: "rejected" }, { status: "fulfilled" }]);
  expect(await read(app.em(), "not taken")).toBe(true);
});

test("all transactions in a lane fail if no connection is available", async () => {
  const away = await createAwayDatabase();
  onTestFinished(away.close);
  const inLane = laneOn(away.orm);
  const ends = await Promise.allSettled([inLane((tx) => read(tx, "x")), inLane((tx) => read(tx, "x"))]);

  expect(ends.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
});

test("a lost connection fails all its transactions, later transactions get another, and the pool stays complete", async () => {
  const small = await openOrm(app.database.address, 2);
  onTestFinished(() => small.close());
  const inLane = laneOn(small);
  const lost = inLane(async (tx) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(prepared(tx));
    await app.em().execute("select pg_terminate_backend(?)", [rows[0]!.pid]);
    await write(tx, "lost in the lane");
  });
  const behind = inLane((tx) => write(tx, "lost behind"));
  await expect(lost).rejects.toThrow();
  const after = inLane((tx) => write(tx, "not lost"));

  await expect(behind).rejects.toThrow();
  await after;
  expect(
    await Promise.all(["lost in the lane", "lost behind", "not lost"].map((name) => read(app.em(), name))),
  ).toEqual([false, false, true]);
  await vi.waitFor(() => expect(readPool(small)).toEqual({ total: 1, idle: 1, waiting: 0 }));
});
