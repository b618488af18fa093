import { readClock } from "../../db/clock.ts";
import { queries } from "../../db/orm.ts";
import { newId } from "../../db/schema/ids.ts";
import { lockPhones } from "../../db/sql/locks.ts";
import { fail } from "../../errors.ts";
import type { Scope } from "../../operations/scope.ts";
import { storeDeclared } from "../declared/store-declared.ts";
import { hashersOf } from "../erased/find-hashers.ts";
import { findConsent } from "../find-consent.ts";
import { nextSequences } from "../record-consents.ts";
import { caseColumns, type SuspectedCase } from "./cases.ts";

interface Decision {
  decision: "opted_out" | "dismissed";
  note?: string | undefined;
}

/**
 * Decides an open case. An opt-out is recorded unless the phone has opted out already. A dismissal opts the phone in again if
 * the case itself still is what opts it out.
 *
 * @throws suspected_revocation_not_found, suspected_revocation_decided
 */
export async function decideCase(scope: Scope, id: string, { decision, note }: Decision): Promise<SuspectedCase> {
  const { em: tx, teamId, apiKeyId } = scope;
  const ofTeam = queries(tx).selectFrom("SuspectedRevocation").where("teamId", "=", teamId).where("id", "=", id);
  const found = await ofTeam.select("phoneNumber").executeTakeFirst();
  if (!found) return fail("suspected_revocation_not_found");
  const phone = found.phoneNumber;
  await lockPhones(tx, [{ teamId, phone }], "exclusive");
  const [decidedAt, [sequence = ""]] = await Promise.all([readClock(tx), nextSequences(tx, 1)]);
  const decided = await queries(tx)
    .updateTable("SuspectedRevocation")
    .set({
      status: decision === "opted_out" ? "honored" : "dismissed",
      decidedAt,
      decidedBy: apiKeyId,
      note: note ?? null,
    })
    .where("teamId", "=", teamId)
    .where("id", "=", id)
    .where("status", "=", "open")
    .returning(caseColumns)
    .$castTo<SuspectedCase>()
    .executeTakeFirst();
  if (!decided) return fail("suspected_revocation_decided");

  const { optedOutAt, entry } = await findConsent(scope, phone);
  const isOptOut = decision === "opted_out";
  const isNeeded = isOptOut ? optedOutAt === null : optedOutAt !== null && entry?.source === "phrase";
  if (isNeeded) {
    await storeDeclared(
      tx,
      [
        {
          id: newId(),
          teamId,
          phoneNumber: phone,
          consent: isOptOut ? "opted_out" : "opted_in",
          source: isOptOut ? "phrase" : "api",
          reason: isOptOut ? null : "correction",
          keyword: null,
          messageId: decided.messageId,
          isEffective: true,
          occurredAt: null,
          createdAt: decidedAt,
          apiKeyId,
          evidence: note === undefined ? null : { note },
          sequence,
        },
      ],
      hashersOf(scope),
    );
  }
  return decided;
}
