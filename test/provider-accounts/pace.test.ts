import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { useProvider } from "../../server/business-numbers/use-provider.ts";
import { transactOfTeam } from "../../server/db/commit/of-teams.ts";
import { plusMicroseconds } from "../../server/db/timestamp.ts";
import type { OutboundText, Provider } from "../../server/provider/provider.ts";
import { takeTurns } from "../../server/provider-accounts/turns-in-line.ts";
import { useApp, useNeighbour } from "../support/app.ts";
import { type Client, createClient } from "../support/client.ts";
import { storeDue } from "../support/due-texts.ts";
import { buildBusinessNumber, uniquePhone } from "../support/factories.ts";
import { signInAgent } from "../support/held-texts.ts";
import { refusalOf } from "../support/refusals.ts";
import { fromNow } from "../support/times.ts";

/** What the carrier of both servers got, and when. */
const carried: (OutboundText & { at: number })[] = [];

const carrier = (): Provider => ({
  async send(text) {
    carried.push({ ...text, at: performance.now() });
    return { kind: "accepted", providerId: randomUUID(), status: "queued" };
  },
});

const app = useApp({ carrier });
const neighbour = useNeighbour(app, { carrier });

async function setPace(phone: string, perSecond: number | null) {
  await useProvider(app.em(), phone as never, "default", perSecond);
  await Promise.all([app, neighbour].map(({ accounts }) => accounts.refresh()));
}

/** A team whose number has a pace. */
async function signInWithPace(perSecond: number) {
  const session = await app.signIn();
  await setPace(session.number, perSecond);
  return session;
}

const send = (client: Client, message = "hello") =>
  client.raw("sendText", { body: { phone_number: uniquePhone(), message } });

const from = (phone: string) => carried.filter((text) => text.from === phone);

/** Tells how many turns of a number are taken: so many seconds. */
const takeFor = (team: { id: string }, seconds: number) =>
  app
    .em()
    .execute("update number_pace set free_at = clock_timestamp() + make_interval(secs => ?) where team_id = ?", [
      seconds,
      team.id,
    ]);

describe("a number with a pace", () => {
  test("sends no faster from two servers, and refuses what has no turn within two seconds", async () => {
    const { key, number } = await signInWithPace(5);
    const clients = [app, neighbour].map(({ url }) => createClient(url, key));
    const begunAt = performance.now();

    const answers = await Promise.all(Array.from({ length: 30 }, (_, index) => send(clients[index % 2]!)));

    const refused = answers.filter(({ status }) => status !== 200);
    expect(from(number)).toHaveLength(30 - refused.length);
    expect(from(number).length).toBeGreaterThanOrEqual(10);
    expect(refused.length).toBeGreaterThan(0);
    const early = from(number).filter(({ at }, index) => at < begunAt + index * 200 - 20);
    expect(early).toEqual([]);
    for (const each of refused) {
      expect(refusalOf(each)).toBe("502 message_failed");
      expect(each.body.provider).toMatchObject({ code: "number_pace", about: "capacity" });
      expect(Number(each.headers.get("retry-after"))).toBeGreaterThanOrEqual(1);
    }
  });

  test("counts segments, and texts of passcodes", async () => {
    const { client, team, number } = await signInWithPace(10);
    const freeAt = async () => {
      const read = "select extract(epoch from free_at)::float8 as at from number_pace where team_id = ?";
      return (await app.em().execute(read, [team.id]))[0]!.at as number;
    };
    await send(client);
    const before = await freeAt();

    const long = { phone_number: uniquePhone(), message: "x".repeat(1_600), maxSegments: 11 };
    expect((await client.raw("sendMessage", { body: long })).status).toBe(200);
    expect(await freeAt()).toBeGreaterThan(before + 1.09);
    await takeFor(team, 3_600);
    const refused = await client.raw("generateOtp", { body: { phone: uniquePhone(), recipient_id: "1" } });

    expect(refused.body.provider).toMatchObject({ code: "number_pace" });
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(3_500);
    expect(from(number)).toHaveLength(2);
  });

  test("does not slow other numbers and teams, and is slow no more without it", async () => {
    const { client, team, number } = await signInWithPace(1);
    const other = await buildBusinessNumber(app.em(), { team });
    const { client: stranger } = await app.signIn();
    await send(client);
    await takeFor(team, 60);
    const sendFrom = (sender: string) =>
      client.raw("sendText", { body: { phone_number: uniquePhone(), message: "hello", sender } });

    const answers = await Promise.all([sendFrom(number), sendFrom(other.phoneNumber), send(stranger)]);
    await setPace(number, null);

    expect(answers.map(({ status }) => status)).toEqual([502, 200, 200]);
    expect((await sendFrom(number)).status).toBe(200);
    expect(await app.em().execute("select from number_pace where team_id = ?", [team.id])).toHaveLength(1);
  });

  test("has no turns in test mode", async () => {
    const { client, team } = await signInWithPace(1);
    await send(client);
    await takeFor(team, 60);

    const texts = await storeTexts(client, team.id, 3, true);
    await app.dispatch();

    for (const id of texts) expect((await app.em().execute("select from message where id = ?", [id])).length).toBe(1);
  });
});

async function storeTexts(client: Client, teamId: string, count: number, testMode = false) {
  const { id: apiKeyId } = await client.getKey();
  const first = await fromNow(app.em(), -60);
  return transactOfTeam(app.database.orm, teamId, (tx) =>
    storeDue(tx, { teamId, apiKeyId, testMode }, count, (index) => plusMicroseconds(first, index)),
  );
}

/** Lets the places in the line come, and the turns that are taken pass. */
async function passTime(teamId: string, seconds: number) {
  const back = "at time zone 'UTC' - make_interval(secs => ?)) at time zone 'UTC'";
  await app
    .em()
    .execute(
      `update number_pace set free_at = (free_at ${back}, line_ends_at = (line_ends_at ${back} where team_id = ?`,
      [seconds, seconds, teamId],
    );
  await app
    .em()
    .execute(`update pending_message set send_at = (send_at ${back} where team_id = ? and status = 'scheduled'`, [
      seconds,
      teamId,
    ]);
}

describe("texts whose time has come", () => {
  test("all go out once from two servers, the earliest first, while others are not slowed", async () => {
    const { client, team, number } = await signInWithPace(20);
    const ids = await storeTexts(client, team.id, 100);
    const stranger = await app.signIn();
    const others = await storeTexts(stranger.client, stranger.team.id, 5);

    await app.dispatch();
    const atFirst = from(number).length;
    expect(atFirst).toBeLessThan(ids.length);
    expect(carried.filter(({ body }) => others.includes(body))).toHaveLength(5);
    for (let round = 0; round < 10 && from(number).length < ids.length; round++) {
      await passTime(team.id, 2);
      await app.dispatch();
      await neighbour.dispatch();
    }

    const sent = from(number).map(({ body }) => body);
    expect(sent.slice(0, 10)).toEqual(ids.slice(0, 10));
    // On a busy machine, more than two seconds of the line may have come, and some texts get new places at its end.
    expect(sent.toSorted()).toEqual(ids.toSorted());
    const statuses = await app.em().execute("select distinct status from message where team_id = ?", [team.id]);
    expect(statuses).toEqual([{ status: "queued" }]);
  });

  test("wait for their places beside requests, which no line refuses", async () => {
    const { client, team, number } = await signInWithPace(1);
    await storeTexts(client, team.id, 40);
    await app.dispatch();
    const waiting = await app.em().execute("select from pending_message where team_id = ?", [team.id]);

    await passTime(team.id, 3);

    expect(waiting.length).toBeGreaterThanOrEqual(30);
    expect((await send(client)).status).toBe(200);
    expect(from(number).length).toBe(41 - waiting.length);
  });

  test("approved texts wait, too", async () => {
    const { agent, person, number, team } = await signInAgent(app);
    await setPace(number, 1);
    await send(person);
    await takeFor(team, 60);
    const { body } = await send(agent);

    const { message } = await person.approveText({ path: { id: body.textId } });

    expect(message).toMatchObject({ id: body.textId, status: "scheduled" });
    expect(from(number)).toHaveLength(1);
  });
});

test("turns and places follow each other without a gap, for texts of any length and pace, in two transactions", async () => {
  const { team } = await app.signIn();
  const lengths = fc.array(fc.integer({ min: 1, max: 11 }), { minLength: 1, maxLength: 30 });
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 1_000 }), lengths, lengths, async (perSecond, ...batches) => {
      const pace = { numberId: randomUUID(), perSecond };
      const now = await fromNow(app.em(), 0);
      const cost = (segments: number) => Math.round((segments / perSecond) * 1_000_000);
      let free = 0;
      let line = 0;
      for (const batch of batches) {
        const texts = batch.map((segments) => ({ id: randomUUID(), teamId: team.id, segments, pace }));
        const turns = await transactOfTeam(app.database.orm, team.id, (tx) => takeTurns(tx, texts, now));
        for (const { id, segments } of texts) {
          if (free <= 2_000_000) {
            expect(turns.get(id)).toEqual({ isTaken: true, microseconds: free });
            free += cost(segments);
          } else {
            line = Math.max(line, free);
            expect(turns.get(id)).toEqual({ isTaken: false, at: plusMicroseconds(now, line) });
            line += cost(segments);
          }
        }
      }
    }),
    { numRuns: 20 },
  );
});
