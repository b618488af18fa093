import { queries } from "../db/orm.ts";
import type { Scope } from "../operations/scope.ts";

/** A passcode that can be verified, or was. */
export interface CurrentPasscode {
  id: string;
  recipientId: string;
  phone: string;
}

/**
 * Finds the current passcode of a recipient, or the one with an id if it is current, in the mode of the request. An id that
 * is null has none.
 */
export async function findCurrent(
  { em, teamId, testMode }: Pick<Scope, "em" | "teamId" | "testMode">,
  by: { recipientId: string } | { id: string | null },
): Promise<CurrentPasscode | undefined> {
  const current = queries(em)
    .selectFrom("Otp")
    .select(["id", "recipientId", "phoneNumber as phone"])
    .where("teamId", "=", teamId)
    .where("testMode", "=", testMode)
    .where("status", "in", ["pending", "verified"]);
  const found = "id" in by ? current.where("id", "=", by.id) : current.where("recipientId", "=", by.recipientId);
  return found.executeTakeFirst();
}
