import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import { type EntityManager, prepared, queries } from "../../db/orm.ts";
import { newId } from "../../db/schema/ids.ts";
import { fromPostgres, plusMicroseconds, type Timestamp } from "../../db/timestamp.ts";
import type { Sealer } from "../../secrets/sealing.ts";
import type { SigningSecret } from "../signing-secrets.ts";

/** An endpoint of a team. */
export interface EndpointId {
  teamId: string;
  id: string;
}

/** The current secret of an endpoint was sealed by a secret key that is no longer configured. */
export class UnopenedSecret extends Error {
  constructor({ id }: EndpointId) {
    super(`SECRET_KEY does not open the secret of webhook endpoint ${id}. Give it a new secret.`);
  }
}

/** How long a replaced secret still signs. */
const overlapMicroseconds = 24 * 60 * 60 * 1_000_000;

/** How many replaced secrets of an endpoint sign at most. The signatures are headers of each post. */
const maxReplaced = 4;

const secretBytes = 32;

/** Seals a secret for the row that has it. */
const ownerOf = ({ teamId, id }: EndpointId, secretId: string) => `webhook endpoint\n${teamId}\n${id}\n${secretId}`;

/** Gives an endpoint its first secret. */
export async function addSecret(tx: EntityManager, sealer: Sealer, endpoint: EndpointId, now: Timestamp) {
  const id = newId();
  const secret = `whsec_${randomBytes(secretBytes).toString("base64")}`;
  await sql`
    insert into webhook_endpoint_secret (team_id, id, endpoint_id, sealed, created_at)
    values (${endpoint.teamId}, ${id}, ${endpoint.id}, ${sealer.seal(ownerOf(endpoint, id), secret)},
      ${now}::timestamptz)
  `.execute(queries(tx));
}

/** Replaces the secret of an endpoint whose row is locked. The replaced one signs for a day, at most four of them. */
export async function replaceSecret(tx: EntityManager, sealer: Sealer, endpoint: EndpointId, now: Timestamp) {
  const { teamId, id } = endpoint;
  await sql`
    update webhook_endpoint_secret set expires_at = ${plusMicroseconds(now, overlapMicroseconds)}::timestamptz
    where team_id = ${teamId} and endpoint_id = ${id} and expires_at is null
  `.execute(queries(tx));
  await sql`
    delete from webhook_endpoint_secret where team_id = ${teamId} and id in (
      select id from webhook_endpoint_secret where team_id = ${teamId} and endpoint_id = ${id}
      order by expires_at desc, id desc offset ${maxReplaced}
    )
  `.execute(queries(tx));
  await addSecret(tx, sealer, endpoint, now);
}

/**
 * The secrets that sign the posts to an endpoint now, the current secret first. A replaced secret is left out if its
 * secret key is no longer configured, so a new secret repairs an endpoint.
 *
 * @throws UnopenedSecret if that holds for the current secret
 */
export async function findEndpointSecrets(
  em: EntityManager,
  sealer: Sealer,
  endpoint: EndpointId,
  now: Timestamp,
): Promise<SigningSecret[]> {
  const { rows } = await sql<{ id: string; sealed: Buffer; created_at: string; expires_at: string | null }>`
    select id, sealed, created_at, expires_at from webhook_endpoint_secret
    where team_id = ${endpoint.teamId}::uuid and endpoint_id = ${endpoint.id}::uuid
      and (expires_at is null or expires_at > ${now}::timestamptz)
    order by expires_at desc nulls first, id desc
  `.execute(prepared(em));
  return rows.flatMap(({ id, sealed, created_at, expires_at }) => {
    const opened = sealer.open(ownerOf(endpoint, id), sealed);
    if (!opened && expires_at === null) throw new UnopenedSecret(endpoint);
    const expiresAt = expires_at && fromPostgres(expires_at);
    return opened ? [{ secret: opened.text, createdAt: fromPostgres(created_at), expiresAt }] : [];
  });
}

/** Seals the secrets anew that the old secret key has sealed, so that they outlive it. Returns their number. */
export async function resealSecrets(em: EntityManager, sealer: Sealer): Promise<number> {
  const { rows } = await sql<{ team_id: string; id: string; endpoint_id: string; sealed: Buffer }>`
    select team_id, id, endpoint_id, sealed from webhook_endpoint_secret
  `.execute(queries(em));
  let resealed = 0;
  for (const { team_id: teamId, id, endpoint_id: endpointId, sealed } of rows) {
    const owner = ownerOf({ teamId, id: endpointId }, id);
    const opened = sealer.open(owner, sealed);
    if (!opened || opened.isCurrent) continue;
    await sql`
      update webhook_endpoint_secret set sealed = ${sealer.seal(owner, opened.text)}
      where team_id = ${teamId} and id = ${id}
    `.execute(queries(em));
    resealed += 1;
  }
  return resealed;
}
