import type { EntityManager } from "../../db/orm.ts";
import type { E164 } from "../../phone.ts";
import type { FullContact } from "../contact.ts";
import { countUnlinked, findThreads } from "../threads/thread-links.ts";
import type { MergedPair } from "./plan-merge.ts";

/** The threads that a merge concerns, before it. */
export interface ConcernedThreads {
  /** The ids of the threads that are linked to the source. */
  linked: string[];
  /** The ids of the unlinked threads of the source's phones. The merge may link them to the target. */
  unlinked: string[];
  /** How many threads show the target after the merge, and another contact before it. */
  moved: number;
}

/** Finds the threads of the source of a merge, before anything is changed. */
export async function findConcernedThreads(
  em: EntityManager,
  { source, target }: MergedPair,
): Promise<ConcernedThreads> {
  const { teamId, id } = source.contact;
  const { linked, unlinked } = await findThreads(em, source.contact, [...numbersOf(source)]);
  // An unlinked thread shows the oldest contact with its phone. It showed the target before if the target is older.
  const isOlder = target.contact.createdAt + target.contact.id < source.contact.createdAt + id;
  const changed = isOlder ? numbersOf(source).difference(numbersOf(target)) : numbersOf(source);
  const shown = await countUnlinked(em, teamId, target.contact, [...changed], id);
  return { linked, unlinked, moved: linked.length + shown };
}

export const numbersOf = ({ phones }: FullContact): Set<E164> =>
  new Set(phones.map(({ phoneNumber }) => phoneNumber as E164));
