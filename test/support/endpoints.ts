/**
 * Webhook endpoints of teams, and the posts that they get.
 */
import { afterAll, beforeAll, expect, vi } from "vitest";
import type { EventRecord, WebhookEndpoint, WebhookEndpointDelivery } from "../../generated/api.ts";
import { createLog } from "../../server/log.ts";
import { Publisher } from "../../server/webhooks/endpoints/publisher.ts";
import type { TestApp } from "./app.ts";
import type { Client } from "./client.ts";
import type { FakeServer, ReceivedRequest } from "./fake-server.ts";
import { startTestDeliverer } from "./webhooks.ts";

/** Lets endpoints have addresses of this machine. */
export const allowLoopback = { webhookAllowPrivate: ["127.0.0.0/8"] };

/** Publishes and posts events until the returned function is called. */
export function startTestPublisher(
  app: TestApp,
  options: Parameters<typeof startTestDeliverer>[1] = {},
): () => Promise<void> {
  const deliverer = startTestDeliverer(app, options);
  const onPublished = () => deliverer.wake();
  const log = createLog("silent");
  const publisher = new Publisher({ orm: app.database.orm, log, onPublished, pauseMilliseconds: 20 });
  return async () => {
    await publisher.stop();
    await deliverer.stop();
  };
}

/** Publishes and posts events while the tests of a file run. */
export function usePublisher(app: TestApp, options: Parameters<typeof startTestDeliverer>[1] = {}): void {
  let stop: (() => Promise<void>) | undefined;
  beforeAll(() => {
    stop = startTestPublisher(app, options);
  });
  afterAll(() => stop?.());
}

let serial = 0;

/** Creates an endpoint at a new path of a target, and returns its posts as they come. */
export async function createEndpoint(client: Client, target: FakeServer, fields: object = {}) {
  serial += 1;
  const path = `/endpoints/${serial}`;
  const { webhookEndpoint } = await client.createWebhookEndpoint({ body: { url: `${target.url}${path}`, ...fields } });
  const posts = (): ReceivedRequest[] => target.requests.filter((request) => request.path === path);
  const events = (): EventRecord[] => posts().map(({ body }) => JSON.parse(body));
  return { endpoint: webhookEndpoint, path, posts, events };
}

/** Waits until a condition on an endpoint holds. */
export const waitFor = (check: () => unknown) => vi.waitFor(check, { timeout: 5_000, interval: 20 });

/** Waits until the endpoint of a client has as many deliveries, none of which is pending. */
export async function settled(
  client: Client,
  { id }: Pick<WebhookEndpoint, "id">,
  count: number,
): Promise<WebhookEndpointDelivery[]> {
  return vi.waitFor(
    async () => {
      const { deliveries } = await client.listWebhookEndpointDeliveries({ path: { id }, query: { per_page: 100 } });
      expect(deliveries).toHaveLength(count);
      expect(deliveries.filter(({ status }) => status === "pending")).toEqual([]);
      return deliveries;
    },
    { timeout: 5_000, interval: 20 },
  );
}
