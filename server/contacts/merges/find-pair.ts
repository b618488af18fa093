import type { EntityManager } from "../../db/orm.ts";
import { fail } from "../../errors.ts";
import { findContacts } from "../find-contacts.ts";
import type { MergedPair } from "./plan-merge.ts";

/** The ids of the contacts of a merge. */
export interface PairIds {
  sourceId: string;
  targetId: string;
}

/** @throws cannot_merge_same_contact */
export function readPairIds(sourceId: string, targetId: string): PairIds {
  const ids = { sourceId: sourceId.toLowerCase(), targetId: targetId.toLowerCase() };
  if (ids.sourceId === ids.targetId) fail("cannot_merge_same_contact");
  return ids;
}

/** Reads the contacts of a merge. @throws contact_not_found */
export async function findPair(
  em: EntityManager,
  teamId: string,
  { sourceId, targetId }: PairIds,
): Promise<MergedPair> {
  const ids = [sourceId, targetId];
  const found = await findContacts(
    em,
    ids.map((id) => ({ teamId, id })),
  );
  const [source, target] = ids.map((id) => found.find(({ contact }) => contact.id === id));
  if (!source || !target) fail("contact_not_found");
  return { source, target };
}
