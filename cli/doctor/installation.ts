import { sql } from "kysely";
import type { Config } from "../../server/config.ts";
import type { Database } from "../../server/db/database.ts";
import { queries } from "../../server/db/orm.ts";
import { findRestored } from "../../server/process/restore.ts";
import type { Finding } from "./check.ts";

/** The state of the installation, as the doctor judges it. */
export interface InstallationState {
  /** Days since the last backup; null if none was made. */
  backupDays: number | null;
  /** Days since a callback needed the previous token; null if none is known. */
  oldTokenDays: number | null;
}

/** Checks what the database says of the installation: whether it was restored, its backups, and the previous token. */
export async function checkInstallation({ orm }: Database, config: Config): Promise<Finding[]> {
  const { rows } = await sql<{ backup_days: number | null; token_days: number | null }>`
    select extract(epoch from now() - backed_up_at)::float8 / 86400 as backup_days,
      extract(epoch from now() - old_token_needed_at)::float8 / 86400 as token_days
    from installation
  `.execute(queries(orm.em.fork()));
  const restored = await findRestored({ orm });
  if (restored) return [judgeRestored(restored)];
  const { backup_days: backupDays, token_days: oldTokenDays } = rows[0]!;
  return [judgeBackup({ backupDays }, config), ...judgeOldToken({ oldTokenDays }, config)];
}

function judgeRestored({ lostSince }: { lostSince: string | null }): Finding {
  const found = "the database was restored, so live texts are off";
  const accept = "add the opt-outs since the backup (messaging opt-outs add), and messaging db accept-lost-opt-outs";
  const since = lostSince === null ? "" : `Run: messaging callbacks backfill --since ${lostSince}. Or `;
  return { check: "restore", status: "fail", found, todo: `${since}${accept}` };
}

/** A backup should be made each day. Without live texts, nothing is lost that matters to anybody else. */
function judgeBackup({ backupDays }: Pick<InstallationState, "backupDays">, { provider }: Config): Finding {
  const check = "backup";
  const found = backupDays === null ? "none made by messaging db backup" : `${backupDays.toFixed(1)} days old`;
  if (provider.kind === "simulated" || (backupDays !== null && backupDays < 2)) return { check, status: "ok", found };
  return { check, status: "warn", found, todo: "Run each day: messaging db backup DIRECTORY" };
}

/** The previous token should not be accepted for longer than the carrier needs it. */
export function judgeOldToken(
  { oldTokenDays }: Pick<InstallationState, "oldTokenDays">,
  { oldWebhookClientSecret }: Config,
): Finding[] {
  const check = "old-provider-secret";
  if (oldWebhookClientSecret === undefined) return [];
  const found = oldTokenDays === null ? "not seen yet" : `last needed ${Math.floor(oldTokenDays)} days ago`;
  if (oldTokenDays === null || oldTokenDays < 7) return [{ check, status: "ok", found }];
  return [{ check, status: "warn", found, todo: "No callback needs WEBHOOK_CLIENT_SECRET_OLD any more: remove it." }];
}
