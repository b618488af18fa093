import { expect, test } from "vitest";
import { endDeliveries } from "../../server/webhooks/endpoints/end-deliveries.ts";
import { targetOf } from "../../server/webhooks/endpoints/endpoint-target.ts";
import { useApp } from "../support/app.ts";
import type { Client } from "../support/client.ts";
import { allowLoopback, createEndpoint, startTestPublisher, waitFor } from "../support/endpoints.ts";
import { buildContact, type TestTeam } from "../support/factories.ts";
import { useFakeServer } from "../support/fake-server.ts";

const app = useApp(allowLoopback);
const target = useFakeServer();

/** Gives an endpoint deliveries whose next attempts are due in an hour. */
async function addPending(team: TestTeam, endpointId: string, url: string, count: number): Promise<void> {
  await app.em().execute(
    `insert into webhook_delivery (team_id, id, endpoint_id, event_id, event_type, target, url, payload, status,
       attempt_count, next_attempt_at, created_at, updated_at)
     select ?::uuid, gen_random_uuid(), ?::uuid, gen_random_uuid(), 'contact.changed', ?, ?, '{"data":{}}', 'pending',
       0, now() + interval '1 hour', now(), now()
     from generate_series(1, ?)`,
    [team.id, endpointId, targetOf(endpointId), url, count],
  );
}

/** The numbers of the deliveries of an endpoint, by status and number of attempts. */
async function countDeliveries(team: TestTeam, endpointId: string): Promise<Record<string, number>> {
  const counted = await app.em().execute<{ kind: string; count: number }[]>(
    `select status || ' ' || attempt_count as kind, count(*)::int as count
     from webhook_delivery where team_id = ? and endpoint_id = ? group by 1 order by 1`,
    [team.id, endpointId],
  );
  return Object.fromEntries(counted.map(({ kind, count }) => [kind, count]));
}

const setEnabled = (client: Client, id: string, enabled: boolean) =>
  client.updateWebhookEndpoint({ path: { id }, body: { enabled } });

test("a worker that saw an endpoint disabled ends no delivery once it is enabled", async () => {
  const { client, team } = await app.signIn();
  const { endpoint } = await createEndpoint(client, target);
  await setEnabled(client, endpoint.id, false);
  await setEnabled(client, endpoint.id, true);
  await addPending(team, endpoint.id, endpoint.url, 1);

  await endDeliveries(app.em(), team.id, endpoint.id);

  expect(await countDeliveries(team, endpoint.id)).toEqual({ "pending 0": 1 });
});

test("enabling an endpoint ends what is pending from before, also if no worker has looked", async () => {
  const { client, team } = await app.signIn();
  const [{ endpoint }, { endpoint: other }] = [
    await createEndpoint(client, target),
    await createEndpoint(client, target),
  ];
  for (const { id, url } of [endpoint, other]) await addPending(team, id, url, 3);
  await setEnabled(client, endpoint.id, false);

  await setEnabled(client, endpoint.id, true);

  expect(await countDeliveries(team, endpoint.id)).toEqual({ "failed 0": 3 });
  expect(await countDeliveries(team, other.id)).toEqual({ "pending 0": 3 });
  await addPending(team, endpoint.id, endpoint.url, 1);
  await setEnabled(client, endpoint.id, true);
  expect(await countDeliveries(team, endpoint.id)).toEqual({ "failed 0": 3, "pending 0": 1 });
});

test("events after the enabling are posted while the deliveries from before are still being ended", async () => {
  const { client, team } = await app.signIn();
  const { endpoint, posts } = await createEndpoint(client, target);
  await addPending(team, endpoint.id, endpoint.url, 5_000);
  await setEnabled(client, endpoint.id, false);
  const stop = startTestPublisher(app);
  try {
    await waitFor(async () => expect(await countDeliveries(team, endpoint.id)).toHaveProperty("failed 0"));

    await setEnabled(client, endpoint.id, true);
    for (let i = 0; i < 12; i += 1) await buildContact(client);

    await waitFor(async () =>
      expect(await countDeliveries(team, endpoint.id)).toEqual({ "delivered 1": 12, "failed 0": 5_000 }),
    );
    expect(posts()).toHaveLength(12);
  } finally {
    await stop();
  }
});

test("the deliveries of an endpoint whose row is gone end", async () => {
  const { client, team } = await app.signIn();
  const { endpoint } = await createEndpoint(client, target);
  await addPending(team, endpoint.id, endpoint.url, 1);
  await app.em().execute("delete from webhook_endpoint_secret where team_id = ?", [team.id]);
  await app.em().execute("delete from webhook_endpoint where team_id = ? and id = ?", [team.id, endpoint.id]);

  await endDeliveries(app.em(), team.id, endpoint.id);

  expect(await countDeliveries(team, endpoint.id)).toEqual({ "failed 0": 1 });
});

test.each([
  ["disabled", { enabled: false }],
  ["moved to another address", { url: "http://127.0.0.1:9/" }],
])("an endpoint that is %s gets none of the posts that a worker has read before", async (_, body) => {
  const { client, team } = await app.signIn();
  const { endpoint, posts, path: targetPath } = await createEndpoint(client, target);
  await addPending(team, endpoint.id, endpoint.url, 400);
  await app.em().execute("update webhook_delivery set next_attempt_at = now() where team_id = ?", [team.id]);
  await client.testWebhookEndpoint({ path: { id: endpoint.id } });
  const accept = target.behaviour;
  target.behaviour = (request, response) =>
    request.path === targetPath ? void setTimeout(() => accept(request, response), 200) : accept(request, response);
  // Few posts at a time, so that most of what was read waits.
  const limits = { perProcess: 8, perTeam: 8, perTarget: { first: 1, most: 4 } };
  const stop = startTestPublisher(app, { limits });
  try {
    await waitFor(() => expect(posts().length).toBeGreaterThan(12));

    await client.updateWebhookEndpoint({ path: { id: endpoint.id }, body });

    const before = posts().length;
    await new Promise((resolve) => setTimeout(resolve, 3_000));
    // A worker looks at the endpoint at least once a second, and four posts take 200 ms.
    expect(posts().length - before).toBeLessThan(40);
  } finally {
    await stop();
    target.behaviour = accept;
  }
});
