import { randomBytes } from "node:crypto";
import type { KeyScope } from "../../../generated/operations.ts";
import type { EntityManager } from "../../db/orm.ts";
import type { Team } from "../../db/schema/entities/team.ts";
import { createKey } from "../../keys/keys.ts";
import { sidOf } from "./ids.ts";

/** What an app that was written for Twilio is configured with, for one mode. */
export interface TwilioCredentials {
  mode: "live" | "test";
  accountSid: string;
  /** An API key in the form of Twilio's tokens: its client for Go refuses any other character than letters and digits. */
  authToken: string;
  messagingServiceSid: string;
  verifyServiceSid: string;
  apiKeyId: string;
}

const scopes: KeyScope[] = [
  "messages:read",
  "messages:send",
  "otp:send",
  "otp:verify",
  "numbers:read",
  "webhooks:write",
];

/** Creates a live and a test key of a team, with 128 bits each. As with every key, only their hashes are stored. */
export async function createCredentials(em: EntityManager, team: Team): Promise<TwilioCredentials[]> {
  const credentials: TwilioCredentials[] = [];
  for (const mode of ["live", "test"] as const) {
    const authToken = randomBytes(16).toString("hex");
    const { id: apiKeyId } = await createKey(em, team, { key: authToken, name: "Twilio", mode, scopes });
    credentials.push({
      mode,
      accountSid: sidOf("AC", team.id),
      authToken,
      messagingServiceSid: sidOf("MG", team.id),
      verifyServiceSid: sidOf("VA", team.id),
      apiKeyId,
    });
  }
  return credentials;
}
