import type { ErasedPhone } from "../opt-outs/erased/erase-consents.ts";
import type { HashPhone } from "../secrets/phone-hashes.ts";
import type { Sealer } from "../secrets/sealing.ts";

const ownerOf = (teamId: string, id: string) => `erasure ${teamId} ${id}`;

/** Seals the phones of an erasure, which its steps need. */
export const sealPhones = (sealer: Sealer, { teamId, id }: { teamId: string; id: string }, phones: string[]): Buffer =>
  sealer.seal(ownerOf(teamId, id), JSON.stringify(phones));

/** Opens the phones of an erasure. @throws if no secret key opens them */
export function openPhones(
  sealer: Sealer,
  { teamId, id, sealed }: { teamId: string; id: string; sealed: Uint8Array },
): string[] {
  const opened = sealer.open(ownerOf(teamId, id), sealed);
  if (!opened) throw new Error(`No secret key opens the phones of the erasure ${id}. It waits.`);
  return JSON.parse(opened.text);
}

/** The phones with their hashes. */
export const hashed = (teamId: string, phones: string[], hash: HashPhone): ErasedPhone[] =>
  phones.map((phone) => ({ teamId, phone, hash: hash(phone) }));

/**
 * The regular expression of PostgreSQL for texts that name one of the phones. The digits count, whatever stands before them, so
 * that an encoded plus sign does not hide a phone, and a longer number is another one.
 */
export const patternOf = (phones: string[]): string =>
  `(^|[^0-9])(${phones.map((phone) => phone.replace(/\D/g, "")).join("|")})([^0-9]|$)`;
