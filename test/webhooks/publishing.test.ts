import { Webhook } from "standardwebhooks";
import { expect, test } from "vitest";
import { useApp, useNeighbour } from "../support/app.ts";
import { allowLoopback, createEndpoint, settled, usePublisher, waitFor } from "../support/endpoints.ts";
import { expectValidEvents, readAllEvents, reportStatus, sendAccepted } from "../support/events.ts";
import { buildContact } from "../support/factories.ts";
import { answer, useFakeServer } from "../support/fake-server.ts";
import { makeDue } from "../support/webhooks.ts";

const app = useApp(allowLoopback);
const neighbour = useNeighbour(app, allowLoopback);
const target = useFakeServer();
usePublisher(app);
usePublisher(neighbour);

test("an event is posted as it is listed, with the id of the event and signatures of both secrets", async () => {
  const { client } = await app.signIn();
  const { endpoint, posts } = await createEndpoint(client, target);
  const path = { id: endpoint.id };
  const { secret: first } = await client.getWebhookEndpointSecret({ path });
  await client.rotateWebhookEndpointSecret({ path });
  const { secret: second } = await client.getWebhookEndpointSecret({ path });

  await buildContact(client);

  await waitFor(() => expect(posts()).toHaveLength(1));
  const [{ headers, body }] = posts() as [ReturnType<typeof posts>[number]];
  const [event] = await readAllEvents(client);
  expect(JSON.parse(body)).toEqual(event);
  expectValidEvents([JSON.parse(body)]);
  expect(headers).toMatchObject({ "content-type": "application/json", "webhook-id": event!.id });
  for (const secret of [first, second]) {
    expect(new Webhook(secret).verify(body, headers as Record<string, string>)).toEqual(event);
  }
});

test("endpoints get the events that pass their filters, once each", async () => {
  const { client } = await app.signIn();
  const all = await createEndpoint(client, target);
  const contacts = await createEndpoint(client, target, { types: ["contact.changed", "contact.merged"] });
  const { businessNumbers } = await client.listBusinessNumbers();
  const number = await createEndpoint(client, target, { businessNumberId: businessNumbers[0]!.id });
  const tests = await createEndpoint(client, target, { mode: "test" });
  const others = await createEndpoint((await app.signIn()).client, target);
  const sent = await sendAccepted(client);

  await buildContact(client);
  await reportStatus(app, sent, "delivered");

  expect(await settled(client, all.endpoint, 2)).toMatchObject([
    { type: "message.status", status: "delivered", attemptCount: 1, lastAttempt: { status: 201 } },
    { type: "contact.changed", status: "delivered" },
  ]);
  await settled(client, number.endpoint, 1);
  await settled(client, contacts.endpoint, 1);
  expect(all.events().map(({ type }) => type)).toEqual(["contact.changed", "message.status"]);
  expect(contacts.events().map(({ type }) => type)).toEqual(["contact.changed"]);
  expect(number.events()).toMatchObject([{ type: "message.status", data: { messageId: sent.textId } }]);
  expect([...tests.posts(), ...others.posts()]).toEqual([]);
});

test("first attempts leave in the order of sequence, and a failed attempt holds up no later event", async () => {
  const { client, team } = await app.signIn();
  const { endpoint, events, path } = await createEndpoint(client, target);
  const accept = target.behaviour;
  target.behaviour = (request, response) =>
    request.path === path && events().length <= 3 ? answer(500, "no")(request, response) : accept(request, response);
  try {
    const { id } = await buildContact(client);
    for (let i = 0; i < 30; i += 1) await client.updateContact({ path: { id }, body: { role: `role ${i}` } });
    // On a busy machine, the failed ones have been attempted again by then.
    const firstAttempts = () => [...new Set(events().map(({ sequence }) => sequence))];
    await waitFor(() => expect(firstAttempts()).toHaveLength(31));

    const sequences = firstAttempts();
    expect(sequences).toEqual(sequences.toSorted((a, b) => a - b));
    await waitFor(async () =>
      expect((await client.getWebhookEndpoint({ path: { id: endpoint.id } })).failingSince).toBeNull(),
    );
    await makeDue(app, team);
    const deliveries = await settled(client, endpoint, 31);
    expect(deliveries.filter(({ attemptCount }) => attemptCount === 2)).toHaveLength(3);
  } finally {
    target.behaviour = accept;
  }
});

test("a test is posted to its endpoint only, whatever the filters, and its delivery is known at once", async () => {
  const { client } = await app.signIn();
  const tested = await createEndpoint(client, target, { types: ["contact.merged"], mode: "test" });
  const other = await createEndpoint(client, target);

  const { deliveryId, eventId } = await client.testWebhookEndpoint({ path: { id: tested.endpoint.id } });
  await buildContact(client);

  expect(await settled(client, tested.endpoint, 1)).toMatchObject([{ id: deliveryId, eventId, status: "delivered" }]);
  await settled(client, other.endpoint, 1);
  expectValidEvents(tested.events());
  const data = { endpointId: tested.endpoint.id };
  expect(tested.events()).toMatchObject([{ id: eventId, type: "webhook.test", testMode: false, data }]);
  expect(other.events()).toMatchObject([{ type: "contact.changed" }]);
});

test("without the key that sealed its secret, an attempt fails and says why, and a new secret lets it succeed", async () => {
  const { client, team } = await app.signIn();
  const { endpoint, posts } = await createEndpoint(client, target);
  const path = { id: endpoint.id };
  await app
    .em()
    .execute("update webhook_endpoint_secret set sealed = sha512(sealed) where endpoint_id = ?", [endpoint.id]);

  await buildContact(client);

  await waitFor(async () =>
    expect((await client.listWebhookEndpointDeliveries({ path })).deliveries).toMatchObject([
      {
        status: "pending",
        attemptCount: 1,
        lastAttempt: { status: null, error: "secret_unreadable" },
      },
    ]),
  );
  expect(posts()).toEqual([]);
  await client.rotateWebhookEndpointSecret({ path });
  await makeDue(app, team);
  await settled(client, endpoint, 1);
  const [{ headers, body }] = posts() as [ReturnType<typeof posts>[number]];
  const { secret } = await client.getWebhookEndpointSecret({ path });
  expect(() => new Webhook(secret).verify(body, headers as Record<string, string>)).not.toThrow();
});

test("a replay posts the events since a time again, in their order, and new events after them", async () => {
  const { client } = await app.signIn();
  const { endpoint, events } = await createEndpoint(client, target);
  const path = { id: endpoint.id };
  const { recordedSince } = await client.listEvents();
  for (let i = 0; i < 3; i += 1) await buildContact(client);
  await settled(client, endpoint, 3);
  const [, second] = await readAllEvents(client);

  const { webhookEndpoint } = await client.replayWebhookEndpoint({ path, body: { since: second!.timestamp } });

  expect(webhookEndpoint.replaying).toBe(true);
  await settled(client, endpoint, 5);
  const posted = events().map(({ sequence }) => sequence);
  expect(posted).toEqual([...posted.slice(0, 3), ...posted.slice(1, 3)]);
  await waitFor(async () => expect((await client.getWebhookEndpoint({ path })).replaying).toBe(false));
  for (const since of [
    "2020-01-01T00:00:00Z",
    new Date(Date.parse(recordedSince) - 1_000).toISOString(),
    "yesterday",
  ]) {
    const refused = await client.raw("replayWebhookEndpoint", { path, body: { since } });
    expect(refused).toMatchObject({ status: 422, body: { error: "validation_error", details: [{ field: "since" }] } });
  }
});

test("a disabled endpoint gets nothing, a test or a replay is refused, and its pending deliveries end", async () => {
  const { client } = await app.signIn();
  const { endpoint, path: targetPath, posts } = await createEndpoint(client, target);
  const path = { id: endpoint.id };
  const accept = target.behaviour;
  target.behaviour = (request, response) =>
    request.path === targetPath ? answer(500, "no")(request, response) : accept(request, response);
  try {
    await buildContact(client);
    await waitFor(() => expect(posts()).toHaveLength(1));
    await client.updateWebhookEndpoint({ path, body: { enabled: false } });
    expect(await settled(client, endpoint, 1)).toMatchObject([{ status: "failed", nextAttemptAt: null }]);
  } finally {
    target.behaviour = accept;
  }
  await buildContact(client);
  const since = (await client.listEvents()).recordedSince;
  for (const answered of [
    await client.raw("testWebhookEndpoint", { path }),
    await client.raw("replayWebhookEndpoint", { path, body: { since } }),
  ]) {
    expect(answered).toMatchObject({ status: 422, body: { error: "validation_error" } });
  }

  await client.updateWebhookEndpoint({ path, body: { enabled: true } });
  await buildContact(client);

  await settled(client, endpoint, 2);
  expect(posts()).toHaveLength(2);
});

test("an endpoint is disabled after five days of nothing but failure, other endpoints are told, and it can be enabled", async () => {
  const { client, team } = await app.signIn();
  const failing = await createEndpoint(client, target);
  const other = await createEndpoint(client, target, { types: ["webhook.disabled"] });
  const path = { id: failing.endpoint.id };
  const accept = target.behaviour;
  target.behaviour = (request, response) =>
    request.path === failing.path ? answer(500, "no")(request, response) : accept(request, response);
  try {
    await buildContact(client);
    await waitFor(async () => expect((await client.getWebhookEndpoint({ path })).failingSince).not.toBeNull());
    const age = (interval: string) =>
      app
        .em()
        .execute(
          `update webhook_endpoint set failing_since = (failing_since at time zone 'UTC' - ?::interval) at time zone 'UTC' where team_id = ?`,
          [interval, team.id],
        );
    await age("4 days 23 hours");
    await makeDue(app, team);
    await waitFor(() => expect(failing.posts()).toHaveLength(2));
    expect(await client.getWebhookEndpoint({ path })).toMatchObject({ enabled: true });

    await age("1 hour");
    await makeDue(app, team);

    await waitFor(async () => expect(await client.getWebhookEndpoint({ path })).toMatchObject({ enabled: false }));
    const { failingSince, disabledAt } = await client.getWebhookEndpoint({ path });
    expect(Date.parse(disabledAt!) - Date.parse(failingSince!)).toBeGreaterThanOrEqual(5 * 86_400_000);
    await waitFor(() => expect(other.events()).toHaveLength(1));
    expectValidEvents(other.events());
    expect(other.events()).toMatchObject([
      { type: "webhook.disabled", data: { endpointId: failing.endpoint.id, failingSince } },
    ]);
    expect(await settled(client, failing.endpoint, 1)).toMatchObject([{ status: "failed" }]);
  } finally {
    target.behaviour = accept;
  }
  await client.updateWebhookEndpoint({ path, body: { enabled: true } });
  await buildContact(client);
  await settled(client, failing.endpoint, 2);
  expect(await client.getWebhookEndpoint({ path })).toMatchObject({ enabled: true, failingSince: null });
});
