/**
 * The secrets of replies that the previous version has stored in clear text. A later version drops their table,
 * `webhook_secret`, and this file.
 *
 * Promises: during an upgrade, processes of both versions sign with the secrets that the previous version has made. A
 * secret is sealed a day after the upgrade, or a day after a process of the previous version has made it.
 * Costs: one statement for each read of a team's secrets.
 * Preconditions: the processes of the previous version end within a day, and no secret is replaced before.
 */
import { sql } from "kysely";
import { lockTeams } from "../../business-numbers/lock-teams.ts";
import { readClock } from "../../db/clock.ts";
import { type EntityManager, prepared, queries } from "../../db/orm.ts";
import { fromPostgres, type Timestamp } from "../../db/timestamp.ts";
import type { Sealer } from "../../secrets/sealing.ts";
import { addSecret, endOfReplaced, replaceSecret, type SecretOwner, type SigningSecret } from "../secrets.ts";

/** The owner of the secrets that sign a team's replies. */
export const repliesOf = (teamId: string): SecretOwner => ({ teamId, id: null });

interface ClearRow {
  secret: string;
  created_at: string;
  expires_at: string | null;
}

const toSecret = ({ secret, created_at, expires_at }: ClearRow): SigningSecret => ({
  secret,
  createdAt: fromPostgres(created_at),
  expiresAt: expires_at && fromPostgres(expires_at),
});

/** The secrets in clear text that sign a team's replies now. */
export async function findClearSecrets(em: EntityManager, teamId: string, now: Timestamp): Promise<SigningSecret[]> {
  const { rows } = await sql<ClearRow>`
    select secret, created_at, expires_at from webhook_secret
    where team_id = ${teamId}::uuid and (expires_at is null or expires_at > ${now}::timestamptz)
  `.execute(prepared(em));
  return rows.map(toSecret);
}

/** Lets the current secret of a team sign for another day, because another one replaces it. */
export async function expireClearSecrets(tx: EntityManager, teamId: string, now: Timestamp): Promise<void> {
  await sql`
    update webhook_secret set expires_at = ${endOfReplaced(now)}::timestamptz
    where team_id = ${teamId} and expires_at is null
  `.execute(queries(tx));
}

/** Seals the secrets that no process of the previous version needs any more. */
export async function sealClearSecrets(em: EntityManager, sealer: Sealer): Promise<void> {
  const { rows: teams } = await sql<{ team_id: string }>`
    select distinct team_id from webhook_secret where needed_until <= now()
  `.execute(queries(em));
  for (const { team_id: teamId } of teams) {
    await em.transactional(async (tx) => {
      await lockTeams(tx, [teamId]);
      const now = await readClock(tx);
      const { rows } = await sql<ClearRow>`
        delete from webhook_secret where team_id = ${teamId} and needed_until <= ${now}::timestamptz
        returning secret, created_at, expires_at
      `.execute(queries(tx));
      for (const secret of rows.map(toSecret)) {
        if (secret.expiresAt === null) await replaceSecret(tx, sealer, repliesOf(teamId), now, secret);
        else await addSecret(tx, sealer, repliesOf(teamId), secret);
      }
    });
  }
}
