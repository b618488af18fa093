import { beforeEach, expect, inject, test } from "vitest";
import { readClock } from "../../server/db/clock.ts";
import { newId } from "../../server/db/schema/ids.ts";
import { findDueTargets, markDue } from "../../server/webhooks/queue/targets.ts";
import { useApp } from "../support/app.ts";
import { executeOn, findPort, findShard, moveOf, nameOfDatabase } from "../support/citus.ts";
import { watchStatements } from "../support/statements.ts";

const app = useApp();

/** A team of each worker, by the port of the worker. */
const teams = new Map<number, string>();

beforeEach(async () => {
  teams.clear();
  while (teams.size < inject("cluster").workerPorts!.length) {
    const { team } = await app.signIn();
    teams.set(await findPort(app.database, team.id), team.id);
  }
});

/** Makes a new target of each team due, and returns the target's name. */
async function markTargets(): Promise<string> {
  const name = newId();
  const dueAt = await readClock(app.em());
  for (const teamId of teams.values()) await app.em().transactional((tx) => markDue(tx, [{ teamId, name, dueAt }]));
  return name;
}

const find = async (atMost: number) =>
  (await findDueTargets(app.em(), { holder: newId(), atMost, exceptTeams: [] })).targets;

/** The teams whose targets of that name are found, once for each time. */
const findTeams = async (name: string) =>
  (await find(1_000)).filter((target) => target.name === name).map(({ teamId }) => teamId);

test("each worker is asked once for the rows of all of its shards, and a limit is divided among them", async () => {
  const name = await markTargets();
  // Each worker has as many due targets as the limit.
  await markTargets();
  const ports: number[] = [];
  const found: string[] = [];
  await watchStatements(
    ({ text }, { port }) => void (text.includes("leased_until is null") && ports.push(port)),
    async () => void found.push(...(await findTeams(name))),
  );
  const two = await find(2);

  expect(found.toSorted()).toEqual([...teams.values()].toSorted());
  expect(ports.toSorted()).toEqual([...teams.keys()].toSorted());
  const homes = await Promise.all(two.map(({ teamId }) => findPort(app.database, teamId)));
  expect(homes.toSorted()).toEqual([...teams.keys()].toSorted());
});

test("rows of a shard that has moved are found at its new place, once", async () => {
  const name = await markTargets();
  await findTeams(name);
  const [[home, teamId] = [0, ""], [away] = [0]] = teams;
  const shard = await findShard(app.database, teamId);
  await executeOn(inject("cluster").port, nameOfDatabase(app.database), [
    moveOf(shard, home, away, "block_writes"),
    "call citus_cleanup_orphaned_resources()",
  ]);

  expect((await findTeams(name)).toSorted()).toEqual([...teams.values()].toSorted());
});
