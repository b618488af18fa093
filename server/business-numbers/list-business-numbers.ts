import { BusinessNumber } from "../db/schema/entities/business-number.ts";
import { fail } from "../errors.ts";
import type { Scope } from "../operations/scope.ts";

/** The conditions that a listed number must meet. Absent conditions are not checked. */
export interface BusinessNumberFilter {
  status?: BusinessNumber["status"] | undefined;
  type?: BusinessNumber["type"] | undefined;
  agentProfile?: string | undefined;
  isPrimary?: boolean | undefined;
}

/** The team's numbers, the oldest first. Archived numbers are listed only if the filter names that status. */
export function listBusinessNumbers(scope: Scope, filter: BusinessNumberFilter): Promise<BusinessNumber[]> {
  const given = Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined));
  return scope.em.find(
    BusinessNumber,
    { status: { $ne: "archived" }, ...given, teamId: scope.teamId },
    { orderBy: { createdAt: "asc", id: "asc" } },
  );
}

/**
 * One of the team's numbers, which may be archived.
 *
 * @throws business_number_not_found
 */
export async function getBusinessNumber(scope: Scope, id: string): Promise<BusinessNumber> {
  const number = await scope.em.findOne(BusinessNumber, { teamId: scope.teamId, id });
  return number ?? fail("business_number_not_found");
}
