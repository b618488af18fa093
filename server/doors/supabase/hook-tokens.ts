import { randomBytes } from "node:crypto";
import { lockTeams } from "../../business-numbers/lock-teams.ts";
import { inputSchemas } from "../../contract/schemas.ts";
import { readClock } from "../../db/clock.ts";
import type { EntityManager } from "../../db/orm.ts";
import type { Team } from "../../db/schema/entities/team.ts";
import { createKey, revokeKey } from "../../keys/keys.ts";
import { TeamError } from "../../keys/teams.ts";
import { addCommandEvent } from "../../operations/audit/add-command-event.ts";
import type { Sealer } from "../../secrets/sealing.ts";
import { type DoorToken, findDoorTokens, storeDoorToken } from "../secrets.ts";
import { sidOf } from "../twilio/ids.ts";

export interface HookOptions {
  /** The text of the codes; undefined keeps it, null is the usual text. */
  message?: string | null | undefined;
  /** Whether the tokens are replaced by new ones. */
  rotate?: boolean | undefined;
}

/** The address that Supabase Auth posts to. */
export const hookUrlOf = (publicUrl: string, teamId: string): string =>
  `${publicUrl}/hooks/supabase/${sidOf("AC", teamId)}/send-sms`;

/** The contract's limit for the text of a passcode. */
const maxMessage = inputSchemas.generateOtp.body!.properties!.message!.maxLength!;

/**
 * The tokens of a team's hook, that of live mode first. They are made at the first call. A replaced token is revoked at
 * once: Supabase Auth signs with several secrets while its own are changed.
 *
 * @throws TeamError for a text that is not valid
 */
export async function prepareHook(
  em: EntityManager,
  sealer: Sealer,
  team: Team,
  { message, rotate = false }: HookOptions = {},
): Promise<DoorToken[]> {
  if (message != null && (message.trim() === "" || [...message].length > maxMessage)) {
    throw new TeamError("invalid", `The message must have 1 to ${maxMessage} characters and must not be blank.`);
  }
  const door = { teamId: team.id, door: "supabase" as const };
  return em.transactional(async (tx) => {
    await lockTeams(tx, [team.id]);
    const found = await findDoorTokens(tx, sealer, door);
    const tokens: DoorToken[] = [];
    for (const testMode of [false, true]) {
      const kept = found.find((each) => each.testMode === testMode);
      if (kept && rotate) await revokeKey(tx, kept.apiKeyId);
      const template = message === undefined ? (kept?.template ?? null) : message;
      const current = kept && !rotate ? kept : await makeToken(tx, team, testMode);
      const token = { ...door, testMode, ...current, template };
      if (token.token !== kept?.token || template !== kept.template) await storeDoorToken(tx, sealer, token);
      tokens.push(token);
    }
    if (message !== undefined || rotate || found.length === 0) {
      addCommandEvent(tx, {
        teamId: team.id,
        now: await readClock(tx),
        command: "teams supabase-hook",
        target: team.id,
      });
    }
    return tokens;
  });
}

/** Makes an API key that may do no more than send passcodes. Its form is that of a secret of Standard Webhooks. */
async function makeToken(tx: EntityManager, team: Team, testMode: boolean) {
  const mode = testMode ? ("test" as const) : ("live" as const);
  const key = `whsec_${randomBytes(32).toString("base64")}`;
  const { id } = await createKey(tx, team, { key, name: "Supabase", mode, scopes: ["otp:send"] });
  return { apiKeyId: id, token: key };
}
