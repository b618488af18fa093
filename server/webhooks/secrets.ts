/**
 * The secrets that sign the posts to an endpoint, and those that sign the replies of a team. `SECRET_KEY` seals them.
 *
 * Promises: an owner has one current secret. A replaced one signs for another day, so that receivers have time to learn the
 * new one.
 * Costs: one statement to read the secrets of an owner.
 * Preconditions: the row of the endpoint, or of the team, is locked while secrets are added or replaced.
 */
import { sql } from "kysely";
import { type EntityManager, prepared, queries } from "../db/orm.ts";
import { newId } from "../db/schema/ids.ts";
import { fromPostgres, plusMicroseconds, type Timestamp } from "../db/timestamp.ts";
import { TeamError } from "../keys/teams.ts";
import type { Sealer } from "../secrets/sealing.ts";
import { makeStandardSecret } from "../secrets/standard-secrets.ts";

/** An endpoint of a team. With the id null: the replies to the team. */
export interface SecretOwner {
  teamId: string;
  id: string | null;
}

/** A secret, `whsec_…`. */
export interface SigningSecret {
  secret: string;
  createdAt: Timestamp;
  /** The time until which a replaced secret still signs; null for the current secret. */
  expiresAt: Timestamp | null;
}

/** The current secret of an owner was sealed by a secret key that is no longer configured. */
export class UnopenedSecret extends TeamError {
  constructor({ teamId, id }: SecretOwner) {
    const owner = id === null ? `the replies of team ${teamId}` : `webhook endpoint ${id}`;
    super("conflict", `SECRET_KEY does not open the secret of ${owner}. Replace it by a new secret.`);
  }
}

/** A replaced secret still signs for a day. */
export const endOfReplaced = (now: Timestamp): Timestamp => plusMicroseconds(now, 24 * 60 * 60 * 1_000_000);

/** How many replaced secrets of an owner sign at most. The signatures are headers of each post. */
const maxReplaced = 4;

/** Names the row of a secret to the sealer. */
const rowOf = ({ teamId, id }: SecretOwner, secretId: string) =>
  [...(id === null ? ["webhook replies", teamId] : ["webhook endpoint", teamId, id]), secretId].join("\n");

/** Selects the rows of an owner. */
const isOf = ({ teamId, id }: SecretOwner) =>
  sql`team_id = ${teamId}::uuid and endpoint_id ${id === null ? sql`is null` : sql`= ${id}::uuid`}`;

/** Makes a new secret. */
export const makeSecret = (createdAt: Timestamp): SigningSecret => ({
  secret: makeStandardSecret(),
  createdAt,
  expiresAt: null,
});

/** Adds a secret to an owner. A current one must be its first. */
export async function addSecret(
  tx: EntityManager,
  sealer: Sealer,
  owner: SecretOwner,
  { secret, createdAt, expiresAt }: SigningSecret,
): Promise<void> {
  const secretId = newId();
  await sql`
    insert into webhook_endpoint_secret (team_id, id, endpoint_id, sealed, created_at, expires_at)
    values (${owner.teamId}, ${secretId}, ${owner.id}, ${sealer.seal(rowOf(owner, secretId), secret)},
      ${createdAt}::timestamptz, ${expiresAt}::timestamptz)
  `.execute(queries(tx));
}

/** Gives an owner a current secret, by default a new one. The replaced one signs for a day, at most four of them. */
export async function replaceSecret(
  tx: EntityManager,
  sealer: Sealer,
  owner: SecretOwner,
  now: Timestamp,
  secret = makeSecret(now),
): Promise<void> {
  await sql`
    update webhook_endpoint_secret set expires_at = ${endOfReplaced(now)}::timestamptz
    where ${isOf(owner)} and expires_at is null
  `.execute(queries(tx));
  await sql`
    delete from webhook_endpoint_secret where team_id = ${owner.teamId} and id in (
      select id from webhook_endpoint_secret where ${isOf(owner)}
      order by expires_at desc, id desc offset ${maxReplaced}
    )
  `.execute(queries(tx));
  await addSecret(tx, sealer, owner, secret);
}

/**
 * The secrets of an owner that sign now, the current one first. A replaced secret is left out if its secret key is no
 * longer configured, so a new secret repairs an owner.
 *
 * @throws UnopenedSecret if that holds for the current secret
 */
export async function findSecrets(
  em: EntityManager,
  sealer: Sealer,
  owner: SecretOwner,
  now: Timestamp,
): Promise<SigningSecret[]> {
  const { rows } = await sql<{ id: string; sealed: Buffer; created_at: string; expires_at: string | null }>`
    select id, sealed, created_at, expires_at from webhook_endpoint_secret
    where ${isOf(owner)} and (expires_at is null or expires_at > ${now}::timestamptz)
    order by expires_at desc nulls first, id desc
  `.execute(prepared(em));
  return rows.flatMap(({ id, sealed, created_at, expires_at }) => {
    const opened = sealer.open(rowOf(owner, id), sealed);
    if (!opened && expires_at === null) throw new UnopenedSecret(owner);
    const expiresAt = expires_at && fromPostgres(expires_at);
    return opened ? [{ secret: opened.text, createdAt: fromPostgres(created_at), expiresAt }] : [];
  });
}

/** Seals the secrets anew that the old secret key has sealed, so that they outlive it. Returns their number. */
export async function resealSecrets(em: EntityManager, sealer: Sealer): Promise<number> {
  const { rows } = await sql<{ team_id: string; id: string; endpoint_id: string | null; sealed: Buffer }>`
    select team_id, id, endpoint_id, sealed from webhook_endpoint_secret
  `.execute(queries(em));
  let resealed = 0;
  for (const { team_id: teamId, id, endpoint_id: endpointId, sealed } of rows) {
    const row = rowOf({ teamId, id: endpointId }, id);
    const opened = sealer.open(row, sealed);
    if (!opened || opened.isCurrent) continue;
    await sql`
      update webhook_endpoint_secret set sealed = ${sealer.seal(row, opened.text)}
      where team_id = ${teamId} and id = ${id}
    `.execute(queries(em));
    resealed += 1;
  }
  return resealed;
}
