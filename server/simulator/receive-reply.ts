import { queries } from "../db/orm.ts";
import { newId } from "../db/schema/ids.ts";
import { fail } from "../errors.ts";
import { readCallback } from "../inbound/read-callback.ts";
import type { HandsetMeans, Scope } from "../operations/scope.ts";
import type { Inbound } from "../provider/callbacks.ts";
import { requiredCallbacks } from "../provider/kinds.ts";

/** A text from a handset to a business number. */
export interface HandsetReply {
  from: string;
  to: string;
  text: string;
}

/**
 * Records the text as an ordinary callback in the request's mode, and returns its id.
 *
 * @throws business_number_not_found
 */
export async function receiveReply(
  { em, teamId, testMode }: Scope,
  { recordCallback, changeConsents }: HandsetMeans,
  { from, to, text }: HandsetReply,
): Promise<string> {
  const number = await queries(em)
    .selectFrom("BusinessNumber")
    .select("id")
    .where("teamId", "=", teamId)
    .where("phoneNumber", "=", to)
    .where("status", "<>", "archived")
    .where("releasedAt", "is", null)
    .executeTakeFirst();
  if (!number) fail("business_number_not_found");
  const fields = requiredCallbacks.inboundForm({ sid: newId(), from, to }, text);
  const callback = readCallback(requiredCallbacks.reader, "inbound", { fields, query: {} });
  const content: Inbound = { from, to, text, ...(!changeConsents && { keepsConsent: true }) };
  return recordCallback({ ...callback, kind: "inbound", content, testMode });
}
