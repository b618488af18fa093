import { sql } from "kysely";
import { emWithoutTeam } from "../db/commit/each-place.ts";
import { type EntityManager, prepared, withoutResult } from "../db/orm.ts";
import type { HashPhone, PhoneHashes } from "../secrets/phone-hashes.ts";

/**
 * Opens the key of a team that hashes its erased phones, and makes it if there is none. Every process then knows it from its next
 * request on.
 *
 * @throws server_error (503) if no secret key opens it
 */
export async function openTeamKey(tx: EntityManager, hashes: PhoneHashes, teamId: string): Promise<HashPhone> {
  const em = emWithoutTeam(tx);
  const read = async () =>
    (await sql<{ erasure_key: Buffer | null }>`select erasure_key from team where id = ${teamId}`.execute(prepared(em)))
      .rows[0]?.erasure_key;
  const known = await read();
  if (known) return hashes.open(teamId, known);
  await sql`
    update team set erasure_key = ${hashes.newKey(teamId)} where id = ${teamId} and erasure_key is null
  `.execute(withoutResult(em));
  await sql`update key_revision set revision = revision + 1`.execute(withoutResult(em));
  return hashes.open(teamId, (await read())!);
}

/** Seals the keys anew that the old secret key has sealed, so that they outlive it. */
export async function resealTeamKeys(em: EntityManager, hashes: PhoneHashes): Promise<void> {
  const { rows } = await sql<{ id: string; erasure_key: Buffer }>`
    select id, erasure_key from team where erasure_key is not null
  `.execute(prepared(em));
  for (const { id, erasure_key: sealed } of rows) {
    const resealed = hashes.reseal(id, sealed);
    if (!resealed) continue;
    await sql`
      update team set erasure_key = ${resealed} where id = ${id} and erasure_key = ${sealed}
    `.execute(prepared(em));
    await sql`update key_revision set revision = revision + 1`.execute(prepared(em));
  }
}
