import { queries } from "../db/orm.ts";
import { fail } from "../errors.ts";
import type { Scope } from "../operations/scope.ts";

/**
 * Finds the API key of the request, with the name of its team and the segments that it has sent today.
 *
 * @throws missing_team_context if it is gone
 */
export async function findKey({ em, teamId, apiKeyId, now }: Scope) {
  const key = await queries(em)
    .selectFrom("ApiKey as k")
    .innerJoin("Team as t", "t.id", "k.teamId")
    .leftJoin("KeyUsage as u", (join) =>
      join
        .onRef("u.teamId", "=", "k.teamId")
        .onRef("u.apiKeyId", "=", "k.id")
        .on("u.day", "=", `${now.slice(0, 10)}T00:00:00.000000Z`),
    )
    .select(["k.id", "k.name", "k.scopes", "k.mode", "k.createdAt", "k.expiresAt", "k.teamId", "t.name as team"])
    .select(["k.recipients", "k.segmentsPerDay", "u.segments as segmentsToday", "k.hold", "k.knownBy"])
    .where("k.teamId", "=", teamId)
    .where("k.id", "=", apiKeyId)
    .executeTakeFirst();
  return key ?? fail("missing_team_context");
}

export type FoundKey = Awaited<ReturnType<typeof findKey>>;
