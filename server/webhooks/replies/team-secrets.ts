import { lockTeams } from "../../business-numbers/lock-teams.ts";
import { readClock } from "../../db/clock.ts";
import type { EntityManager } from "../../db/orm.ts";
import type { Team } from "../../db/schema/entities/team.ts";
import type { Timestamp } from "../../db/timestamp.ts";
import { recordWrites } from "../../operations/audit/record-writes.ts";
import type { Sealer } from "../../secrets/sealing.ts";
import { addSecret, findSecrets, makeSecret, replaceSecret, type SigningSecret } from "../secrets.ts";
import { expireClearSecrets, findClearSecrets, repliesOf } from "./clear-secrets.ts";

/**
 * The secrets that sign a team's replies now, the current secret first. A team without secrets gets its first one.
 *
 * @throws UnopenedSecret
 */
export async function findTeamSecrets(
  em: EntityManager,
  sealer: Sealer,
  teamId: string,
  now: Timestamp,
): Promise<SigningSecret[]> {
  const read = async (from: EntityManager) => {
    const sealed = findSecrets(from, sealer, repliesOf(teamId), now);
    const all = await Promise.all([sealed, findClearSecrets(from, teamId, now)]);
    return all.flat().toSorted((a, b) => (a.createdAt > b.createdAt ? -1 : 1));
  };
  const found = await read(em);
  if (found.length > 0) return found;
  return em.transactional(async (tx) => {
    await lockTeams(tx, [teamId]);
    const made = await read(tx);
    if (made.length > 0) return made;
    const secret = makeSecret(now);
    await addSecret(tx, sealer, repliesOf(teamId), secret);
    return [secret];
  });
}

/** The same for an operator, as of now. */
export async function getTeamSecrets(em: EntityManager, sealer: Sealer, { id }: Team): Promise<SigningSecret[]> {
  return findTeamSecrets(em, sealer, id, await readClock(em));
}

/** Gives a team a new secret. The replaced secret still signs for a day, also for deliveries that are pending now. */
export async function rotateTeamSecret(em: EntityManager, sealer: Sealer, team: Team): Promise<SigningSecret[]> {
  await em.transactional(async (tx) => {
    await lockTeams(tx, [team.id]);
    const now = await readClock(tx);
    await expireClearSecrets(tx, team.id, now);
    await replaceSecret(tx, sealer, repliesOf(team.id), now);
    const source = { teamId: team.id, now };
    await recordWrites(tx, [{ source, operation: "teams webhook-secret", target: team.id }]);
  });
  return getTeamSecrets(em, sealer, team);
}
