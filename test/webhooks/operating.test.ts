import { beforeAll, expect, test, vi } from "vitest";
import { readClock } from "../../server/db/clock.ts";
import { WebhookDelivery } from "../../server/db/schema/entities/webhook-delivery.ts";
import { newId } from "../../server/db/schema/ids.ts";
import { plusMicroseconds } from "../../server/db/timestamp.ts";
import { pruneDeliveries } from "../../server/webhooks/prune.ts";
import { useApp } from "../support/app.ts";
import { runInProcess } from "../support/cli.ts";
import { type TestTeam, uniquePhone } from "../support/factories.ts";
import { answer, useFakeServer } from "../support/fake-server.ts";
import { noSettings, settingsFor } from "../support/process.ts";
import { makeDue, readDelivery, receiveText, useDeliverer } from "../support/webhooks.ts";

const app = useApp();
const target = useFakeServer();
useDeliverer(app);

beforeAll(() => {
  target.behaviour = answer(500, "not now");
});

/** Creates a team with a reply whose first attempt has failed. */
async function prepare(): Promise<{ team: TestTeam; messageId: string; id: string }> {
  const { client, team } = await app.signIn();
  const replyWebhookUrl = target.url.replace("//", "//user:word@");
  const sent = await client.sendText({ body: { phone_number: uniquePhone(), message: "hello", replyWebhookUrl } });
  const messageId = await receiveText(app, team, sent);
  await vi.waitFor(async () => expect((await readDelivery(app, team, messageId)).attempts).toHaveLength(1));
  return { team, messageId, id: (await readDelivery(app, team, messageId)).id };
}

/** Runs a command line in this process. */
const command = (...argv: string[]) => runInProcess(argv, { env: { ...noSettings, ...settingsFor(app.database) } });

/** What a command that succeeds prints. */
async function read(...argv: string[]) {
  const { code, stdout, stderr } = await command(...argv);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  return JSON.parse(stdout);
}

test("deliveries are listed newest first, with the host and nothing else of the URL", async () => {
  const { team, messageId, id } = await prepare();
  await prepare();

  const listed = await read("webhooks", "list", "--team", team.name);

  const { createdAt, nextAttemptAt } = await readDelivery(app, team, messageId);
  const { host } = new URL(target.url);
  expect(listed).toEqual([
    {
      id,
      createdAt,
      status: "pending",
      attemptCount: 1,
      nextAttemptAt,
      host,
      messageId,
      eventId: null,
      endpointId: null,
    },
  ]);
  expect(await read("webhooks", "list", "--team", team.name, "--status", "failed")).toEqual([]);
  expect(await read("webhooks", "list", "--team", team.name, "--status", "pending", "--limit", "1")).toEqual(listed);
});

test("the list names the endpoints that are disabled, and how to enable them", async () => {
  const { team, client } = await app.signIn();
  const { webhookEndpoint } = await client.createWebhookEndpoint({ body: { url: "https://example.com/secret-path" } });
  const { id } = webhookEndpoint;
  await client.updateWebhookEndpoint({ path: { id }, body: { enabled: false } });

  const { code, stdout, stderr } = await command("webhooks", "list", "--team", team.name);

  expect({ code, listed: JSON.parse(stdout) }).toEqual({ code: 0, listed: [] });
  expect(stderr).toContain(`messaging webhooks endpoints update ${id} --enabled true`);
  expect(stderr).not.toContain("secret-path");
});

test("a delivery is shown with its attempts", async () => {
  const { team, id } = await prepare();

  expect(await read("webhooks", "show", id, "--team", team.name)).toMatchObject({
    id,
    status: "pending",
    attempts: [
      {
        number: 1,
        startedAt: expect.stringMatching(/Z$/),
        durationMilliseconds: expect.any(Number),
        status: 500,
        error: null,
        answer: "not now",
      },
    ],
  });
  const { stdout } = await command("webhooks", "show", id, "--team", team.name, "-o", "table");
  expect(stdout).toContain("answer=not now");
});

test("retrying a waiting delivery posts it once at once, and then the schedule continues", async () => {
  const { team, messageId, id } = await prepare();

  expect(await read("webhooks", "retry", id, "--team", team.name)).toMatchObject([{ id, status: "pending" }]);

  await vi.waitFor(async () => expect((await readDelivery(app, team, messageId)).attempts).toHaveLength(2));
  expect(await readDelivery(app, team, messageId)).toMatchObject({ status: "pending", attemptCount: 2 });
  expect(target.requests.filter(({ headers }) => headers["webhook-id"] === id)).toHaveLength(2);
});

test("retrying a failed or delivered delivery posts it once more", async () => {
  const { team, messageId, id } = await prepare();
  for (const status of ["failed", "delivered"]) {
    await app.em().execute("update webhook_delivery set status = ?, next_attempt_at = null where id = ?", [status, id]);
    const { attemptCount } = await readDelivery(app, team, messageId);
    target.behaviour = answer(200, "at last");

    await read("webhooks", "retry", id, id.toUpperCase(), "--team", team.name);

    await vi.waitFor(async () =>
      expect(await readDelivery(app, team, messageId)).toMatchObject({
        status: "delivered",
        attemptCount: attemptCount + 1,
      }),
    );
  }
  target.behaviour = answer(500, "not now");
});

test("an unknown delivery, or a delivery of another team, is not found, and nothing is retried", async () => {
  const { team, messageId, id } = await prepare();
  const { id: foreign } = await prepare();
  const missing = { code: 5, stdout: "", stderr: expect.stringMatching(/^error: The team has no delivery/) };

  for (const unknown of [foreign, newId(), "none"]) {
    expect(await command("webhooks", "show", unknown, "--team", team.name)).toEqual(missing);
    expect(await command("webhooks", "retry", id, unknown, "--team", team.name)).toEqual(missing);
  }
  expect(await command("webhooks", "list", "--team", "nobody")).toMatchObject({ code: 5 });
  expect(await command("webhooks", "list", "--team", team.name, "--limit", "0")).toMatchObject({ code: 2 });
  expect((await readDelivery(app, team, messageId)).attempts).toHaveLength(1);
});

test("the secret is shown, and replaced on request", async () => {
  const { team } = await prepare();

  const [first] = await read("teams", "webhook-secret", team.name);
  expect(first).toEqual({
    team: team.name,
    secret: expect.stringMatching(/^whsec_/),
    createdAt: expect.any(String),
    expiresAt: null,
  });
  expect(await read("teams", "webhook-secret", team.name)).toEqual([first]);
  const [current, before] = await read("teams", "webhook-secret", team.name, "--rotate");
  expect(before).toEqual({ ...first, expiresAt: expect.any(String) });
  expect(current).toMatchObject({ expiresAt: null });
  expect(await command("teams", "webhook-secret", "nobody")).toMatchObject({ code: 5 });
});

test("old deliveries are deleted with their attempts", async () => {
  const [old, recent] = [await prepare(), await prepare()];
  await app
    .em()
    .execute(
      "update webhook_delivery set status = 'failed', created_at = (created_at at time zone 'UTC' - interval '2 days') at time zone 'UTC' where id = ?",
      [old.id],
    );
  const yesterday = plusMicroseconds(await readClock(app.em()), -24 * 60 * 60 * 1_000_000);

  expect(await pruneDeliveries(app.em(), yesterday)).toBe(1);
  expect(await pruneDeliveries(app.em(), yesterday)).toBe(0);

  expect(await app.em().count(WebhookDelivery, { id: old.id })).toBe(0);
  expect((await readDelivery(app, recent.team, recent.messageId)).attempts).toHaveLength(1);
  // Its target has nothing left to do.
  await makeDue(app, old.team);
  const targets = "select from webhook_target where team_id = ?";
  await vi.waitFor(async () => expect(await app.em().execute(targets, [old.team.id])).toEqual([]), { timeout: 5_000 });
});
