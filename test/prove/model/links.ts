/**
 * The links between threads and contacts.
 */
import type { Contact, Team, Thread } from "./team.ts";

/** The contacts with a phone, the oldest first. */
const holdersOf = ({ contacts }: Team, phone: string) =>
  contacts.filter(({ phones }) => phones.some(({ phoneNumber }) => phoneNumber === phone));

/** Links threads after a contact has gained phones. */
export function linkThreads(team: Team, contact: Contact, gained: string[]): void {
  for (const thread of team.threads) {
    if (!gained.includes(thread.phone) || thread.contact) continue;
    if (holdersOf(team, thread.phone).every((holder) => holder === contact)) thread.contact = contact;
  }
}

/** Unlinks threads after a contact has lost a phone. */
export function unlinkThreads({ threads }: Team, contact: Contact, lost: string): void {
  for (const thread of threads) {
    if (thread.phone === lost && thread.contact === contact) thread.contact = undefined;
  }
}

/** The contact of a new thread. */
export function contactFor(team: Team, phone: string): Contact | undefined {
  const [holder, another] = holdersOf(team, phone);
  return another ? undefined : holder;
}

/** The contact that a thread shows. */
export const shownIn = (team: Team, { contact, phone }: Thread) => contact ?? holdersOf(team, phone)[0];
