import { beforeAll, expect, inject, test } from "vitest";
import { transactOfTeam } from "../../server/db/commit/of-teams.ts";
import { isLockTimeout } from "../../server/db/faults.ts";
import { type EntityManager, type Orm, openOrm } from "../../server/db/orm.ts";
import { lockPhones } from "../../server/db/sql/locks.ts";
import { useApp } from "../support/app.ts";
import { findPort, nameOfDatabase } from "../support/citus.ts";

const app = useApp();

let teamId: string;
/** The port of the node that has the team, and that of another worker. */
let home: number;
let away: number;

beforeAll(async () => {
  const { team } = await app.signIn();
  teamId = team.id;
  home = await findPort(app.database, teamId);
  away = inject("cluster").workerPorts!.find((port) => port !== home)!;
});

/** Runs work of the team in a transaction of a server that is connected to a node. */
async function on<T>(port: number, work: (tx: EntityManager) => Promise<T>, lockTimeout = 300): Promise<T> {
  const { host, user } = inject("cluster");
  const orm: Orm = await openOrm({ host, port, user, database: nameOfDatabase(app.database), topology: "citus" });
  try {
    return await transactOfTeam(
      orm,
      teamId,
      async (tx) => {
        const result = await work(tx);
        // Waits for the statements without result.
        await tx.execute("select 1");
        return result;
      },
      lockTimeout,
    );
  } finally {
    await orm.close();
  }
}

const lock = (tx: EntityManager, mode: "shared" | "exclusive" = "exclusive") =>
  lockPhones(tx, [{ teamId, phone: "+12025550123" }], mode);

const nodes = () => ({ coordinator: inject("cluster").port, home, away });

type Place = keyof ReturnType<typeof nodes>;

test.each<[Place, Place]>([
  ["coordinator", "home"],
  ["away", "home"],
  ["home", "coordinator"],
])("a lock that a server takes through the %s node excludes a server at the %s node", async (first, second) => {
  const isRefused = await on(nodes()[first], async (tx) => {
    await lock(tx);
    await tx.execute("select 1");
    return on(nodes()[second], (other) => lock(other)).then(() => false, isLockTimeout);
  });

  expect(isRefused).toBe(true);
  await on(nodes()[second], (tx) => lock(tx));
});

test("shared locks through two nodes do not wait for each other", async () => {
  await on(away, async (tx) => {
    await lock(tx, "shared");
    await tx.execute("select 1");
    await on(home, (other) => lock(other, "shared"));
  });
});
