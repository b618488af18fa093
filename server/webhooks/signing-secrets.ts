import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import { readClock } from "../db/clock.ts";
import { type EntityManager, queries } from "../db/orm.ts";
import { rows } from "../db/rows.ts";
import type { Team } from "../db/schema/entities/team.ts";
import { newId } from "../db/schema/ids.ts";
import { fromPostgres, plusMicroseconds, type Timestamp } from "../db/timestamp.ts";
import { recordWrites } from "../operations/audit/record-writes.ts";

/** A secret that signs a team's webhooks. */
export interface SigningSecret {
  secret: string;
  createdAt: Timestamp;
  /** The time until which a replaced secret still signs; null for the current secret. */
  expiresAt: Timestamp | null;
}

/** How long a replaced secret still signs, so that receivers have time to switch to the new secret. */
const overlapMicroseconds = 24 * 60 * 60 * 1_000_000;

/** The length of an HMAC-SHA256 value. */
const secretBytes = 32;

/** The secrets that sign for each team now, the current secret first. Creates a secret for a team without secrets. */
export async function findSecrets(
  em: EntityManager,
  teamIds: string[],
  now: Timestamp,
): Promise<Map<string, SigningSecret[]>> {
  const teams = [...new Set(teamIds)].toSorted();
  const found = await readSecrets(em, teams, now);
  const missing = teams.filter((teamId) => !found.has(teamId));
  if (missing.length === 0) return found;
  const created = missing.map((teamId) => ({ teamId, id: newId(), secret: generateSecret(), now }));
  await sql`
    insert into webhook_secret (team_id, id, secret, created_at)
    select * from ${rows("a", created, { teamId: "uuid", id: "uuid", secret: "text", now: "timestamptz" })}
    on conflict (team_id) where expires_at is null do nothing
  `.execute(queries(em));
  return readSecrets(em, teams, now);
}

/** The secrets that sign for a team now, the current secret first. */
export async function getSecrets(em: EntityManager, team: Team): Promise<SigningSecret[]> {
  const secrets = await findSecrets(em, [team.id], await readClock(em));
  return secrets.get(team.id)!;
}

/** Gives a team a new secret. The replaced secret still signs for a day, also for deliveries that are pending now. */
export async function rotateSecret(em: EntityManager, team: Team): Promise<SigningSecret[]> {
  await em.transactional(async (tx) => {
    // Serializes the team's rotations, so that each expires the secret of the previous rotation.
    await sql`select from team where id = ${team.id} for update`.execute(queries(tx));
    const now = await readClock(tx);
    await sql`
      update webhook_secret set expires_at = ${plusMicroseconds(now, overlapMicroseconds)}::timestamptz
      where team_id = ${team.id} and expires_at is null
    `.execute(queries(tx));
    await sql`
      insert into webhook_secret (team_id, id, secret, created_at)
      values (${team.id}, ${newId()}, ${generateSecret()}, ${now}::timestamptz)
    `.execute(queries(tx));
    const source = { teamId: team.id, now };
    await recordWrites(tx, [{ source, operation: "teams webhook-secret", target: team.id }]);
  });
  return getSecrets(em, team);
}

const generateSecret = () => `whsec_${randomBytes(secretBytes).toString("base64")}`;

async function readSecrets(
  em: EntityManager,
  teamIds: string[],
  now: Timestamp,
): Promise<Map<string, SigningSecret[]>> {
  const found = await sql<{ team_id: string; secret: string; created_at: string; expires_at: string | null }>`
    select s.team_id, s.secret, s.created_at, s.expires_at
    from unnest(${teamIds}::uuid[]) as a (team_id) join webhook_secret s on s.team_id = a.team_id
    where s.expires_at is null or s.expires_at > ${now}::timestamptz
    order by s.team_id, s.expires_at desc nulls first
  `.execute(queries(em));
  const secrets = found.rows.map((row) => ({
    teamId: row.team_id,
    secret: row.secret,
    createdAt: fromPostgres(row.created_at),
    expiresAt: row.expires_at && fromPostgres(row.expires_at),
  }));
  return Map.groupBy(secrets, ({ teamId }) => teamId);
}
