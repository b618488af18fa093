import { newId } from "../../db/schema/ids.ts";
import { maxExact, type SimilarContact } from "./similar-names.ts";

/** A group of similar names. */
export interface NameGroup {
  teamId: string;
  id: string;
}

/** A contact's group of similar names. */
interface Assigned {
  nameGroupId: string | null;
  isCrowded: boolean;
}

/** A group whose members have moved to another group. */
export interface MergedGroup {
  id: string;
  intoId: string;
}

/** Groups of similar names of a team, while contacts join them one after another. */
interface NameGroups {
  /**
   * Adds a contact to the group of the contacts with similar names. Several such groups become one, unless both of them
   * have more than 100 members.
   */
  join(id: string, similar: SimilarContact[]): void;
  /** The groups of the contacts that joined, and of contacts that were in no group before, by the contacts' ids. */
  assigned(): Map<string, Assigned>;
  merged(): MergedGroup[];
  /** The ids of the groups that changed or are new. */
  changed(): string[];
}

export function createNameGroups(): NameGroups {
  const assignedGroups = new Map<string, Assigned>();
  const mergedInto = new Map<string, string>();
  const sizes = new Map<string, number>();
  const changed = new Set<string>();

  /** The group that a group's members are in now. */
  function current(group: string | null): string | null {
    const into = group === null ? undefined : mergedInto.get(group);
    return into === undefined ? group : current(into);
  }

  function groupOf({ id, nameGroupId }: SimilarContact): string | null {
    return current(assignedGroups.get(id)?.nameGroupId ?? nameGroupId);
  }

  /** The groups of contacts; the largest group is first. */
  function groupsOf(similar: SimilarContact[]): { id: string; size: number }[] {
    for (const { nameGroupId, groupSize } of similar) {
      if (nameGroupId !== null && !sizes.has(nameGroupId)) sizes.set(nameGroupId, groupSize);
    }
    const ids = new Set(similar.flatMap((each) => groupOf(each) ?? []));
    const groups = [...ids].map((id) => ({ id, size: Math.min(sizes.get(id)!, maxExact + 1) }));
    return groups.toSorted((a, b) => b.size - a.size || (a.id < b.id ? -1 : 1));
  }

  /** The smallest groups, as many as one write may move. */
  function smallest(groups: { id: string; size: number }[]): { ids: string[]; size: number } {
    const ids: string[] = [];
    let total = 0;
    for (const { id, size } of groups.toReversed()) {
      if (total + size > maxExact) break;
      ids.push(id);
      total += size;
    }
    return { ids, size: total };
  }

  return {
    join(id, similar) {
      assignedGroups.set(id, { nameGroupId: null, isCrowded: false });
      if (similar.length === 0) return;
      const [largest = { id: newId(), size: 0 }, ...others] = groupsOf(similar);
      const loose = new Set(similar.filter((each) => groupOf(each) === null).map((each) => each.id));
      for (const each of loose) assignedGroups.set(each, { nameGroupId: largest.id, isCrowded: false });
      const moved = smallest(others);
      for (const group of moved.ids) mergedInto.set(group, largest.id);

      const size = largest.size + moved.size + loose.size;
      assignedGroups.set(id, { nameGroupId: largest.id, isCrowded: size >= maxExact });
      sizes.set(largest.id, size + 1);
      for (const group of [largest.id, ...moved.ids]) changed.add(group);
    },
    assigned: () =>
      new Map(
        [...assignedGroups].map(([id, { nameGroupId, isCrowded }]) => [
          id,
          { nameGroupId: current(nameGroupId), isCrowded },
        ]),
      ),
    merged: () => [...mergedInto.keys()].map((id) => ({ id, intoId: current(id)! })),
    changed: () => [...changed],
  };
}
