import { queries } from "../db/orm.ts";
import { fail } from "../errors.ts";
import type { Scope } from "../operations/scope.ts";

/** Finds the API key of the request, with the name of its team. @throws missing_team_context if it is gone */
export async function findKey({ em, teamId, apiKeyId }: Scope) {
  const key = await queries(em)
    .selectFrom("ApiKey as k")
    .innerJoin("Team as t", "t.id", "k.teamId")
    .select(["k.id", "k.name", "k.scopes", "k.mode", "k.createdAt", "k.expiresAt", "t.name as team"])
    .where("k.teamId", "=", teamId)
    .where("k.id", "=", apiKeyId)
    .executeTakeFirst();
  return key ?? fail("missing_team_context");
}

export type FoundKey = Awaited<ReturnType<typeof findKey>>;
