import { expect, test } from "vitest";
import { findDatabases } from "../../server/db/commit/each-place.ts";
import { refreshStatistics } from "../../server/db/refresh-statistics.ts";
import { useApp } from "../support/app.ts";
import { executeOn, findPort, findShard, nameOfDatabase } from "../support/citus.ts";
import { sendAccepted } from "../support/events.ts";

const app = useApp();

test("the shards of a cluster are analyzed once they have rows, on the nodes that have them", async () => {
  const { client, team } = await app.signIn();
  await sendAccepted(client);
  const { orm } = app.database;

  const analyzed = await Promise.all((await findDatabases(orm)).map(({ em }) => refreshStatistics(em.fork(), [])));

  const shard = `message_${await findShard(app.database, team.id)}`;
  expect(analyzed.flat().join()).toContain(shard);
  const [result] = await executeOn(await findPort(app.database, team.id), nameOfDatabase(app.database), [
    `select reltuples from pg_class where relname = '${shard}'`,
  ]);
  expect(result!.rows[0].reltuples).toBeGreaterThan(0);
});
