import { readClock } from "../../db/clock.ts";
import { newId } from "../../db/schema/ids.ts";
import { lockPhones } from "../../db/sql/locks.ts";
import type { Scope } from "../../operations/scope.ts";
import { hashersOf } from "../erased/find-hashers.ts";
import { hasherOf } from "../erased/hasher.ts";
import { nextSequences } from "../record-consents.ts";
import { findImported, importKeyOf } from "./find-imported.ts";
import { findStandings } from "./find-standings.ts";
import { after, doesCount } from "./judge-opt-in.ts";
import { type Declared, evidenceOf, type Fault, findFault, timeOf } from "./read-declared.ts";
import { type DeclaredEntry, storeDeclared } from "./store-declared.ts";

/** What became of the consents of an import. */
export interface Imported {
  applied: number;
  unchanged: number;
  notEffective: number;
  failed: (Pick<Fault, "code" | "message"> & { index: number })[];
}

/**
 * Records consents of another service's list, in their order, in one transaction. An opt-in without a time never undoes an
 * opt-out, because nothing says that it came later. A consent that the service's list had before is not recorded again, so
 * a repeated import changes nothing. One without a time may be new, so it is recorded again if it no longer holds.
 */
export async function importConsents(scope: Scope, vendor: string, declared: Declared[]): Promise<Imported> {
  const { em: tx, teamId, apiKeyId, now: admittedAt } = scope;
  const faults = declared.map((each) => findFault(each, admittedAt));
  const result: Imported = {
    applied: 0,
    unchanged: 0,
    notEffective: 0,
    failed: faults.flatMap((fault, index) =>
      fault ? { index, code: fault.code, message: `${fault.field} ${fault.message}.` } : [],
    ),
  };
  const timed = declared
    .filter((_, index) => !faults[index])
    .map((each) => ({ ...each, at: timeOf(each, admittedAt) }));
  if (timed.length === 0) return result;
  const phones = timed.map(({ phone }) => phone);
  await lockPhones(
    tx,
    phones.map((phone) => ({ teamId, phone })),
    "exclusive",
  );
  const [standings, known] = await Promise.all([
    findStandings(tx, teamId, phones, hasherOf(scope)),
    findImported(tx, { teamId, vendor }, timed),
  ]);
  // After the locks: an entry that commits during the wait would otherwise have a later sequence.
  const [sequences, createdAt] = await Promise.all([nextSequences(tx, timed.length), readClock(tx)]);
  const entries: DeclaredEntry[] = [];
  for (const [index, each] of timed.entries()) {
    const { phone, consent, at } = each;
    const standing = standings.get(phone)!;
    const key = importKeyOf(each);
    const isEffective = doesCount(standing, consent, at);
    const isKnown = known.has(key) && (at !== undefined || !isEffective || standing.state === consent);
    if (!isEffective) result.notEffective += 1;
    else if (isKnown) result.unchanged += 1;
    else result.applied += 1;
    if (isKnown) continue;
    known.add(key);
    if (isEffective) standings.set(phone, after(standing, consent, at ?? createdAt));
    entries.push({
      id: newId(),
      teamId,
      phoneNumber: phone,
      consent,
      source: "import",
      reason: "other_vendor",
      keyword: null,
      messageId: null,
      isEffective,
      occurredAt: at ?? null,
      createdAt,
      apiKeyId,
      evidence: evidenceOf(each, vendor),
      sequence: sequences[index]!,
    });
  }
  await storeDeclared(tx, entries, hashersOf(scope));
  return result;
}
