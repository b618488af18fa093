import { expect, test } from "vitest";
import { defaultLimits } from "../../server/db/driver/time-limits.ts";
import { openOrm } from "../../server/db/orm.ts";
import { keepUsage } from "../../server/usage/keep-usage.ts";
import { useApp, useNeighbour } from "../support/app.ts";
import { daysAgo } from "../support/callbacks.ts";
import { type Client, createClient } from "../support/client.ts";
import { buildBusinessNumber, buildMessage, buildOtp } from "../support/factories.ts";
import { signInByTwilio } from "../support/twilio-door.ts";

const app = useApp();
const second = useNeighbour(app);
const impatient = useApp({
  async database() {
    const orm = await openOrm(app.database.address, undefined, { ...defaultLimits, statement: 300 });
    return { ...app.database, orm, close: () => orm.close() };
  },
});

const none = { testMode: false, received: 0, sent: 0, delivered: 0, failed: 0, segments: 0, passcodes: 0 };

const dayOf = async (days: number) => (await daysAgo(app.em(), days)).slice(0, 10);

async function buildTeam() {
  const { client, team, key } = await app.signIn();
  return { client, team, key, number: await buildBusinessNumber(app.em(), { team }) };
}

type Given = Parameters<typeof buildMessage>[1];

/** Creates a message that is some days old, in a thread of its own. */
async function buildOldMessage(days: number, given: Given): Promise<string> {
  const { id, threadId } = await buildMessage(app.em(), given);
  const by = (column: string) =>
    `${column} = (${column} at time zone 'UTC' - interval '${days} days') at time zone 'UTC'`;
  const of = (id: string) => [given.team.id, id];
  await app.em().execute(`update message set ${by("created_at")} where team_id = ? and id = ?`, of(id));
  await app.em().execute(`update thread set ${by("last_message_at")} where team_id = ? and id = ?`, of(threadId));
  return id;
}

const usageOf = async (client: Client, days = 30) => (await client.getUsage({ query: { days } })).days;

const daysOf = async (client: Client, days = 31) => (await usageOf(client, days)).map(({ day }) => day);

test("today is counted at the request, live and test mode apart", async () => {
  const { client, team, number } = await buildTeam();
  const sent = { team, number, direction: "outbound" } as const;
  await buildMessage(app.em(), { team, number });
  await buildMessage(app.em(), { ...sent, status: "delivered", body: "x".repeat(161) });
  for (const status of ["read", "undelivered", "failed", "sending"] as const) {
    await buildMessage(app.em(), { ...sent, status });
  }
  await buildOtp(app.em(), { team });
  await buildMessage(app.em(), { ...sent, testMode: true });

  expect(await usageOf(client)).toEqual([
    { day: await dayOf(0), ...none, received: 1, sent: 5, delivered: 2, failed: 2, segments: 6, passcodes: 1 },
    { day: await dayOf(0), ...none, testMode: true, sent: 1, segments: 1 },
  ]);
});

test("a closed day is counted once, by however many processes, and today is never kept", async () => {
  const { client, team, number } = await buildTeam();
  for (let i = 0; i < 3; i++) await buildOldMessage(2, { team, number, direction: "outbound" });
  await buildMessage(app.em(), { team, number });

  await Promise.all([keepUsage(app.em()), keepUsage(second.em())]);
  await keepUsage(second.em());

  expect(await usageOf(client)).toEqual([
    { day: await dayOf(2), ...none, sent: 3, segments: 3 },
    { day: await dayOf(0), ...none, received: 1 },
  ]);
  expect(await app.em().execute("select from usage_day where team_id = ?", [team.id])).toHaveLength(1);
});

test("the first count goes back 31 closed days, and days that nobody can ask for are deleted", async () => {
  const { client, team, number } = await buildTeam();
  for (const days of [32, 31, 30, 1]) await buildOldMessage(days, { team, number });
  const countKept = () => app.em().execute("select from usage_day where team_id = ?", [team.id]);

  await keepUsage(app.em());
  expect(await countKept()).toHaveLength(3);
  expect(await daysOf(client)).toEqual([await dayOf(30), await dayOf(1)]);
  expect(await daysOf(client, 30)).toEqual([await dayOf(1)]);

  await app
    .em()
    .execute(
      "update usage_day set day = (day at time zone 'UTC' - interval '1 day') at time zone 'UTC' where team_id = ?",
      [team.id],
    );
  await keepUsage(app.em());
  // The counts of 31 days and of two. Yesterday is counted again.
  expect(await countKept()).toHaveLength(3);
});

test("late statuses change the last four closed days, and no day before them", async () => {
  const { client, team, number } = await buildTeam();
  for (const days of [5, 4]) {
    await buildOldMessage(days, { team, number, direction: "outbound", status: "sent" });
  }
  await keepUsage(app.em());
  await app.em().execute("update message set status = 'delivered' where team_id = ?", [team.id]);
  await keepUsage(app.em());

  expect(await usageOf(client)).toMatchObject([
    { day: await dayOf(5), sent: 1, delivered: 0 },
    { day: await dayOf(4), sent: 1, delivered: 1 },
  ]);
});

test("after nights without a worker, all days since the newest counted one are counted", async () => {
  const { client, team, number } = await buildTeam();
  await buildOldMessage(10, { team, number });
  await keepUsage(app.em());
  await buildOldMessage(7, { team, number });
  await keepUsage(app.em());

  expect(await daysOf(client)).toEqual([await dayOf(10), await dayOf(7)]);
});

test("yesterday is counted at the request until the job has counted it, and not twice after it", async () => {
  const { client, team, number } = await buildTeam();
  await buildOldMessage(1, { team, number });

  const before = await usageOf(client);
  await keepUsage(app.em());

  expect(before).toEqual([{ day: await dayOf(1), ...none, received: 1 }]);
  expect(await usageOf(client)).toEqual(before);
  expect(await usageOf(client, 1)).toEqual([]);
});

test("passcodes stay counted after they are deleted", async () => {
  const { client, team } = await buildTeam();
  await buildOtp(app.em(), { team, createdAt: await daysAgo(app.em(), 1) });
  await keepUsage(app.em());
  await app.em().execute("delete from otp where team_id = ?", [team.id]);
  await buildOldMessage(1, { team });
  await keepUsage(app.em());

  expect(await usageOf(client)).toEqual([{ day: await dayOf(1), ...none, received: 1, passcodes: 1 }]);
});

test("texts stay counted on a closed day after they are deleted", async () => {
  const { client, own, team } = await signInByTwilio(app);
  const number = await buildBusinessNumber(app.em(), { team });
  const sent = { team, number, direction: "outbound", status: "delivered" } as const;
  const ids = [await buildOldMessage(1, sent), await buildOldMessage(1, { team, number })];
  await buildOldMessage(1, sent);
  await keepUsage(app.em());
  const counted = { day: await dayOf(1), ...none, received: 1, sent: 2, delivered: 2, segments: 2 };
  expect(await usageOf(own)).toEqual([counted]);

  for (const id of ids) await client.messages(`SM${id.replaceAll("-", "")}`).remove();
  await keepUsage(app.em());

  expect(await usageOf(own)).toEqual([counted]);
});

test("the texts of another team are not counted", async () => {
  const { client } = await buildTeam();
  const { team, number } = await buildTeam();
  await buildMessage(app.em(), { team, number });
  await buildOldMessage(1, { team, number });
  await keepUsage(app.em());

  expect(await usageOf(client)).toEqual([]);
});

test("a count that takes longer than a statement may is answered with 503", async () => {
  const { key } = await buildTeam();

  await app.em().transactional(async (em) => {
    await em.execute("lock table message in access exclusive mode");
    const { status, body } = await createClient(impatient.url, key).raw("getUsage");

    expect({ status, error: body.error }).toEqual({ status: 503, error: "server_error" });
  });
});

test.each([0, 32, -1, 1.5, "x"])("days=%s is refused", async (days) => {
  const { client } = await app.signIn();

  const { status, body } = await client.raw("getUsage", { query: { days: days as number } });

  expect(status).toBe(422);
  expect(body).toMatchObject({ error: "validation_error", details: [{ field: "days" }] });
});
