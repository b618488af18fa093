import type { KeyScope } from "../../generated/operations.ts";
import type { KeyOptions } from "../../server/keys/key-options.ts";
import { createKey } from "../../server/keys/keys.ts";
import type { TestApp } from "./app.ts";
import { type Client, createClient } from "./client.ts";
import { buildKeyBeside, type TestTeam, uniquePhone } from "./factories.ts";

/** A team with a person, whose key has all scopes, and an agent, whose key holds texts. */
export interface HoldingTeam {
  team: TestTeam;
  /** The phone of its primary business number. */
  number: string;
  person: Client;
  /** The key of the person. */
  key: string;
  agent: Client;
  agentKey: string;
  agentKeyId: string;
}

const scopesOfAgents: KeyScope[] = [
  "messages:read",
  "messages:send",
  "contacts:write",
  "events:read",
  "webhooks:write",
];

/** Makes a team with an agent whose texts all wait for an approval, unless the options say otherwise. */
export async function signInAgent(app: TestApp, options: KeyOptions = {}): Promise<HoldingTeam> {
  const { team, number, client: person, key } = await app.signIn();
  const made = await createKey(app.em(), team, { name: "Agent", scopes: scopesOfAgents, hold: "all", ...options });
  return { team, number, person, key, agent: createClient(app.url, made.key), agentKey: made.key, agentKeyId: made.id };
}

/** Sends a text, by default to a phone of its own. */
export const sendTo = (client: Client, phone: string = uniquePhone(), fields: object = {}, idempotencyKey?: string) =>
  client.sendText({
    body: { phone_number: phone, message: "hello", ...fields },
    ...(idempotencyKey !== undefined && { idempotencyKey }),
  });

/** Lets the approvals of a team be over. */
export async function makeOverdue(app: TestApp, { id }: TestTeam): Promise<void> {
  await app.em().execute(
    `update approval set expires_at = (expires_at at time zone 'UTC' - interval '25 hours') at time zone 'UTC'
      where team_id = ?`,
    [id],
  );
}

/** The texts to a phone that have reached the provider. */
export const carriedTo = (apps: TestApp[], phone: string) =>
  apps.flatMap(({ provider }) => provider.texts).filter(({ to }) => to === phone);

/** Lets an agent of the client's team ask for a text in the mode of the client, and returns the id of the text. */
export async function askForText(client: Client): Promise<string> {
  const { id, testMode } = await client.getKey();
  const agentKey = await buildKeyBeside(id, { scopes: ["messages:send"], hold: "all" });
  const { textId } = await client.sendText({
    body: { phone_number: uniquePhone(), message: "hello" },
    headers: { "x-api-key": testMode ? `${agentKey}_test` : agentKey },
  });
  return textId;
}
