/**
 * The SQL of a list of items, as a node of a statement that still knows the items. On a cluster, statements with such
 * lists get another form: see `one-team.ts` and `inserted-values.ts`.
 */
import { type RawBuilder, RawNode } from "kysely";

/** A column of a list. */
export interface ListColumn {
  name: string;
  type: string;
  values: unknown[];
}

export interface ItemList {
  /** The number of items. */
  count: number;
  /** The column with the position of an item, from 1. */
  ordinality: string | undefined;
  columns: () => ListColumn[];
  /** The teams of the items, null for every team. The set is empty if the list has no teams. */
  teamIds: () => Set<string | null>;
  /** The SQL that has the team as a constant column. Undefined if the list has no teams. */
  ofTeam: ((teamId: string) => RawBuilder<unknown>) | undefined;
}

export type ListNode = RawNode & { readonly list?: ItemList };

/**
 * Lets the new SQL of a list know its items. A plugin of the builder would do the same, but with it, Node spends a quarter
 * more on a new contact.
 */
export function withItems(sql: RawBuilder<unknown>, list: ItemList): RawBuilder<unknown> {
  const toNode = sql.toOperationNode.bind(sql);
  return Object.assign(sql, { toOperationNode: () => ({ ...toNode(), list }) });
}

/** All lists in a statement. */
export function listsIn(node: unknown): ItemList[] {
  if (!RawNode.is(node as RawNode)) return [];
  const { list, parameters } = node as ListNode;
  return list ? [list] : parameters.flatMap(listsIn);
}
