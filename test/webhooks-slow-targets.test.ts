import { expect, test, vi } from "vitest";
import { useApp } from "./support/app.ts";
import type { Client } from "./support/client.ts";
import { type TestTeam, uniquePhone } from "./support/factories.ts";
import { answer, type Behaviour, hang, hangAfterHeaders, useStandIn } from "./support/stand-in.ts";
import { readDelivery, receiveText, timeoutMilliseconds, useDeliverer } from "./support/webhooks.ts";

const app = useApp();
const slow = useStandIn();
const good = useStandIn();
useDeliverer(app, { limits: { perProcess: 12, perTeam: 6, perTarget: 3 } });

/** Replies on their way to an address; answers the ids of their messages. */
async function reply({ client, team }: { client: Client; team: TestTeam }, replyWebhookUrl: string, count = 1) {
  return Promise.all(
    Array.from({ length: count }, async () => {
      const body = { phone_number: uniquePhone(), message: "hello", replyWebhookUrl };
      return receiveText(app, team, await client.sendText({ body }));
    }),
  );
}

/** Milliseconds until all of these are delivered. */
async function deliveredWithin(team: TestTeam, messageIds: string[]): Promise<number> {
  const begun = performance.now();
  for (const id of messageIds) {
    await vi.waitFor(async () => expect((await readDelivery(app, team, id)).status).toBe("delivered"), {
      timeout: 10_000,
    });
  }
  return performance.now() - begun;
}

const attemptsAt = async (team: TestTeam, id: string) => (await readDelivery(app, team, id)).attempts;

/** Says a byte now and then, for ever. */
const drip: Behaviour = (_, response) => {
  response.writeHead(200, { "content-type": "text/plain" });
  const timer = setInterval(() => response.write("x"), 20);
  response.on("close", () => clearInterval(timer));
};

/** Says ten megabytes; counts what was taken of them. */
function flood(taken: { bytes: number }): Behaviour {
  return (_, response) => {
    response.writeHead(200, { "content-type": "text/plain" });
    const write = () => {
      for (let more = true; more && taken.bytes < 10_000_000; ) {
        more = response.write("x".repeat(65_536));
        taken.bytes += 65_536;
      }
      if (taken.bytes >= 10_000_000) response.end();
    };
    response.on("drain", write);
    write();
  };
}

test.each([
  ["that says nothing", hang, { status: null, error: "timeout" }],
  ["that begins an error and says no more", hangAfterHeaders(500), { status: 500, error: null }],
])("a target %s is waited for as long as the limit says", async (_, behaviour, written) => {
  slow.behaviour = behaviour;
  const { team, ...rest } = await app.signIn();

  const [id] = await reply({ team, ...rest }, slow.url);

  await vi.waitFor(async () => expect(await attemptsAt(team, id!)).toMatchObject([written]), { timeout: 5_000 });
  const [{ durationMilliseconds = 0 } = {}] = await attemptsAt(team, id!);
  expect(durationMilliseconds).toBeGreaterThan(timeoutMilliseconds - 20);
  expect(durationMilliseconds).toBeLessThan(timeoutMilliseconds + 1_000);
});

test("an answer that drips is taken by its status, read to its limit in time", async () => {
  slow.behaviour = drip;
  const { team, ...rest } = await app.signIn();

  const [id] = await reply({ team, ...rest }, slow.url);

  await deliveredWithin(team, [id!]);
  const [attempt] = await attemptsAt(team, id!);
  expect(attempt).toMatchObject({ status: 200, answer: expect.stringMatching(/^x{1,40}$/) });
  expect(attempt!.durationMilliseconds).toBeLessThan(timeoutMilliseconds + 1_000);
});

test("of an answer of ten megabytes a piece is read and kept", async () => {
  const taken = { bytes: 0 };
  slow.behaviour = flood(taken);
  const { team, ...rest } = await app.signIn();

  const [id] = await reply({ team, ...rest }, slow.url);

  await deliveredWithin(team, [id!]);
  expect(await attemptsAt(team, id!)).toMatchObject([{ status: 200, answer: "x".repeat(1_024) }]);
  expect(taken.bytes).toBeLessThan(8_000_000);
});

test("a target that hangs under many replies delays no other target, of its team or of others", async () => {
  slow.behaviour = hang;
  good.behaviour = answer(200, "");
  const [busy, other] = await Promise.all([app.signIn(), app.signIn()]);
  const before = slow.connections.open;
  await reply(busy, slow.url, 60);
  await vi.waitFor(() => expect(slow.connections.open).toBeGreaterThan(before), { timeout: 5_000 });

  const [own, others] = await Promise.all([reply(busy, good.url, 5), reply(other, good.url, 5)]);

  expect(await deliveredWithin(busy.team, own)).toBeLessThan(3_000);
  expect(await deliveredWithin(other.team, others)).toBeLessThan(3_000);
  expect(slow.connections.mostAtOnce).toBeLessThanOrEqual(3);
});

test("a team whose targets all hang has its share of the process, and the others have theirs", async () => {
  slow.behaviour = hang;
  good.behaviour = answer(200, "");
  const [busy, other] = await Promise.all([app.signIn(), app.signIn()]);
  const hosts = Array.from({ length: 30 }, (_, index) => slow.url.replace("127.0.0.1", `${index}.localhost`));
  const before = slow.connections.open;
  await Promise.all(hosts.map((url) => reply(busy, url)));
  await vi.waitFor(() => expect(slow.connections.open).toBeGreaterThanOrEqual(before + 3), { timeout: 5_000 });

  const others = await reply(other, good.url, 5);

  expect(await deliveredWithin(other.team, others)).toBeLessThan(3_000);
  // The three that the test before may still have, and the team's share.
  expect(slow.connections.mostAtOnce).toBeLessThanOrEqual(3 + 6);
});
