import { readClock } from "../db/clock.ts";
import { isViolationOf } from "../db/faults.ts";
import type { EntityManager } from "../db/orm.ts";
import { type QuietHours, Team } from "../db/schema/entities/team.ts";
import { newId } from "../db/schema/ids.ts";
import type { Timestamp } from "../db/timestamp.ts";
import { addCommandEvent } from "../operations/audit/add-command-event.ts";
import { noteKeyChange } from "./key-revision.ts";

/** An operator's request cannot be carried out; the message says why. */
export class TeamError extends Error {
  readonly kind: "not_found" | "conflict" | "invalid";

  constructor(kind: TeamError["kind"], message: string, cause?: unknown) {
    super(message, { cause });
    this.kind = kind;
  }
}

/** Creates an active team whose license does not end. @throws TeamError if the name is taken or not valid */
export async function createTeam(em: EntityManager, name: string): Promise<Team> {
  if (name.trim() === "" || name.length > 255) {
    throw new TeamError("invalid", "A team's name must have 1 to 255 characters and must not be blank.");
  }
  const now = await readClock(em);
  const team = em.create(Team, { id: newId(), name, status: "active", createdAt: now, updatedAt: now });
  addCommandEvent(em, { teamId: team.id, now, command: "teams create", target: team.id });
  try {
    await em.flush();
  } catch (error) {
    if (isViolationOf(error, "team_name_unique")) {
      throw new TeamError("conflict", `Team ${name} already exists.`, error);
    }
    throw error;
  }
  return team;
}

/** All teams by name. */
export function listTeams(em: EntityManager): Promise<Team[]> {
  return em.find(Team, {}, { orderBy: { name: "asc" } });
}

/** One team. @throws TeamError if no team has the name */
export async function getTeam(em: EntityManager, name: string): Promise<Team> {
  const team = await em.findOne(Team, { name });
  if (!team) throw new TeamError("not_found", `There is no team ${name}.`);
  return team;
}

/**
 * Suspends or resumes a team: its live requests are refused, or served again. Servers that have tokens of its keys in
 * advance follow within 100 ms.
 */
export function setTeamStatus(em: EntityManager, name: string, status: Team["status"]): Promise<Team> {
  return changeTeam(em, name, { status }, status === "active" ? "teams resume" : "teams suspend");
}

/** Sets the time until which a team's live requests are served; null means without end. */
export function setLicense(em: EntityManager, name: string, until: Timestamp | null): Promise<Team> {
  return changeTeam(em, name, { licensedUntil: until }, "teams license");
}

/** Sets the hours in which a team does not text, which the caller has checked; null: none. */
export function setQuietHours(em: EntityManager, name: string, quietHours: QuietHours | null): Promise<Team> {
  return changeTeam(em, name, { quietHours }, "teams quiet-hours");
}

/** Sets whether a suspected revocation blocks its phone until a person decides, or is only reported. */
export function setSuspectedRevocations(
  em: EntityManager,
  name: string,
  suspectedRevocations: Team["suspectedRevocations"],
): Promise<Team> {
  return changeTeam(em, name, { suspectedRevocations }, "teams suspected-revocations");
}

/** The most days that a team can keep messages for. */
export const maxRetentionDays = 36_500;

/** Sets how many days a team keeps its messages; null: as long as the installation does. @throws TeamError for another number */
export function setMessageRetention(em: EntityManager, name: string, days: number | null): Promise<Team> {
  if (days !== null && !(Number.isInteger(days) && days >= 1 && days <= maxRetentionDays)) {
    throw new TeamError("invalid", `Expected a number of days from 1 to ${maxRetentionDays}.`);
  }
  return changeTeam(em, name, { messageRetentionDays: days }, "teams retention");
}

async function changeTeam(
  em: EntityManager,
  name: string,
  change:
    | { status: Team["status"] }
    | { licensedUntil: Timestamp | null }
    | { quietHours: QuietHours | null }
    | { suspectedRevocations: Team["suspectedRevocations"] }
    | { messageRetentionDays: number | null },
  command: string,
): Promise<Team> {
  const team = await getTeam(em, name);
  const now = await readClock(em);
  em.assign(team, { ...change, updatedAt: now });
  noteKeyChange(em);
  addCommandEvent(em, { teamId: team.id, now, command, target: team.id });
  await em.flush();
  return team;
}
