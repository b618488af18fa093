import { randomBytes } from "node:crypto";
import type { KeyScope } from "../../../generated/operations.ts";
import { lockTeams } from "../../business-numbers/lock-teams.ts";
import { readClock } from "../../db/clock.ts";
import type { EntityManager } from "../../db/orm.ts";
import { ApiKey } from "../../db/schema/entities/api-key.ts";
import type { Team } from "../../db/schema/entities/team.ts";
import { createKey } from "../../keys/keys.ts";
import { addCommandEvent } from "../../operations/audit/add-command-event.ts";
import type { Sealer } from "../../secrets/sealing.ts";
import { type DoorToken, findDoorTokens, storeDoorToken } from "../secrets.ts";
import { sidOf } from "./ids.ts";

/** What an app that was written for Twilio is configured with, for one mode. */
export interface TwilioCredentials {
  mode: "live" | "test";
  accountSid: string;
  /** An API key of 32 hexadecimal digits. Twilio's client for Go refuses any other character than letters and digits. */
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

/**
 * The credentials of a team, those of live mode first. Their tokens are made at the first call, with 128 bits each, and kept,
 * because they sign what is posted to the app. A token whose key is revoked is replaced, as every token is by `rotate`. The
 * key of a replaced token stays valid until it is revoked, and signs no more.
 */
export async function prepareCredentials(
  em: EntityManager,
  sealer: Sealer,
  team: Team,
  { rotate = false }: { rotate?: boolean | undefined } = {},
): Promise<TwilioCredentials[]> {
  return em.transactional(async (tx) => {
    await lockTeams(tx, [team.id]);
    const kept = rotate ? [] : await findUsable(tx, sealer, team.id);
    const credentials: TwilioCredentials[] = [];
    for (const testMode of [false, true]) {
      const token = kept.find((each) => each.testMode === testMode) ?? (await makeToken(tx, sealer, team, testMode));
      credentials.push(present(token));
    }
    if (kept.length < credentials.length) {
      const now = await readClock(tx);
      addCommandEvent(tx, { teamId: team.id, now, command: "teams twilio-credentials", target: team.id });
    }
    return credentials;
  });
}

/** The tokens of a team whose keys are not revoked. */
async function findUsable(tx: EntityManager, sealer: Sealer, teamId: string): Promise<DoorToken[]> {
  const tokens = await findDoorTokens(tx, sealer, { teamId, door: "twilio" });
  const keys = await tx.find(ApiKey, { id: { $in: tokens.map(({ apiKeyId }) => apiKeyId) }, revokedAt: null });
  return tokens.filter(({ apiKeyId }) => keys.some(({ id }) => id === apiKeyId));
}

/** Makes an API key in the form of Twilio's tokens, and keeps its plain text in the place of an earlier one. */
async function makeToken(tx: EntityManager, sealer: Sealer, team: Team, testMode: boolean): Promise<DoorToken> {
  const key = randomBytes(16).toString("hex");
  const mode = testMode ? ("test" as const) : ("live" as const);
  const { id: apiKeyId } = await createKey(tx, team, { key, name: "Twilio", mode, scopes });
  const token: DoorToken = { teamId: team.id, door: "twilio", testMode, apiKeyId, token: key, template: null };
  await storeDoorToken(tx, sealer, token);
  return token;
}

const present = ({ teamId, testMode, apiKeyId, token }: DoorToken): TwilioCredentials => ({
  mode: testMode ? "test" : "live",
  accountSid: sidOf("AC", teamId),
  authToken: token,
  messagingServiceSid: sidOf("MG", teamId),
  verifyServiceSid: sidOf("VA", teamId),
  apiKeyId,
});
