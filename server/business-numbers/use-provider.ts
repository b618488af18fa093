import { readClock } from "../db/clock.ts";
import type { EntityManager } from "../db/orm.ts";
import { BusinessNumber } from "../db/schema/entities/business-number.ts";
import { Team } from "../db/schema/entities/team.ts";
import { TeamError } from "../keys/teams.ts";
import { addCommandEvent } from "../operations/audit/add-command-event.ts";
import type { E164 } from "../phone.ts";
import { environmentName, getAccount } from "../provider-accounts/accounts.ts";
import { noteProviderChange } from "../provider-accounts/provider-revision.ts";
import { findOwners } from "./find-owners.ts";
import { lockTeams } from "./lock-teams.ts";
import type { OperatedNumber } from "./move-business-numbers.ts";

/**
 * Gives a number the account that sends its texts, or that of the environment by the name `default`. Every process follows
 * within a second.
 *
 * @param perSecond how many segments a second are sent from it; null for any number. By default this stays as it is.
 * @throws TeamError if no team has the phone, or no account has the name
 */
export function useProvider(
  em: EntityManager,
  phone: E164,
  provider: string,
  perSecond?: number | null,
): Promise<OperatedNumber> {
  return em.transactional(async (tx) => {
    const account = provider === environmentName ? null : await getAccount(tx, provider);
    const owner = (await findOwners(tx, [phone])).get(phone);
    if (!owner) throw new TeamError("not_found", `No team has the number ${phone}.`);
    await lockTeams(tx, [owner.teamId]);
    const number = await tx.findOne(BusinessNumber, { teamId: owner.teamId, phoneNumber: phone, releasedAt: null });
    if (!number) throw new TeamError("conflict", `Another change moved ${phone} at the same time. Try again.`);
    const team = await tx.findOneOrFail(Team, { id: owner.teamId });
    const now = await readClock(tx);
    const pace = perSecond !== undefined && { messagesPerSecond: perSecond };
    tx.assign(number, { ...pace, providerAccountId: account?.id ?? null, updatedAt: now });
    noteProviderChange(tx);
    addCommandEvent(tx, { teamId: team.id, now, command: "numbers use", target: number.id });
    return { number, team };
  });
}
