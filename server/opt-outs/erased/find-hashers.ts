import { sql } from "kysely";
import { emWithoutTeam } from "../../db/commit/each-place.ts";
import { type EntityManager, queries } from "../../db/orm.ts";
import type { Scope } from "../../operations/scope.ts";
import type { HashPhone, PhoneHashes } from "../../secrets/phone-hashes.ts";
import { hasherOf } from "./hasher.ts";

/**
 * Finds what hashes the erased phones of teams, by the ids of those that have erased somebody.
 *
 * @throws server_error (503) if no secret key opens the key of a team
 */
export type FindHashers = (tx: EntityManager, teamIds: string[]) => Promise<Map<string, HashPhone>>;

/** Finds them where no API key tells the key of the team. */
export const readHashers =
  (phoneHashes: PhoneHashes): FindHashers =>
  async (tx, teamIds) => {
    const { rows } = await sql<{ id: string; erasure_key: Buffer }>`
      select id, erasure_key from team where id = any (${teamIds}::uuid[]) and erasure_key is not null
    `.execute(queries(emWithoutTeam(tx)));
    return new Map(rows.map(({ id, erasure_key: sealed }) => [id, phoneHashes.open(id, sealed)]));
  };

/** Finds that of the team of a request, without a statement. */
export const hashersOf =
  (scope: Scope): FindHashers =>
  async () => {
    const hashPhone = hasherOf(scope);
    return new Map(hashPhone ? [[scope.teamId, hashPhone]] : []);
  };
