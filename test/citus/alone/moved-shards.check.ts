import { setTimeout as wait } from "node:timers/promises";
import { expect, inject, test } from "vitest";
import { transactOfTeam } from "../../../server/db/commit/of-teams.ts";
import { type EntityManager, openOrm } from "../../../server/db/orm.ts";
import { lockPhones } from "../../../server/db/sql/locks.ts";
import { useApp } from "../../support/app.ts";
import { executeOn, findPort, findShard, moveOf, nameOfDatabase } from "../../support/citus.ts";

const app = useApp();

test("the shards of a team move online to another node, after the transactions that have a lock of the team", async () => {
  const { team } = await app.signIn();
  const { host, port, user, workerPorts = [] } = inject("cluster");
  const database = nameOfDatabase(app.database);
  const home = await findPort(app.database, team.id);
  const away = workerPorts.find((each) => each !== home)!;
  const orm = await openOrm({ host, port: home, user, database, topology: "citus" });
  const lock = async (tx: EntityManager) => {
    await lockPhones(tx, [{ teamId: team.id, phone: "+12025550123" }], "exclusive");
    // Waits for the statements without result.
    await tx.execute("select 1");
  };
  const move = moveOf(await findShard(app.database, team.id), home, away, "force_logical");
  let isMoved = false;
  const { moved, movedUnderLock } = await transactOfTeam(orm, team.id, async (tx) => {
    await lock(tx);
    const moving = executeOn(port, database, [move]).then(() => {
      isMoved = true;
    });
    await Promise.race([moving, wait(8_000)]);
    return { moved: { moving }, movedUnderLock: isMoved };
  });
  await moved.moving;

  expect(movedUnderLock).toBe(false);
  expect(await findPort(app.database, team.id)).toBe(away);
  await transactOfTeam(orm, team.id, lock);
  await orm.close();
});
