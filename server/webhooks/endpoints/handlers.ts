import type { EventMode } from "../../../generated/api.ts";
import { parseTimestamp } from "../../db/timestamp.ts";
import type { AreaHandlers } from "../../operations/handlers.ts";
import { findSecrets } from "../secrets.ts";
import { createEndpoint, deleteEndpoint, rotateEndpointSecret, updateEndpoint } from "./change-endpoints.ts";
import { getEndpoint, listEndpointDeliveries, listEndpoints } from "./find-endpoints.ts";
import { presentDelivery, presentEndpoint } from "./present.ts";
import { replayEvents } from "./replay.ts";
import { testEndpoint } from "./test-endpoint.ts";

const saved = (endpoint: Parameters<typeof presentEndpoint>[0]) => ({
  success: true,
  webhookEndpoint: presentEndpoint(endpoint),
});

/** Whether a mode is that of tests. Null: both modes. Undefined: not given. */
const readMode = (mode: EventMode | null | undefined) => (mode == null ? mode : mode === "test");

/** Translates contract ↔ domain for the webhook endpoints. Contains no rules. */
export const webhookEndpoints: AreaHandlers<"webhook-endpoints"> = {
  async listWebhookEndpoints(_, scope) {
    return { webhookEndpoints: (await listEndpoints(scope)).map(presentEndpoint) };
  },

  async createWebhookEndpoint({ body }, scope) {
    const { url, types = [], businessNumberId = null, mode } = body;
    return saved(await createEndpoint(scope, { url, types, businessNumberId, testMode: readMode(mode) ?? null }));
  },

  async getWebhookEndpoint({ path }, scope) {
    return presentEndpoint(await getEndpoint(scope, path.id));
  },

  async updateWebhookEndpoint({ path, body }, scope) {
    const { mode, ...changes } = body;
    return saved(await updateEndpoint(scope, path.id, { ...changes, testMode: readMode(mode) }));
  },

  async deleteWebhookEndpoint({ path }, scope) {
    return saved(await deleteEndpoint(scope, path.id));
  },

  async getWebhookEndpointSecret({ path }, scope) {
    const endpoint = await getEndpoint(scope, path.id);
    const [current, previous] = await findSecrets(scope.em, scope.webhooks.sealer, endpoint, scope.now);
    const { secret, createdAt } = current!;
    return { secret, createdAt, previousUntil: previous?.expiresAt ?? null };
  },

  async rotateWebhookEndpointSecret({ path }, scope) {
    return saved(await rotateEndpointSecret(scope, path.id));
  },

  async testWebhookEndpoint({ path }, scope) {
    return { success: true, ...(await testEndpoint(scope, path.id)) };
  },

  async replayWebhookEndpoint({ path, body }, scope) {
    return saved(await replayEvents(scope, path.id, parseTimestamp(body.since)!));
  },

  async listWebhookEndpointDeliveries({ path, query }, scope) {
    const { rows, hasMore, nextCursor } = await listEndpointDeliveries(scope, path.id, query);
    return { deliveries: rows.map(presentDelivery), hasMore, nextCursor };
  },
};
