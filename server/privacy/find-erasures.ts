import { type EntityManager, queries } from "../db/orm.ts";
import type { Erasure } from "../db/schema/entities/erasure.ts";
import { fail } from "../errors.ts";
import { list, type Page, type PageRequest } from "../operations/list.ts";
import type { Scope } from "../operations/scope.ts";

/** An erasure, without the phones. */
export type ErasureRow = Pick<Erasure, (typeof columns)[number]>;

const times = ["requestedAt", "watchUntil", "completedAt"] as const;
const copies = ["copiesOpen", "copiesDeleted", "copiesGivenUp", "copiesKept"] as const;
const columns = ["id", "status", "contactId", "removed", ...times, ...copies] as const;

/** One of the team's erasures. @throws erasure_not_found */
export async function getErasure({ em, teamId }: Pick<Scope, "em" | "teamId">, id: string): Promise<ErasureRow> {
  const found = await erasuresOf(em, teamId).where("id", "=", id).$castTo<ErasureRow>().executeTakeFirst();
  return found ?? fail("erasure_not_found");
}

/** Lists the team's erasures, the newest first. @throws validation_error for a cursor of another list */
export function listErasures(scope: Scope, page: PageRequest): Promise<Page<ErasureRow>> {
  return list<ErasureRow, "id">(scope, page, {
    name: "erasures",
    order: ["id"],
    read(em, after, limit) {
      const all = erasuresOf(em, scope.teamId);
      const rest = after ? all.where("id", "<", after.id) : all;
      return rest.orderBy("id", "desc").limit(limit).$castTo<ErasureRow>().execute();
    },
  });
}

const erasuresOf = (em: EntityManager, teamId: string) =>
  queries(em).selectFrom("Erasure").select(columns).where("teamId", "=", teamId);
