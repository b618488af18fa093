import type { CommandsOf } from "../operation-command.ts";

/** The commands about events, and the endpoints that they are posted to. */
export const events: CommandsOf<"events" | "webhook-endpoints"> = {
  listEvents: {
    name: "events list",
    aliases: ["ls"],
    flags: { business_number_id: "number-id" },
    rows: "events",
    columns: ["timestamp", "type", "testMode", "data"],
    examples: [
      "messaging events list --types message.status,message.received --since 1h",
      "messaging events list --all -o jsonl > events.jsonl",
    ],
  },

  listWebhookEndpoints: {
    name: "webhooks endpoints list",
    aliases: ["ls"],
    rows: "webhookEndpoints",
    columns: ["id", "url", "types", "enabled", "failingSince"],
  },
  createWebhookEndpoint: {
    name: "webhooks endpoints create",
    aliases: ["add"],
    positionals: ["url"],
    flags: { url: "address", types: "type", businessNumberId: "number-id" },
    record: "webhookEndpoint",
    examples: [
      "messaging webhooks endpoints create https://example.com/hook",
      "messaging webhooks endpoints create https://example.com/hook --type message.status --mode live",
    ],
  },
  getWebhookEndpoint: { name: "webhooks endpoints get", positionals: ["id"] },
  updateWebhookEndpoint: {
    name: "webhooks endpoints update",
    positionals: ["id"],
    flags: { url: "address", types: "type", businessNumberId: "number-id" },
    record: "webhookEndpoint",
    examples: ["messaging webhooks endpoints update $ENDPOINT_ID --enabled true"],
  },
  deleteWebhookEndpoint: {
    name: "webhooks endpoints delete",
    aliases: ["rm"],
    positionals: ["id"],
    record: "webhookEndpoint",
  },
  getWebhookEndpointSecret: {
    name: "webhooks endpoints secret",
    positionals: ["id"],
    id: "secret",
    examples: ["messaging webhooks endpoints secret $ENDPOINT_ID --jq .secret"],
  },
  rotateWebhookEndpointSecret: {
    name: "webhooks endpoints rotate-secret",
    positionals: ["id"],
    record: "webhookEndpoint",
  },
  testWebhookEndpoint: { name: "webhooks endpoints test", positionals: ["id"], id: "deliveryId" },
  replayWebhookEndpoint: {
    name: "webhooks endpoints replay",
    positionals: ["id"],
    record: "webhookEndpoint",
    examples: ["messaging webhooks endpoints replay $ENDPOINT_ID --since 1h"],
  },
  listWebhookEndpointDeliveries: {
    name: "webhooks endpoints deliveries",
    positionals: ["id"],
    rows: "deliveries",
    columns: ["createdAt", "type", "status", "attemptCount", "lastAttempt"],
  },
};
