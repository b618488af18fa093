import { randomUUID } from "node:crypto";
import { describe, expect, test, vi } from "vitest";
import { useProvider } from "../../server/business-numbers/use-provider.ts";
import { transactOfTeam } from "../../server/db/commit/of-teams.ts";
import { plusMicroseconds } from "../../server/db/timestamp.ts";
import type { OutboundText, Provider } from "../../server/provider/provider.ts";
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

/** Stores for how many seconds the turns of a number are taken, and for how many its line has none of those of requests. */
async function takeFor(team: { id: string }, seconds: number, lineSeconds = 0) {
  const [freeAt, lineAt] = await Promise.all([seconds, lineSeconds].map((each) => fromNow(app.em(), each)));
  await app
    .em()
    .execute("update number_pace set free_at = ?, line_at = ? where team_id = ?", [freeAt, lineAt, team.id]);
}

/** The time until which the turns of a number are taken, in seconds. */
async function freeAt(team: { id: string }): Promise<number> {
  const read = "select extract(epoch from free_at)::float8 as at from number_pace where team_id = ?";
  return (await app.em().execute(read, [team.id]))[0]!.at;
}

const bodiesFrom = (number: string) => from(number).map(({ body }) => body);

describe("a number with a pace", () => {
  test("sends no faster from two servers, and refuses what has no turn within two seconds", async () => {
    const { key, number } = await signInWithPace(5);
    const clients = [app, neighbour].map(({ url }) => createClient(url, key));
    const begunAt = performance.now();

    const answers = await Promise.all(Array.from({ length: 30 }, (_, index) => send(clients[index % 2]!)));

    const refused = answers.filter(({ status }) => status !== 200);
    expect(from(number)).toHaveLength(30 - refused.length);
    expect(from(number).length).toBeGreaterThanOrEqual(10);
    const early = from(number).filter(({ at }, index) => at < begunAt + index * 200 - 20);
    expect(early).toEqual([]);
    for (const each of refused) {
      expect(refusalOf(each)).toBe("502 message_failed");
      expect(each.body.provider).toMatchObject({ code: "number_pace", about: "capacity" });
      expect(Number(each.headers.get("retry-after"))).toBeGreaterThanOrEqual(1);
    }
  });

  test("refuses a request whose turn is too far ahead, with the time until there is one", async () => {
    const { client, team, number } = await signInWithPace(1);
    await send(client, "the first");
    await takeFor(team, 3_600);
    const headers = { "Idempotency-Key": randomUUID() };
    const sendAgain = () =>
      client.raw("sendText", { headers, body: { phone_number: uniquePhone(), message: "hello" } });

    const refused = await sendAgain();

    expect(refusalOf(refused)).toBe("502 message_failed");
    expect(refused.body.provider).toMatchObject({ code: "number_pace", about: "capacity" });
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(3_500);
    expect(Number(refused.headers.get("retry-after"))).toBeLessThanOrEqual(3_598);
    expect(await client.getMessage({ path: { id: refused.body.textId } })).toMatchObject({ status: "failed" });
    expect(bodiesFrom(number)).toEqual(["the first"]);
    await takeFor(team, 0);
    expect((await sendAgain()).status).toBe(200);
  });

  test("refuses a request while the database gives no turn, because nothing was sent", async () => {
    const { client, team, number } = await signInWithPace(100);
    await send(client, "the first");
    const alter = (change: string) => app.em().execute(`alter table number_pace ${change}`);
    await alter(`add constraint no_turn check (team_id <> '${team.id}') not valid`);

    const refused = await send(client).finally(() => alter("drop constraint no_turn"));

    expect(refusalOf(refused)).toBe("502 message_failed");
    expect(refused.body.provider).toMatchObject({ code: "number_pace", about: "capacity" });
    expect(refused.headers.get("retry-after")).toBe("1");
    expect(await client.getMessage({ path: { id: refused.body.textId } })).toMatchObject({ status: "failed" });
    expect(bodiesFrom(number)).toEqual(["the first"]);
  });

  test("gives each turn to one request of two servers", async () => {
    const { client, team, key } = await signInWithPace(100);
    const clients = [app, neighbour].map(({ url }) => createClient(url, key));
    await send(client);
    await takeFor(team, 1);
    const before = await freeAt(team);

    const answers = await Promise.all(Array.from({ length: 20 }, (_, index) => send(clients[index % 2]!)));

    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(await freeAt(team)).toBeGreaterThan(before + 0.199);
  });

  test("counts segments, and texts of passcodes", async () => {
    const { client, team, number } = await signInWithPace(10);
    await send(client);
    const before = await freeAt(team);

    const long = { phone_number: uniquePhone(), message: "x".repeat(1_600), maxSegments: 11 };
    expect((await client.raw("sendMessage", { body: long })).status).toBe(200);
    expect(await freeAt(team)).toBeGreaterThan(before + 1.09);
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

/** Stores texts that are due, the last one first. Returns their ids in the order of their times. */
async function storeTexts(client: Client, teamId: string, count: number, testMode = false) {
  const { id: apiKeyId } = await client.getKey();
  const first = await fromNow(app.em(), -60);
  const ids = await transactOfTeam(app.database.orm, teamId, (tx) =>
    storeDue(tx, { teamId, apiKeyId, testMode, campaign: "news" }, count, (index) => plusMicroseconds(first, -index)),
  );
  return ids.toReversed();
}

/** Hands over what has a turn, until nothing waits. */
async function empty(team: { id: string }) {
  for (let round = 0; round < 100; round++) {
    await takeFor(team, 0);
    await Promise.all([app.dispatch(), neighbour.dispatch()]);
    if ((await countWaiting(team)) === 0) return;
  }
}

async function countWaiting({ id }: { id: string }) {
  const waiting = "select from pending_message where team_id = ? and status = 'scheduled'";
  return (await app.em().execute(waiting, [id])).length;
}

async function countInLine({ id }: { id: string }) {
  return (await app.em().execute("select from pending_message where team_id = ? and line_number_id is not null", [id]))
    .length;
}

describe("texts whose time has come", () => {
  test("go out once from two servers, in the order of their times, while others are not slowed", async () => {
    const { client, team, number } = await signInWithPace(10);
    await send(client, "the first");
    await takeFor(team, 60);
    const ids = await storeTexts(client, team.id, 20);
    const stranger = await app.signIn();
    const others = await storeTexts(stranger.client, stranger.team.id, 5);
    await Promise.all([app.dispatch(), neighbour.dispatch()]);
    await vi.waitFor(async () => expect(await countInLine(team)).toBe(20));
    expect(bodiesFrom(stranger.number).toSorted()).toEqual(others.toSorted());

    const begunAt = performance.now();
    await takeFor(team, 0);
    await vi.waitFor(async () => {
      await Promise.all([app.dispatch(), neighbour.dispatch()]);
      expect(await countWaiting(team)).toBe(0);
    });

    expect(bodiesFrom(number)).toEqual(["the first", ...ids]);
    expect(
      from(number)
        .filter(({ at }, index) => at < begunAt + (index - 1) * 100 - 20)
        .slice(1),
    ).toEqual([]);
    const statuses = await app.em().execute("select distinct status from message where team_id = ?", [team.id]);
    expect(statuses).toEqual([{ status: "queued" }]);
  });

  test("leave turns to requests, and get some while requests take all others", async () => {
    const { client, team, number } = await signInWithPace(4);
    const [first] = await storeTexts(client, team.id, 40);
    await send(client, "the first");
    await takeFor(team, 1, 60);

    await app.dispatch();
    expect((await send(client, "a request")).status).toBe(200);
    expect(bodiesFrom(number)).toEqual(["the first", "a request"]);
    await takeFor(team, 1);
    await app.dispatch();

    expect(bodiesFrom(number)[2]).toBe(first);
    expect(await countWaiting(team)).toBeGreaterThan(30);
  });

  test("take no places from texts of other teams while they wait for their turns", async () => {
    const { client, team, number } = await signInWithPace(1_000);
    await send(client, "the first");
    await takeFor(team, 60, 60);
    await storeTexts(client, team.id, 64);
    await app.dispatch();
    const stranger = await app.signIn();
    const others = await storeTexts(stranger.client, stranger.team.id, 130);
    await takeFor(team, 2.4);

    await app.dispatch();

    expect(from(number)).toHaveLength(65);
    expect(bodiesFrom(stranger.number).toSorted()).toEqual(others.toSorted());
    const lastAt = Math.max(...from(stranger.number).map(({ at }) => at));
    expect(lastAt).toBeLessThan(from(number)[1]!.at);
  });

  test("get no turn that is further ahead than a stop can wait for", async () => {
    const { client, team, number } = await signInWithPace(1);
    const ids = await storeTexts(client, team.id, 2);
    await send(client, "the first");
    await takeFor(team, 60);
    await app.dispatch();
    await takeFor(team, 4.5);
    await app.dispatch();
    expect(await countWaiting(team)).toBe(2);

    await takeFor(team, 2);
    await app.dispatch();

    expect(bodiesFrom(number)).toEqual(["the first", ids[0]]);
  });

  test("are canceled in line, by their campaign or because they expire, which costs no turn", async () => {
    const { client, team, number } = await signInWithPace(2);
    const [first, second, third] = await storeTexts(client, team.id, 3);
    await send(client);
    await takeFor(team, 60);
    await app.dispatch();
    const inLine = await client.getMessage({ path: { id: first! } });
    expect(inLine).toMatchObject({ status: "scheduled", waitsFor: "send_at" });
    await app.em().execute("update pending_message set expires_at = send_at where id in (?, ?)", [first, second]);

    await takeFor(team, 0);
    await app.dispatch();

    expect(bodiesFrom(number).slice(1)).toEqual([third]);
    const message = await client.getMessage({ path: { id: second! } });
    expect(message).toMatchObject({ status: "canceled", errorCode: "expired" });
    await storeTexts(client, team.id, 3);
    await takeFor(team, 60);
    await app.dispatch();
    expect(await client.cancelCampaign({ body: { campaign: "news" } })).toMatchObject({ canceled: 3, hasMore: false });
  });

  test("go out without a turn once their number has lost its pace", async () => {
    const { client, team, number } = await signInWithPace(1);
    const ids = await storeTexts(client, team.id, 5);
    await app.dispatch();
    expect(from(number).length).toBeLessThan(5);

    await setPace(number, null);
    await takeFor(team, 0);
    await app.dispatch();

    expect(bodiesFrom(number)).toEqual(ids);
  });
});

test("approved texts wait in line, before those of a campaign", async () => {
  const { agent, person, number, team } = await signInAgent(app);
  await setPace(number, 1);
  await send(person);
  const [first] = await storeTexts(person, team.id, 5);
  await takeFor(team, 60);
  await app.dispatch();
  const { body } = await send(agent, "approved");

  const { message } = await person.approveText({ path: { id: body.textId } });
  expect(message).toMatchObject({ id: body.textId, status: "scheduled" });
  for (let round = 0; round < 2; round++) {
    await takeFor(team, 0);
    await app.dispatch();
  }

  expect(bodiesFrom(number).slice(1, 3)).toEqual(["approved", first]);
});

test("requests, approvals and lines of two numbers do not lock each other out on two servers", async () => {
  const { agent, person, number, team, key } = await signInAgent(app);
  const { phoneNumber } = await buildBusinessNumber(app.em(), { team });
  for (const each of [number, phoneNumber]) await setPace(each, 500);
  const clients = [app, neighbour].map(({ url }) => createClient(url, key));
  const sendFrom = (client: Client, sender: string) =>
    client.sendText({ body: { phone_number: uniquePhone(), message: "hello", sender } });
  const senders = Array.from({ length: 20 }, (_, index) => (index % 2 === 0 ? number : phoneNumber));
  const held = await Promise.all(senders.map((sender) => sendFrom(agent, sender)));
  await storeTexts(person, team.id, 20);

  const both = [
    ...held.map(({ textId: id }, index) => clients[Math.floor(index / 2) % 2]!.approveText({ path: { id } })),
    ...senders.map((sender, index) => sendFrom(clients[index % 2]!, sender)),
    app.dispatch(),
    neighbour.dispatch(),
  ];
  await Promise.all(both);
  await empty(team);

  expect(from(number).length + from(phoneNumber).length).toBe(60);
  expect([...app.logLines, ...neighbour.logLines].filter((line) => line.includes("deadlock"))).toEqual([]);
});
