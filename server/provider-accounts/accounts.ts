/** The accounts at carriers that operators manage, besides the carrier of the environment. */
import { randomUUID } from "node:crypto";
import { readClock } from "../db/clock.ts";
import { isViolationOf } from "../db/faults.ts";
import type { EntityManager } from "../db/orm.ts";
import { ProviderAccount } from "../db/schema/entities/provider-account.ts";
import { TeamError } from "../keys/teams.ts";
import { type AnyAccountKind, accountKinds } from "../provider/kinds.ts";
import { readSettings } from "../provider/settings.ts";
import type { Sealer } from "../secrets/sealing.ts";
import { noteProviderChange } from "./provider-revision.ts";
import { openSettings, type Settings, sealSettings } from "./sealed-settings.ts";

/** The name that stands for the carrier of the environment. */
export const environmentName = "default";

/** An account with its settings, which nobody may show. */
export interface OpenedAccount {
  account: ProviderAccount;
  kind: AnyAccountKind;
  settings: Settings;
}

/**
 * Adds an account.
 *
 * @throws TeamError for a name that is taken or not valid, an unknown kind, or settings that are not valid, with their names
 */
export async function addAccount(
  em: EntityManager,
  sealer: Sealer,
  { name, kind: kindName, settings: given }: { name: string; kind: string; settings: Record<string, unknown> },
): Promise<OpenedAccount> {
  if (!/^[a-z0-9][a-z0-9-]{0,62}$/.test(name) || name === environmentName) {
    const form = `a to z, 0 to 9 and hyphens, at most 63, and not ${environmentName}`;
    throw new TeamError("invalid", `The name of a provider must have ${form}.`);
  }
  const kind = accountKinds.get(kindName);
  if (!kind) throw new TeamError("invalid", `kind: must be one of ${[...accountKinds.keys()].join(", ")}`);
  const settings = checkSettings(kind, given);
  const now = await readClock(em);
  // Its last digits are a part of the ids of texts, so all digits are random.
  const id = randomUUID();
  const settingsSealed = sealSettings(sealer, id, settings);
  const fields = { id, name, kind: kindName, settingsSealed, status: "active" as const };
  const account = em.create(ProviderAccount, { ...fields, createdAt: now, updatedAt: now });
  noteProviderChange(em);
  try {
    await em.flush();
  } catch (error) {
    if (!isViolationOf(error, "provider_account_name_unique")) throw error;
    throw new TeamError("conflict", `A provider ${name} already exists.`, error);
  }
  return { account, kind, settings };
}

/** All accounts by name. */
export const listAccounts = (em: EntityManager): Promise<ProviderAccount[]> =>
  em.find(ProviderAccount, {}, { orderBy: { name: "asc" } });

/** @throws TeamError if no account has the name */
export async function getAccount(em: EntityManager, name: string): Promise<ProviderAccount> {
  const account = await em.findOne(ProviderAccount, { name });
  if (!account) throw new TeamError("not_found", `There is no provider ${name}.`);
  return account;
}

/** Opens an account. @throws TeamError if no account has the name, or no configured secret key has sealed its settings */
export async function openAccount(em: EntityManager, sealer: Sealer, name: string): Promise<OpenedAccount> {
  const account = await getAccount(em, name);
  const kind = accountKinds.get(account.kind);
  if (!kind) throw new TeamError("conflict", `This version knows no kind ${account.kind}.`);
  const settings = openSettings(sealer, account.id, account.settingsSealed);
  if (!settings) {
    const advice = "Give them all again: messaging providers update";
    throw new TeamError("conflict", `SECRET_KEY does not open the settings of the provider ${name}. ${advice} ${name}`);
  }
  return { account, kind, settings };
}

/**
 * Changes the given settings of an account, and keeps the others. Settings that no secret key opens are replaced whole.
 *
 * @throws TeamError if no account has the name, or for settings that are not valid, with their names
 */
export async function updateAccount(
  em: EntityManager,
  sealer: Sealer,
  name: string,
  given: Record<string, unknown>,
): Promise<OpenedAccount> {
  const account = await getAccount(em, name);
  const kind = accountKinds.get(account.kind);
  if (!kind) throw new TeamError("conflict", `This version knows no kind ${account.kind}.`);
  const kept = openSettings(sealer, account.id, account.settingsSealed);
  const settings = checkSettings(kind, { ...kept, ...given });
  const settingsSealed = sealSettings(sealer, account.id, settings);
  em.assign(account, { settingsSealed, updatedAt: await readClock(em) });
  noteProviderChange(em);
  await em.flush();
  return { account, kind, settings };
}

/** Pauses an account, which then sends no text and still receives, or resumes it. @throws TeamError if no account has the name */
export async function setAccountStatus(
  em: EntityManager,
  name: string,
  status: ProviderAccount["status"],
): Promise<ProviderAccount> {
  const account = await getAccount(em, name);
  em.assign(account, { status, updatedAt: await readClock(em) });
  noteProviderChange(em);
  await em.flush();
  return account;
}

function checkSettings(kind: AnyAccountKind, given: Record<string, unknown>): Settings {
  const read = readSettings(kind.accounts.settings, given);
  if (read.faults) throw new TeamError("invalid", read.faults.join("\n"));
  return read.settings;
}
