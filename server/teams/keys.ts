import { randomBytes } from "node:crypto";
import { readClock } from "../db/clock.ts";
import { isId, newId } from "../db/columns.ts";
import { ApiKey } from "../db/entities/api-key.ts";
import type { Team } from "../db/entities/team.ts";
import type { EntityManager } from "../db/orm.ts";
import { hashKey } from "./admit.ts";
import { TeamError } from "./teams.ts";

/** A new key; its text exists only here and with whoever is told. */
export interface NewKey {
  id: string;
  key: string;
}

/** Makes an API key for a team: a given text, or a random one of 256 bits. */
export async function createKey(em: EntityManager, team: Team, key = generateKey()): Promise<NewKey> {
  const id = newId();
  em.create(ApiKey, { id, teamId: team.id, keyHash: hashKey(key), createdAt: await readClock(em) });
  await em.flush();
  return { id, key };
}

/** A team's keys, revoked ones too, the oldest first. */
export function listKeys(em: EntityManager, team: Team): Promise<ApiKey[]> {
  return em.find(ApiKey, { teamId: team.id }, { orderBy: { createdAt: "asc", id: "asc" } });
}

/** Ends a key's life, from the next request on; a revoked one stays as it is. @throws TeamError if there is none */
export async function revokeKey(em: EntityManager, id: string): Promise<ApiKey> {
  const key = isId(id) ? await em.findOne(ApiKey, { id }) : null;
  if (!key) throw new TeamError("not_found", `There is no API key ${id}.`);
  if (!key.revokedAt) em.assign(key, { revokedAt: await readClock(em) });
  await em.flush();
  return key;
}

// base64url may end in any letter, and `_test` would select test mode.
function generateKey(): string {
  const key = `mk_${randomBytes(32).toString("base64url")}`;
  return key.endsWith("_test") ? generateKey() : key;
}
