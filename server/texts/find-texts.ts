import { type EntityManager, queries } from "../db/orm.ts";
import type { DeliveryStatus } from "../db/schema/entities/message.ts";
import type { E164 } from "../phone.ts";
import { measureText } from "./segments.ts";
import type { StoredText } from "./texts.ts";

/** Finds an outbound text of a team; undefined if the team has no text with that id. */
export async function findText(em: EntityManager, teamId: string, id: string): Promise<StoredText | undefined> {
  const row = await queries(em)
    .selectFrom("Message as m")
    .innerJoin("Thread as t", (join) => join.onRef("t.teamId", "=", "m.teamId").onRef("t.id", "=", "m.threadId"))
    .innerJoin("BusinessNumber as n", (join) =>
      join.onRef("n.teamId", "=", "t.teamId").onRef("n.id", "=", "t.businessNumberId"),
    )
    .select(["m.id", "m.teamId", "m.threadId", "m.body", "m.segments", "m.encoding", "m.status", "m.testMode"])
    .select(["m.createdAt", "m.discards", "n.phoneNumber as from", "t.contactPhone as to"])
    .where("m.teamId", "=", teamId)
    .where("m.id", "=", id)
    .executeTakeFirst();
  if (!row) return undefined;
  const { segments, encoding, status, ...text } = row;
  // Only an inbound message has the status `received`.
  const deliveryStatus = status as DeliveryStatus;
  // An earlier version of the server stores neither column.
  const measured = segments && encoding ? { segments, encoding } : measureText(row.body);
  return { ...text, ...measured, deliveryStatus, from: row.from as E164, to: row.to as E164 };
}
