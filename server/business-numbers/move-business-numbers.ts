/** What operators do with the phone of a number: free it, or give it to another team. */
import { readClock } from "../db/clock.ts";
import { newId } from "../db/columns.ts";
import { BusinessNumber } from "../db/entities/business-number.ts";
import { Team } from "../db/entities/team.ts";
import { isViolationOf } from "../db/faults.ts";
import type { EntityManager } from "../db/orm.ts";
import type { E164 } from "../phone.ts";
import { TeamError } from "../teams/teams.ts";
import { findOwners } from "./find-owners.ts";
import { lockTeams } from "./lock-teams.ts";

/** A number of a team after an operator's change. */
export interface OperatedNumber {
  number: BusinessNumber;
  team: Team;
}

/** A number in its new team, and the team that it left. */
export interface MovedNumber extends OperatedNumber {
  from: Team;
}

/**
 * Frees the phone of an archived number, so that any team can create it. The record stays with its team, and the threads
 * of that team go on showing the phone.
 *
 * @throws TeamError if no team has the phone, or the number is not archived
 */
export function releaseBusinessNumber(em: EntityManager, phone: E164): Promise<OperatedNumber> {
  return em.transactional(async (tx) => {
    const { number, team } = await lockOwned(tx, phone, []);
    if (number.status !== "archived") {
      throw new TeamError(
        "conflict",
        `${phone} is ${number.status} in team ${team.name}. Archive it first, or move it.`,
      );
    }
    await release(tx, number);
    return { number, team };
  });
}

/**
 * Moves the phone of a number to another team: archives and releases the number in its team and creates an active one in
 * the other team, in one transaction. The name, the SID, the friendly name, the type and the capabilities move along;
 * the threads, the settings and the agent profile stay. The first number of a team becomes its primary number. A number
 * that the other team once released is restored under its id.
 *
 * @throws TeamError if no team has the phone, the other team has it already, the number is primary, or its name is taken
 */
export function moveBusinessNumber(
  em: EntityManager,
  phone: E164,
  to: Team,
  name?: string | undefined,
): Promise<MovedNumber> {
  if (name !== undefined && (name.trim() === "" || name.length > 255)) {
    throw new TeamError("invalid", "A number's name has 1 to 255 characters, not only white space.");
  }
  return em.transactional(async (tx) => {
    const { number: source, team: from } = await lockOwned(tx, phone, [to.id]);
    if (from.id === to.id) throw new TeamError("conflict", `Team ${to.name} has ${phone} already.`);
    const now = await release(tx, source);

    const hasPrimary = (await tx.count(BusinessNumber, { teamId: to.id, isPrimary: true })) > 0;
    const { phoneNumber, phoneNumberSid, friendlyName, type, capabilities } = source;
    const fields = {
      ...{ name: name ?? source.name, phoneNumber, phoneNumberSid, friendlyName, type, capabilities },
      ...{ settings: {}, agentProfile: null, isPrimary: !hasPrimary, status: "active" as const },
      ...{ releasedAt: null, updatedAt: now },
    };
    const released = await tx.findOne(BusinessNumber, { teamId: to.id, phoneNumber });
    const number = released
      ? tx.assign(released, fields)
      : tx.create(BusinessNumber, { ...fields, teamId: to.id, id: newId(), createdAt: now });
    await flush(tx, number.name, to);
    return { number, team: to, from };
  });
}

/** The number that owns a phone, with its team and the other teams locked. */
async function lockOwned(tx: EntityManager, phone: E164, others: string[]): Promise<OperatedNumber> {
  const owner = (await findOwners(tx, [phone])).get(phone);
  if (!owner) throw new TeamError("not_found", `No team has the number ${phone}.`);
  await lockTeams(tx, [owner.teamId, ...others]);
  const number = await tx.findOne(BusinessNumber, { teamId: owner.teamId, phoneNumber: phone, releasedAt: null });
  if (!number) throw new TeamError("conflict", `${phone} was moved by somebody else meanwhile. Try again.`);
  const team = await tx.findOneOrFail(Team, { id: owner.teamId });
  if (number.isPrimary) {
    const message = `${phone} is the primary number of team ${team.name}. Make another of its numbers primary first.`;
    throw new TeamError("conflict", message);
  }
  return { number, team };
}

/** Archives and releases a number at once, because the row that takes over its phone may be written before it. */
async function release(tx: EntityManager, number: BusinessNumber) {
  const now = await readClock(tx);
  tx.assign(number, { status: "archived", releasedAt: now, updatedAt: now });
  await tx.flush();
  return now;
}

async function flush(tx: EntityManager, name: string, team: Team): Promise<void> {
  try {
    await tx.flush();
  } catch (error) {
    if (!isViolationOf(error, "business_number_name_unique")) throw error;
    throw new TeamError(
      "conflict",
      `Team ${team.name} has a number ${name} already. Give another name: --name.`,
      error,
    );
  }
}
