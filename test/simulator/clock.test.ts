import { beforeEach, expect, test, vi } from "vitest";
import { expireHeld } from "../../server/texts/approvals/expire-held.ts";
import { useApp } from "../support/app.ts";
import { type Client, createClient } from "../support/client.ts";
import { allowLoopback, createEndpoint, usePublisher } from "../support/endpoints.ts";
import { type TestTeam, uniquePhone } from "../support/factories.ts";
import { answer, useFakeServer } from "../support/fake-server.ts";
import { seen } from "../support/handsets.ts";
import { sendTo, signInAgent } from "../support/held-texts.ts";
import { refusalOf } from "../support/refusals.ts";
import { receiveText } from "../support/webhooks.ts";

const app = useApp({ simulated: true, phone: true, ...allowLoopback });
const target = useFakeServer();
usePublisher(app);

beforeEach(() => {
  target.behaviour = answer(500, "not now");
});

const advance = (client: Client, advanceSeconds: number) => client.advanceSimulatedClock({ body: { advanceSeconds } });

/** Sends a passcode for the recipient `user`, and returns its code. */
async function sendPasscode(client: Client, lifetime = 600): Promise<string> {
  const { otpId } = await client.generateOtp({ body: { phone: uniquePhone(), recipient_id: "user", lifetime } });
  return (await seen(client, otpId)).code!;
}

const verify = async (client: Client, otp: string) => {
  const guessed = await client.raw("verifyOtp", { body: { recipient_id: "user", otp } });
  return guessed.status === 200 ? "verified" : refusalOf(guessed);
};

/** A text whose replies are posted to a path of the target, and a reply to it. */
async function receiveReply(client: Client, team: TestTeam, path: string) {
  const replyWebhookUrl = `${target.url}${path}`;
  const sent = await client.sendText({ body: { phone_number: uniquePhone(), message: "hello", replyWebhookUrl } });
  await receiveText(app, team, sent);
}

const attempts = (path: string, count: number) =>
  vi.waitFor(() => expect(target.requests.filter((request) => request.path === path)).toHaveLength(count), {
    timeout: 5_000,
  });

/** Waits until all deliveries of a team have a failed attempt, and wait for the next. */
const waiting = (team: TestTeam, count: number, attemptCount = 1) =>
  vi.waitFor(
    async () => {
      const rows = await app
        .em()
        .execute(
          "select from webhook_delivery where team_id = ? and status = 'pending' and attempt_count = ? and next_attempt_at > now()",
          [team.id, attemptCount],
        );
      expect(rows).toHaveLength(count);
    },
    { timeout: 5_000 },
  );

/** All that waits for a time in a team, whatever its mode. */
const timesOf = (team: TestTeam) =>
  Promise.all([
    app.em().execute("select * from otp where team_id = ? order by id", [team.id]),
    app.em().execute("select * from webhook_delivery where team_id = ? order by id", [team.id]),
  ]);

test("a passcode expires when the clock passes its lifetime, and not before", async () => {
  const client = (await app.signIn()).client.inTestMode();
  const code = await sendPasscode(client);
  const wrong = code === "123456" ? "123457" : "123456";

  expect(await advance(client, 300)).toEqual({
    success: true,
    advancedSeconds: 300,
    moved: { passcodes: 1, webhookAttempts: 0, scheduledTexts: 0, approvals: 0 },
  });
  expect(await verify(client, wrong)).toBe("422 otp_invalid");
  await advance(client, 300);

  expect(await verify(client, code)).toBe("410 otp_expired");
  expect((await advance(client, 300)).moved).toMatchObject({ passcodes: 0, webhookAttempts: 0 });
  expect(await verify(client, await sendPasscode(client))).toBe("verified");
});

test("failed replies and events of test mode are posted again when the clock passes their pauses", async () => {
  const { client: live, team } = await app.signIn();
  const client = live.inTestMode();
  const { posts } = await createEndpoint(client, target, { types: ["message.received"], mode: "test" });
  await receiveReply(client, team, "/clock-replies");
  await attempts("/clock-replies", 1);
  await vi.waitFor(() => expect(posts()).toHaveLength(1), { timeout: 5_000 });
  await waiting(team, 2);

  expect((await advance(client, 10)).moved).toMatchObject({ passcodes: 0, webhookAttempts: 2 });
  await attempts("/clock-replies", 2);
  await vi.waitFor(() => expect(posts()).toHaveLength(2), { timeout: 5_000 });
  await waiting(team, 2, 2);
  target.behaviour = answer(200, "");
  await advance(client, 300);

  await attempts("/clock-replies", 3);
  await vi.waitFor(() => expect(posts()).toHaveLength(3), { timeout: 5_000 });
  expect(posts()[2]!.body).toBe(posts()[0]!.body);
});

test("nothing of live mode and nothing of another team changes", async () => {
  const [{ client: live, team }, other] = [await app.signIn(), await app.signIn()];
  const ofOther = other.client.inTestMode();
  for (const client of [live, ofOther]) await sendPasscode(client);
  await createEndpoint(live, target, { types: ["message.received"] });
  await receiveReply(live, team, "/clock-live");
  await receiveReply(ofOther, other.team, "/clock-other");
  await waiting(team, 2);
  await waiting(other.team, 1);
  const holdStill = (given: TestTeam) =>
    app
      .em()
      .execute(`update webhook_delivery set next_attempt_at = '2999-01-01', status = 'pending' where team_id = ?`, [
        given.id,
      ]);
  for (const each of [team, other.team]) await holdStill(each);
  const before = [await timesOf(team), await timesOf(other.team)];
  const code = await sendPasscode(live.inTestMode());

  expect((await advance(live.inTestMode(), 3_024_000)).moved).toMatchObject({ passcodes: 1, webhookAttempts: 0 });

  expect(await verify(live.inTestMode(), code)).toBe("410 otp_expired");
  const [otps, deliveries] = await timesOf(team);
  const liveOtps = (otps as { test_mode: boolean }[]).filter(({ test_mode }) => !test_mode);
  expect([[liveOtps, deliveries], await timesOf(other.team)]).toEqual(before);
});

test("a key in live mode is refused, also with the simulated carrier, and moves nothing", async () => {
  const { client, team } = await app.signIn();
  await sendPasscode(client);
  await sendPasscode(client.inTestMode());
  const before = await timesOf(team);

  const refused = await client.raw("advanceSimulatedClock", { body: { advanceSeconds: 60 } });

  expect(refusalOf(refused)).toBe("404 not_found");
  expect(refused.body.message).toContain("_test");
  expect(await timesOf(team)).toEqual(before);
});

test.each([0, -60, 1.5, 3_024_001, "60", null, undefined])(
  "%o is no number of seconds that the clock can be moved by",
  async (advanceSeconds) => {
    const client = (await app.signIn()).client.inTestMode();
    const refused = await client.raw("advanceSimulatedClock", { body: { advanceSeconds } as never });
    expect(refusalOf(refused)).toBe("422 validation_error");
    expect(refused.body.details).toMatchObject([{ field: "advanceSeconds" }]);
  },
);

test("moves at once add up", async () => {
  const { client: live, team } = await app.signIn();
  const client = live.inTestMode();
  await sendPasscode(client);
  const expiry = async () => {
    const [row] = await app
      .em()
      .execute<{ at: string }[]>("select extract(epoch from expires_at)::text as at from otp where team_id = ?", [
        team.id,
      ]);
    return Number(row!.at);
  };
  const before = await expiry();

  await Promise.all(Array.from({ length: 8 }, () => advance(client, 10)));

  expect(before - (await expiry())).toBeCloseTo(80, 3);
});

test("a text due tomorrow is due today, and those of live mode and of other teams are not", async () => {
  const { client: live } = await app.signIn();
  const other = (await app.signIn()).client.inTestMode();
  const sendAt = new Date(Date.now() + 86_400_000).toISOString();
  const body = { phone_number: uniquePhone(), message: "Your appointment is today.", sendAt };
  const clients = [live.inTestMode(), live, other];
  const texts = await Promise.all(clients.map(async (client) => (await client.sendMessage({ body })).message));

  expect((await advance(live.inTestMode(), 86_400)).moved).toMatchObject({ scheduledTexts: 1 });

  const after = await Promise.all(clients.map((client, at) => client.getMessage({ path: { id: texts[at]!.id } })));
  const moved = texts.map((text, at) => Date.parse(text.sendAt!) - Date.parse(after[at]!.sendAt!));
  expect(moved).toEqual([86_400_000, 0, 0]);
  expect(Date.parse(after[0]!.sendAt!)).toBeLessThanOrEqual(Date.now());
});

test("an approval of test mode expires when the clock passes its 24 hours, and one of live mode does not", async () => {
  const { agentKey, key } = await signInAgent(app);
  const [tester, person] = [`${key}_test`, key].map((each) => createClient(app.url, each)) as [Client, Client];
  const [inTest, live] = [createClient(app.url, `${agentKey}_test`), createClient(app.url, agentKey)];
  const [first, second] = [await sendTo(inTest), await sendTo(live)];
  const later = new Date(Date.now() + 7_200_000).toISOString();
  const text = { phone_number: uniquePhone(), message: "hello", sendAt: later };
  const { message } = await inTest.sendMessage({ body: text });

  expect((await advance(tester, 86_340)).moved).toMatchObject({ scheduledTexts: 0, approvals: 2 });

  expect((await tester.approveText({ path: { id: message.id } })).message).toMatchObject({ status: "queued" });
  await advance(tester, 60);
  const refused = await tester.raw("approveText", { path: { id: first.textId } });
  expect(refusalOf(refused)).toBe("409 approval_already_decided");
  await expireHeld(app.em());
  expect(await tester.getMessage({ path: { id: first.textId } })).toMatchObject({ errorCode: "approval_expired" });
  expect((await person.approveText({ path: { id: second.textId } })).message).toMatchObject({ id: second.textId });
});
