import { emWithoutTeam } from "../../db/commit/each-place.ts";
import { queries } from "../../db/orm.ts";
import { noId } from "../../db/schema/ids.ts";
import type { Timestamp } from "../../db/timestamp.ts";
import { isOfPhones } from "../../inbound/callbacks-of-phones.ts";
import { patternOf } from "../erased-phones.ts";
import { recordsOf, type Source } from "./source.ts";

/** How many callbacks a call looks at. */
const searched = 5_000;

/** Reads the callbacks from and to a phone. The walk is over the primary key, because there is no index by phone. */
export const readCallbacks: Source = async ({ em, teamId, phone, after, limit }) => {
  const phones = [phone];
  const isNamed = await isOfPhones({ em, teamId, phones, pattern: patternOf(phones) });
  const callbacks = queries(emWithoutTeam(em))
    .selectFrom("Callback as c")
    .where("c.id", ">", after?.id ?? noId)
    .orderBy("c.id");
  const end = await callbacks
    .select(["c.id", "c.receivedAt"])
    .offset(searched - 1)
    .limit(1)
    .$castTo<{ id: string; receivedAt: Timestamp }>()
    .executeTakeFirst();
  const rows = await callbacks
    .select(["c.id", "c.receivedAt as createdAt", "c.kind", "c.content", "c.fields", "c.providerId", "c.outcome"])
    .select("c.testMode")
    .$if(end !== undefined, (span) => span.where("c.id", "<=", end!.id))
    .where(isNamed)
    .limit(limit)
    .execute();
  const { records, next } = recordsOf(rows, limit);
  return { records, next: next ?? (end && { id: end.id, createdAt: end.receivedAt }) };
};
