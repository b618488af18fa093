import { expect, test, vi } from "vitest";
import { newId } from "../../server/db/schema/ids.ts";
import { findDueTargets, leaseTargets, markDue, releaseTargets } from "../../server/webhooks/queue/targets.ts";
import { useApp } from "../support/app.ts";
import { buildTeam, uniquePhone } from "../support/factories.ts";
import { answer, useFakeServer } from "../support/fake-server.ts";
import { endLeases, readDelivery, receiveText, startTestDeliverer } from "../support/webhooks.ts";

const app = useApp();
const target = useFakeServer();

const past = "2026-01-01T00:00:00.000000Z";
const [one, other] = [newId(), newId()];

const mark = (teamId: string, name: string) => app.inTeam(teamId, (tx) => markDue(tx, [{ teamId, name, dueAt: past }]));

/** The names of a team's targets that a process finds. */
async function find(holder: string, teamId: string, limits = { atMost: 100, exceptTeams: [] as string[] }) {
  const { targets } = await findDueTargets(app.em(), { holder, ...limits });
  return targets.filter((found) => found.teamId === teamId).map(({ name, isOwn }) => ({ name, isOwn }));
}

const lease = async (holder: string, teamId: string, ...names: string[]) =>
  (
    await leaseTargets(
      app.database.orm,
      holder,
      names.map((name) => ({ teamId, name })),
    )
  ).map(({ name }) => name);

const release = (holder: string, teamId: string, name: string) =>
  releaseTargets(app.database.orm, holder, [{ teamId, name }]);

const reply = async () => {
  const { client, team } = await app.signIn();
  const body = { phone_number: uniquePhone(), message: "hello", replyWebhookUrl: target.url };
  return { team, messageId: await receiveText(app, team, await client.sendText({ body })) };
};

test("one process at a time leases a target, until it releases the target or the lease ends", async () => {
  const { id } = await buildTeam(app.em());
  await mark(id, "a");
  await mark(id, "b");
  expect(await find(one, id)).toEqual([
    { name: "a", isOwn: false },
    { name: "b", isOwn: false },
  ]);

  expect(await lease(one, id, "a", "b")).toEqual(["a", "b"]);
  expect(await lease(other, id, "a", "b")).toEqual([]);
  expect(await lease(one, id, "a")).toEqual(["a"]);
  expect(await find(other, id)).toEqual([]);

  await release(other, id, "a");
  expect(await lease(other, id, "a")).toEqual([]);
  await endLeases(app.em());
  expect(await find(other, id)).toHaveLength(2);
  expect(await lease(other, id, "b")).toEqual(["b"]);
  expect(await lease(one, id, "b")).toEqual([]);
});

test("the holder finds a target with a new delivery, and a release keeps its mark", async () => {
  const { id } = await buildTeam(app.em());
  await mark(id, "a");
  await lease(one, id, "a");
  expect(await find(one, id)).toEqual([]);

  await mark(id, "a");
  expect(await find(one, id)).toEqual([{ name: "a", isOwn: true }]);
  expect(await find(other, id)).toEqual([]);
  await release(one, id, "a");
  expect(await find(other, id)).toEqual([{ name: "a", isOwn: false }]);

  await lease(one, id, "a");
  await release(one, id, "a");
  expect(await app.em().execute("select from webhook_target where team_id = ?", [id])).toEqual([]);
});

test("a released target is due at the time of its first pending delivery", async () => {
  const { team, messageId } = await reply();
  const { host } = new URL(target.url);
  await lease(one, team.id, host);

  await release(one, team.id, host);

  const { nextAttemptAt } = await readDelivery(app, team, messageId);
  const [row] = await app
    .em()
    .execute("select due_at = ? as is_due from webhook_target where team_id = ?", [nextAttemptAt, team.id]);
  expect(row).toEqual({ is_due: true });
});

test("targets are limited in number, and those of given teams are left out", async () => {
  const [full, free] = [await buildTeam(app.em()), await buildTeam(app.em())];
  for (const name of ["a", "b", "c"]) await mark(full.id, name);
  await mark(free.id, "a");

  expect(await find(one, full.id, { atMost: 0, exceptTeams: [] })).toEqual([]);
  expect(await find(one, full.id, { atMost: 100, exceptTeams: [full.id] })).toEqual([]);
  expect(await find(one, free.id, { atMost: 100, exceptTeams: [full.id] })).toHaveLength(1);
});

test("a deliverer that is woken looks for due deliveries at once", async () => {
  target.behaviour = answer(200, "");
  const deliverer = startTestDeliverer(app, { pauseMilliseconds: 600_000 });
  const { team, messageId } = await reply();

  deliverer.wake();

  await vi.waitFor(async () => expect(await readDelivery(app, team, messageId)).toMatchObject({ status: "delivered" }));
  await deliverer.stop();
});
