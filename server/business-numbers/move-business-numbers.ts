/** The operators' changes of a number: release its phone, or move the number to another team. */
import { readClock } from "../db/clock.ts";
import { isViolationOf } from "../db/faults.ts";
import type { EntityManager } from "../db/orm.ts";
import { BusinessNumber } from "../db/schema/entities/business-number.ts";
import { Team } from "../db/schema/entities/team.ts";
import { newId } from "../db/schema/ids.ts";
import { TeamError } from "../keys/teams.ts";
import { addCommandEvent } from "../operations/audit/add-command-event.ts";
import type { E164 } from "../phone.ts";
import { noteProviderChange } from "../provider-accounts/provider-revision.ts";
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
 * Releases the phone of an archived number, so that any team can create a number with it. The archived number stays with
 * its team, whose threads still show the phone.
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
    const now = await release(tx, number);
    addCommandEvent(tx, { teamId: team.id, now, command: "numbers release", target: number.id });
    return { number, team };
  });
}

/**
 * Moves the phone of a number to another team, in one transaction. The number is archived and released in its team, and
 * an active number is created in the other team. The name, the SID, the friendly name, the type and the capabilities
 * are copied, and so are the provider account and the pace. The threads, the settings, the agent profile, the address for inbound texts
 * and the automatic replies stay.
 *
 * The first number of a team becomes its primary number. If the other team once released the same phone, its old number
 * is restored.
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
    throw new TeamError("invalid", "A number's name must have 1 to 255 characters and must not be blank.");
  }
  return em.transactional(async (tx) => {
    const { number: source, team: from } = await lockOwned(tx, phone, [to.id]);
    if (from.id === to.id) throw new TeamError("conflict", `Team ${to.name} already has ${phone}.`);
    const { providerAccountId = null, messagesPerSecond = null } = source;
    const now = await release(tx, source);

    const hasPrimary = (await tx.count(BusinessNumber, { teamId: to.id, isPrimary: true })) > 0;
    const { phoneNumber, phoneNumberSid, friendlyName, type, capabilities } = source;
    const fields = {
      name: name ?? source.name,
      phoneNumber,
      phoneNumberSid,
      friendlyName,
      type,
      capabilities,
      settings: {},
      agentProfile: null,
      inboundWebhookUrl: null,
      autoReplies: {},
      providerAccountId,
      messagesPerSecond,
      isPrimary: !hasPrimary,
      status: "active" as const,
      releasedAt: null,
      updatedAt: now,
    };
    const released = await tx.findOne(BusinessNumber, { teamId: to.id, phoneNumber });
    const number = released
      ? tx.assign(released, fields)
      : tx.create(BusinessNumber, { ...fields, teamId: to.id, id: newId(), createdAt: now });
    const event = { now, command: "numbers move" };
    addCommandEvent(tx, { ...event, teamId: from.id, target: source.id });
    addCommandEvent(tx, { ...event, teamId: to.id, target: number.id });
    await flush(tx, number.name, to);
    return { number, team: to, from };
  });
}

/** Finds the number that owns a phone. Locks its team and the other teams. */
async function lockOwned(tx: EntityManager, phone: E164, others: string[]): Promise<OperatedNumber> {
  const owner = (await findOwners(tx, [phone])).get(phone);
  if (!owner) throw new TeamError("not_found", `No team has the number ${phone}.`);
  await lockTeams(tx, [owner.teamId, ...others]);
  const number = await tx.findOne(BusinessNumber, { teamId: owner.teamId, phoneNumber: phone, releasedAt: null });
  if (!number) throw new TeamError("conflict", `Another change moved ${phone} at the same time. Try again.`);
  const team = await tx.findOneOrFail(Team, { id: owner.teamId });
  if (number.isPrimary) {
    const message = `${phone} is the primary number of team ${team.name}. Make another of its numbers primary first.`;
    throw new TeamError("conflict", message);
  }
  return { number, team };
}

/**
 * Archives and releases a number, which then has no provider account and no pace. Writes it first, because rows are written in any order
 * and the phone is unique.
 */
async function release(tx: EntityManager, number: BusinessNumber) {
  const now = await readClock(tx);
  if (number.providerAccountId || number.messagesPerSecond) noteProviderChange(tx);
  const without = { providerAccountId: null, messagesPerSecond: null };
  tx.assign(number, { ...without, status: "archived", releasedAt: now, updatedAt: now });
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
      `Team ${team.name} already has a number ${name}. Give another name: --name.`,
      error,
    );
  }
}
