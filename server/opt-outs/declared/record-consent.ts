import { readClock } from "../../db/clock.ts";
import { newId } from "../../db/schema/ids.ts";
import { lockPhones } from "../../db/sql/locks.ts";
import { fail } from "../../errors.ts";
import type { Scope } from "../../operations/scope.ts";
import type { ConsentReason, Entry } from "../entries.ts";
import { hashersOf } from "../erased/find-hashers.ts";
import { hasherOf } from "../erased/hasher.ts";
import { nextSequences } from "../record-consents.ts";
import { findStandings } from "./find-standings.ts";
import { doesCount } from "./judge-opt-in.ts";
import { type Declared, evidenceOf, findFault, timeOf } from "./read-declared.ts";
import { storeDeclared } from "./store-declared.ts";

/**
 * Records a consent that was given or withdrawn elsewhere. The lock of the phone orders it among keywords and sends. An
 * opt-in without a time counts as given when the request was admitted, so an opt-out that is recorded meanwhile stays.
 *
 * @throws invalid_phone, validation_error for a time in the future and for an opt-in without evidence, and consent_conflict
 *   for an opt-in that is not later than every opt-out of the phone
 */
export async function recordConsent(
  scope: Scope,
  declared: Declared & { reason: ConsentReason },
): Promise<{ entry: Entry; changed: boolean }> {
  const { em: tx, teamId, apiKeyId, now: admittedAt } = scope;
  const fault = findFault(declared, admittedAt);
  if (fault) fail(fault.code, { message: `${fault.field} ${fault.message}.`, details: [fault] });
  const { phone, consent, reason } = declared;
  await lockPhones(tx, [{ teamId, phone }], "exclusive");
  const standing = (await findStandings(tx, teamId, [phone], hasherOf(scope))).get(phone)!;
  const occurredAt = timeOf(declared, admittedAt);
  if (!doesCount(standing, consent, occurredAt ?? admittedAt)) fail("consent_conflict");
  // After the lock: an entry that commits during the wait would otherwise have a later sequence.
  const [[sequence = ""], createdAt] = await Promise.all([nextSequences(tx, 1), readClock(tx)]);
  const entry: Entry = {
    id: newId(),
    phoneNumber: phone,
    consent,
    source: "api",
    reason,
    keyword: null,
    messageId: null,
    isEffective: true,
    occurredAt: occurredAt ?? null,
    createdAt,
    apiKeyId,
    evidence: evidenceOf(declared),
  };
  await storeDeclared(tx, [{ ...entry, teamId, sequence }], hashersOf(scope));
  return { entry, changed: standing.state !== consent };
}
