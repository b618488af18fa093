import { type EntityManager, queries } from "../db/orm.ts";
import type { E164 } from "../phone.ts";
import type { StoredOtp } from "./otps.ts";

/** Finds a passcode of a team, in any status; undefined if the team has no passcode with that id. */
export async function findOtp(em: EntityManager, teamId: string, id: string): Promise<StoredOtp | undefined> {
  const row = await queries(em)
    .selectFrom("Otp as o")
    .innerJoin("BusinessNumber as n", (join) =>
      join.onRef("n.teamId", "=", "o.teamId").onRef("n.id", "=", "o.businessNumberId"),
    )
    .select(["o.id", "o.teamId", "o.recipientId", "o.deliveryStatus", "o.length", "o.lifetimeSeconds", "o.expiresAt"])
    .select(["n.phoneNumber as from", "o.phoneNumber as phone"])
    .where("o.teamId", "=", teamId)
    .where("o.id", "=", id)
    .executeTakeFirst();
  return row && { ...row, from: row.from as E164, phone: row.phone as E164 };
}
