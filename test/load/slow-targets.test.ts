import { expect, test, vi } from "vitest";
import type { PostOnce } from "../../server/webhooks/post.ts";
import { useApp } from "../support/app.ts";
import type { Client } from "../support/client.ts";
import { type TestTeam, uniquePhone } from "../support/factories.ts";
import { answer, drip, flood, hang, hangAfterHeaders, useFakeServer } from "../support/fake-server.ts";
import {
  createTestPoster,
  readDelivery,
  receiveText,
  startTestDeliverer,
  timeoutMilliseconds,
  useDeliverer,
} from "../support/webhooks.ts";

const app = useApp();
const slow = useFakeServer();
const good = useFakeServer();
const limits = { perProcess: 12, perTeam: 6, perTarget: { first: 3, most: 3 } };
/** Targets that do not answer get half of the posts, and one team half of these. */
const hangingPerTeam = limits.perProcess / 4;
const atOnce = { now: 0, most: 0 };
useDeliverer(app, { limits, post: countAtOnce(createTestPoster()) });
/** Here nothing is posted until a test says so. */
const late = useApp();

/** How many posts there are, and were at most, to the target that is slow. */
function countAtOnce(post: PostOnce): PostOnce {
  return async (...given) => {
    const isSlow = given[0].url.endsWith("/slow");
    if (isSlow) atOnce.most = Math.max(atOnce.most, ++atOnce.now);
    return post(...given).finally(() => isSlow && atOnce.now--);
  };
}

/** Replies on their way to an address; answers the ids of their messages. */
async function reply(
  { client, team }: { client: Client; team: TestTeam },
  replyWebhookUrl: string,
  count = 1,
  on = app,
) {
  return Promise.all(
    Array.from({ length: count }, async () => {
      const body = { phone_number: uniquePhone(), message: "hello", replyWebhookUrl };
      return receiveText(on, team, await client.sendText({ body }));
    }),
  );
}

/** Milliseconds until all of these are delivered. */
async function deliveredWithin(team: TestTeam, messageIds: string[], on = app): Promise<number> {
  const begun = performance.now();
  for (const id of messageIds) {
    await vi.waitFor(async () => expect((await readDelivery(on, team, id)).status).toBe("delivered"), {
      timeout: 10_000,
    });
  }
  return performance.now() - begun;
}

const attemptsAt = async (team: TestTeam, id: string) => (await readDelivery(app, team, id)).attempts;

/** Removes a team's waiting deliveries, which would hang during the next test. */
const forget = (team: TestTeam) =>
  app
    .em()
    .execute("update webhook_delivery set status = 'failed', next_attempt_at = null where team_id = ?", [team.id]);

test.each([
  ["that says nothing", hang, { status: null, error: "timeout" }],
  ["that begins an error and says no more", hangAfterHeaders(500), { status: 500, error: null }],
])("a target %s is awaited until the timeout", async (_, behaviour, written) => {
  slow.behaviour = behaviour;
  const { team, ...rest } = await app.signIn();

  const [id] = await reply({ team, ...rest }, slow.url);

  await vi.waitFor(async () => expect(await attemptsAt(team, id!)).toMatchObject([written]), { timeout: 5_000 });
  const [{ durationMilliseconds = 0 } = {}] = await attemptsAt(team, id!);
  expect(durationMilliseconds).toBeGreaterThan(timeoutMilliseconds - 20);
  expect(durationMilliseconds).toBeLessThan(timeoutMilliseconds + 1_000);
});

test("an answer that drips has the outcome of its status, and its body is cut at the timeout", async () => {
  slow.behaviour = drip;
  const { team, ...rest } = await app.signIn();

  const [id] = await reply({ team, ...rest }, slow.url);

  await deliveredWithin(team, [id!]);
  const [attempt] = await attemptsAt(team, id!);
  expect(attempt).toMatchObject({ status: 200, answer: expect.stringMatching(/^x{1,40}$/) });
  expect(attempt!.durationMilliseconds).toBeLessThan(timeoutMilliseconds + 1_000);
});

test("only the start of an answer of ten megabytes is read and stored", async () => {
  const taken = { bytes: 0 };
  slow.behaviour = flood(taken);
  const { team, ...rest } = await app.signIn();

  const [id] = await reply({ team, ...rest }, slow.url);

  await deliveredWithin(team, [id!]);
  expect(await attemptsAt(team, id!)).toMatchObject([{ status: 200, answer: "x".repeat(1_024) }]);
  expect(taken.bytes).toBeLessThan(8_000_000);
});

test("a target that hangs under many replies does not delay other targets of any team", async () => {
  slow.behaviour = hang;
  good.behaviour = answer(200, "");
  atOnce.most = 0;
  const [busy, other] = await Promise.all([app.signIn(), app.signIn()]);
  await reply(busy, `${slow.url}/slow`, 60);
  await vi.waitFor(() => expect(atOnce.most).toBeGreaterThan(0), { timeout: 5_000 });

  const [own, others] = await Promise.all([reply(busy, good.url, 5), reply(other, good.url, 5)]);

  expect(await deliveredWithin(busy.team, own)).toBeLessThan(3_000);
  expect(await deliveredWithin(other.team, others)).toBeLessThan(3_000);
  expect(atOnce.most).toBeLessThanOrEqual(limits.perTarget.first);
  await forget(busy.team);
});

test("a team whose targets all hang uses only its share, and other teams are not delayed", async () => {
  slow.behaviour = hang;
  good.behaviour = answer(200, "");
  await vi.waitFor(() => expect(atOnce.now).toBe(0), { timeout: 5_000 });
  atOnce.most = 0;
  const [busy, other] = await Promise.all([app.signIn(), app.signIn()]);
  const hosts = Array.from({ length: 30 }, (_, index) => slow.url.replace("127.0.0.1", `${index}.localhost`));
  await Promise.all(hosts.map((url) => reply(busy, `${url}/slow`)));
  await vi.waitFor(() => expect(atOnce.now).toBe(hangingPerTeam), { timeout: 5_000 });

  const others = await reply(other, good.url, 5);

  expect(await deliveredWithin(other.team, others)).toBeLessThan(3_000);
  expect(atOnce.most).toBe(hangingPerTeam);
});

test("a target with many replies alternates with other targets", async () => {
  const order: string[] = [];
  good.behaviour = (request, response) => {
    order.push(request.path);
    // The deliveries of both targets are read before the many are posted.
    setTimeout(() => answer(200, "")(request, response), 30);
  };
  const [busy, other] = await Promise.all([late.signIn(), late.signIn()]);
  await reply(busy, `${good.url}/many`, 60, late);
  await reply(other, `${good.url}/one`, 1, late);

  const deliverer = startTestDeliverer(late, {
    post: createTestPoster(15_000),
    limits: { perProcess: 4, perTeam: 60, perTarget: { first: 60, most: 60 } },
  });
  await vi.waitFor(() => expect(order).toHaveLength(61), { timeout: 10_000 });
  await deliverer.stop();

  expect(order.indexOf("/one")).toBeLessThan(40);
});

test("the next posts to a target start as soon as earlier posts end, without a pause", async () => {
  const times: number[] = [];
  good.behaviour = (request, response) => {
    times.push(performance.now());
    answer(200, "")(request, response);
  };
  const team = await late.signIn();
  const messageIds = await reply(team, good.url, 40, late);
  const pauseMilliseconds = 1_000;
  const post = createTestPoster(15_000);

  const deliverer = startTestDeliverer(late, {
    limits: { ...limits, perTarget: { first: 2, most: 2 } },
    post,
    pauseMilliseconds,
  });
  await deliveredWithin(team.team, messageIds, late);
  await deliverer.stop();

  expect(times).toHaveLength(40);
  expect(times.at(-1)! - times[0]!).toBeLessThan(5 * pauseMilliseconds);
});

test("workers on one database share the replies, and each reply is posted once", async () => {
  const ids: unknown[] = [];
  good.behaviour = (request, response) => {
    ids.push(request.headers["webhook-id"]);
    answer(200, "")(request, response);
  };
  const team = await late.signIn();
  const messageIds = await Promise.all(
    Array.from({ length: 10 }, (_, index) => reply(team, good.url.replace("127.0.0.1", `${index}.localhost`), 3, late)),
  );

  // The short time limit of the other tests can end on a busy machine, and then the reply is posted again.
  const post = createTestPoster(15_000);
  const deliverers = Array.from({ length: 3 }, () => startTestDeliverer(late, { post }));
  await deliveredWithin(team.team, messageIds.flat(), late);
  await Promise.all(deliverers.map((deliverer) => deliverer.stop()));

  expect(ids).toHaveLength(30);
  expect(new Set(ids).size).toBe(30);
});

test("an attempt that cannot be recorded is repeated later, and other deliveries continue", async () => {
  good.behaviour = answer(200, "");
  const { team, client } = await late.signIn();
  const [poison, ...others] = await reply({ client, team }, good.url, 8, late);
  const { id } = await readDelivery(late, team, poison!);
  await late.em().execute(`
    create function refuse() returns trigger language plpgsql as $$ begin raise exception 'refused'; end $$;
    create trigger refuse before insert on webhook_attempt
      for each row when (new.delivery_id = '${id}') execute function refuse();
  `);

  const postsOf = (deliveryId: string) => good.requests.filter(({ headers }) => headers["webhook-id"] === deliveryId);

  const deliverer = startTestDeliverer(late);
  await deliveredWithin(team, others, late);
  await vi.waitFor(() => expect(postsOf(id).length).toBeGreaterThan(1), { timeout: 5_000 });
  expect(await readDelivery(late, team, poison!)).toMatchObject({ status: "pending", attemptCount: 0 });
  await late.em().execute("drop trigger refuse on webhook_attempt");

  await deliveredWithin(team, [poison!], late);
  // The pause before the second attempt is a second.
  expect(postsOf(id).length).toBeLessThan(6);
  expect((await readDelivery(late, team, poison!)).attempts).toHaveLength(1);
  await deliverer.stop();
});
