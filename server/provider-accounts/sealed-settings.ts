import { sql } from "kysely";
import { type EntityManager, queries } from "../db/orm.ts";
import type { Sealer } from "../secrets/sealing.ts";

/** The settings of an account: texts by their names. */
export type Settings = Record<string, string>;

/** Names the account to the sealer. */
const ownerOf = (accountId: string) => `provider/${accountId}`;

export const sealSettings = (sealer: Sealer, accountId: string, settings: Settings): Buffer =>
  sealer.seal(ownerOf(accountId), JSON.stringify(settings));

/** The settings of an account; undefined if no configured secret key has sealed them. */
export function openSettings(sealer: Sealer, accountId: string, sealed: Uint8Array): Settings | undefined {
  const opened = sealer.open(ownerOf(accountId), sealed);
  return opened && JSON.parse(opened.text);
}

/** Seals the settings anew that the old secret key has sealed, so that they outlive it. */
export async function resealSettings(em: EntityManager, sealer: Sealer): Promise<void> {
  const { rows } = await sql<{ id: string; settings_sealed: Buffer }>`
    select id, settings_sealed from provider_account
  `.execute(queries(em));
  for (const { id, settings_sealed: sealed } of rows) {
    const opened = sealer.open(ownerOf(id), sealed);
    if (!opened || opened.isCurrent) continue;
    await sql`
      update provider_account set settings_sealed = ${sealer.seal(ownerOf(id), opened.text)}
      where id = ${id}::uuid and settings_sealed = ${sealed}
    `.execute(queries(em));
  }
}
