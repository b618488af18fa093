import type { MessageRecord } from "../../../generated/api.ts";
import { queries } from "../../db/orm.ts";
import type { Scope } from "../../operations/scope.ts";
import { presentRecord } from "../look-up/present.ts";
import { getRecord, readWhole } from "../look-up/records.ts";
import { findPending } from "./find-pending.ts";
import { presentPending } from "./present.ts";

/**
 * One of the team's texts in the mode of the request: a message, or a text that waits or was canceled. A text can become a
 * message between two reads, so the messages are searched last.
 *
 * @throws message_not_found
 */
export async function getText(scope: Scope, id: string): Promise<MessageRecord> {
  const { em, teamId, testMode } = scope;
  const [message] = await readWhole(queries(em), teamId, [id]);
  if (message?.testMode === testMode) return presentRecord(message);
  const pending = await findPending(em, teamId, id);
  if (pending?.testMode === testMode) return presentPending(pending);
  return presentRecord(await getRecord(scope, id));
}
