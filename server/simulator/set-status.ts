import { sql } from "kysely";
import type { SimulatedStatus } from "../../generated/api.ts";
import { queries } from "../db/orm.ts";
import { fail } from "../errors.ts";
import { readCallback } from "../inbound/read-callback.ts";
import type { HandsetMeans, Scope } from "../operations/scope.ts";
import { requiredCallbacks } from "../provider/kinds.ts";

/** What a handset does with a text. */
export interface StatusToSet {
  status: SimulatedStatus;
  errorCode?: string | undefined;
}

/**
 * Records the status as an ordinary callback about a message or passcode that the simulated carrier has accepted, and
 * returns the callback's id. The record itself is searched, because the handset shows it only after its request is answered.
 *
 * @throws simulated_text_not_found
 */
export async function setStatus(
  { em, teamId, testMode }: Scope,
  { recordCallback }: HandsetMeans,
  id: string,
  { status, errorCode }: StatusToSet,
): Promise<string> {
  const { rows } = await sql<{ sid: string }>`
    select provider_id as sid from (
      select team_id, id, test_mode, provider_id from message where direction = 'outbound'
      union all
      select team_id, id, test_mode, provider_id from otp
    ) as text
    where team_id = ${teamId} and id = ${id} and test_mode = ${testMode} and provider_id is not null
  `.execute(queries(em));
  const [text] = rows;
  if (!text) fail("simulated_text_not_found");
  const fields = requiredCallbacks.statusForm({ sid: text.sid, from: "", to: "" }, status, errorCode);
  const callback = readCallback(requiredCallbacks.reader, "status", { fields, query: { textId: id, team: teamId } });
  return recordCallback({ ...callback, testMode });
}
