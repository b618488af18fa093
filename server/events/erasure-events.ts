import type { ErasureCompletedData } from "../../generated/api.ts";
import type { EntityManager } from "../db/orm.ts";
import type { Timestamp } from "../db/timestamp.ts";
import { recordEvents } from "./record-events.ts";

/** Records that an erasure is done. */
export async function recordErased(
  tx: EntityManager,
  teamId: string,
  data: ErasureCompletedData,
  now: Timestamp,
): Promise<void> {
  await recordEvents(tx, [{ teamId, type: "erasure.completed", testMode: false, businessNumberId: null, data, now }]);
}
