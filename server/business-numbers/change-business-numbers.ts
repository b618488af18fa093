/**
 * Changes a team's business numbers. Every change first locks the team, so changes of one team run one after another.
 * Database constraints enforce the same rules: one primary number, which is not archived, and unique names and phones.
 */

import { isViolationOf } from "../db/faults.ts";
import { BusinessNumber } from "../db/schema/entities/business-number.ts";
import { newId } from "../db/schema/ids.ts";
import { fail } from "../errors.ts";
import type { Scope } from "../operations/scope.ts";
import type { E164 } from "../phone.ts";
import { checkAutoReplies, type GivenAutoReplies } from "./auto-replies.ts";
import { getBusinessNumber } from "./list-business-numbers.ts";
import { lockTeams } from "./lock-teams.ts";

export interface NewBusinessNumber {
  name: string;
  phoneNumber: E164;
  phoneNumberSid: string;
  friendlyName: string | null;
  type: BusinessNumber["type"];
  isPrimary: boolean;
  agentProfile: string | null;
  inboundWebhookUrl: string | null;
  autoReplies?: GivenAutoReplies | undefined;
  settings: Record<string, unknown>;
  capabilities: Record<string, unknown>;
}

export interface BusinessNumberChanges {
  name?: string | undefined;
  friendlyName?: string | null | undefined;
  status?: "active" | "paused" | undefined;
  agentProfile?: string | null | undefined;
  inboundWebhookUrl?: string | null | undefined;
  autoReplies?: GivenAutoReplies | undefined;
  settings?: Record<string, unknown> | undefined;
  capabilities?: Record<string, unknown> | undefined;
}

/**
 * Adds a number. The team's first number becomes primary. If the team has an archived number with the same phone, that
 * number is restored with its id and history. A released phone is restored, too, unless another team has it now.
 *
 * @throws duplicate_business_number_name, duplicate_business_number_phone, validation_error for a private address, and the
 *   codes of `checkAutoReplies`
 */
export async function createBusinessNumber(
  scope: Scope,
  { autoReplies: replies, ...given }: NewBusinessNumber,
): Promise<BusinessNumber> {
  await checkAddress(scope, given);
  const autoReplies = replies ? checkAutoReplies(scope.rights, replies) : {};
  await lockTeams(scope.em, [scope.teamId]);
  const { phoneNumber } = given;
  const samePhone = await scope.em.find(BusinessNumber, {
    phoneNumber,
    $or: [{ teamId: scope.teamId }, { releasedAt: null }],
  });
  if (samePhone.some(({ teamId, status }) => teamId !== scope.teamId || status !== "archived")) {
    fail("duplicate_business_number_phone");
  }
  const [archived] = samePhone;
  const primary = await findPrimary(scope);
  const isPrimary = given.isPrimary || !primary;
  if (isPrimary) await demote(scope, primary);

  const fields = {
    ...given,
    autoReplies,
    isPrimary,
    status: "active" as const,
    releasedAt: null,
    updatedAt: scope.now,
  };
  const number = archived
    ? scope.em.assign(archived, fields)
    : scope.em.create(BusinessNumber, { ...fields, teamId: scope.teamId, id: newId(), createdAt: scope.now });
  await flush(scope);
  return number;
}

/**
 * Changes the given fields of a number.
 *
 * @throws business_number_not_found, invalid_business_number_status for an archived number,
 *   duplicate_business_number_name, validation_error for a private address, and the codes of `checkAutoReplies`
 */
export async function updateBusinessNumber(
  scope: Scope,
  id: string,
  { autoReplies: replies, ...changes }: BusinessNumberChanges,
): Promise<BusinessNumber> {
  await checkAddress(scope, changes);
  const autoReplies = replies && checkAutoReplies(scope.rights, replies);
  await lockTeams(scope.em, [scope.teamId]);
  const number = await getBusinessNumber(scope, id);
  if (number.status === "archived") {
    fail("invalid_business_number_status", { message: "The business number is archived." });
  }
  const given = Object.fromEntries(
    Object.entries({ ...changes, autoReplies }).filter(([, value]) => value !== undefined),
  );
  scope.em.assign(number, { ...given, updatedAt: scope.now });
  await flush(scope);
  return number;
}

/**
 * Makes an active number the team's primary number, instead of the current primary number.
 *
 * @throws business_number_not_found, invalid_business_number_status
 */
export async function makePrimaryBusinessNumber(scope: Scope, id: string): Promise<BusinessNumber> {
  await lockTeams(scope.em, [scope.teamId]);
  const number = await getBusinessNumber(scope, id);
  if (number.status !== "active") {
    fail("invalid_business_number_status", { message: "Only an active business number can be made primary." });
  }
  if (number.isPrimary) return number;
  await demote(scope, await findPrimary(scope));
  scope.em.assign(number, { isPrimary: true, updatedAt: scope.now });
  await flush(scope);
  return number;
}

/**
 * Archives a number. Its name can be used again. Its phone stays with the team until an operator releases it.
 *
 * @throws business_number_not_found (also for an archived number), cannot_delete_primary_business_number
 */
export async function archiveBusinessNumber(scope: Scope, id: string): Promise<BusinessNumber> {
  await lockTeams(scope.em, [scope.teamId]);
  const number = await getBusinessNumber(scope, id);
  if (number.status === "archived") fail("business_number_not_found");
  if (number.isPrimary) fail("cannot_delete_primary_business_number");
  scope.em.assign(number, { status: "archived", updatedAt: scope.now });
  await flush(scope);
  return number;
}

async function checkAddress({ webhooks }: Scope, { inboundWebhookUrl: url }: BusinessNumberChanges): Promise<void> {
  if (url != null) await webhooks.checkUrl("inboundWebhookUrl", url);
}

function findPrimary(scope: Scope): Promise<BusinessNumber | null> {
  return scope.em.findOne(BusinessNumber, { teamId: scope.teamId, isPrimary: true });
}

/** Writes the demotion first, because the constraint allows one primary number and rows are written in any order. */
async function demote(scope: Scope, primary: BusinessNumber | null): Promise<void> {
  if (!primary) return;
  scope.em.assign(primary, { isPrimary: false, updatedAt: scope.now });
  await scope.em.flush();
}

async function flush(scope: Scope): Promise<void> {
  try {
    await scope.em.flush();
  } catch (error) {
    if (isViolationOf(error, "business_number_name_unique")) fail("duplicate_business_number_name", { cause: error });
    // Another team took the phone after the check.
    if (isViolationOf(error, "business_number_phone_number_unique")) {
      fail("duplicate_business_number_phone", { cause: error });
    }
    throw error;
  }
}
