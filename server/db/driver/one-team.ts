/**
 * The form of statements on a cluster. If all lists of items in a statement belong to one team, the statement names the
 * team as a single parameter. The lists have it as a constant column, and each comparison of two `team_id` also compares
 * with it. Citus then sends the statement to the shard of that team. Without it, Citus asks every shard, and refuses a
 * lateral query with a limit.
 *
 * Promises: a changed statement has the same result, because a comparison is only added.
 * Costs: hardly anything on one PostgreSQL. On a cluster, a pass over the nodes of each statement.
 * Preconditions: SQL compares teams as `team_id = a.team_id`.
 */
import { type KyselyPlugin, OperationNodeTransformer, type QueryId, RawNode, ValueNode } from "kysely";
import { insertedValues } from "./inserted-values.ts";
import { type ListNode, listsIn } from "./item-list.ts";

/** A condition that compares two teams. An assignment is no condition. */
const comparison = /(?<=\b(?:where|and|on)\s+)((?:\b\w+\.)?\bteam_id) = \w+\.team_id\b/g;

class ForOneTeam extends OperationNodeTransformer {
  readonly #teamId: string;

  constructor(teamId: string) {
    super();
    this.#teamId = teamId;
  }

  protected override transformRaw(node: ListNode, queryId?: QueryId): RawNode {
    const ofTeam = node.list?.ofTeam?.(this.#teamId);
    if (ofTeam) return super.transformRaw(ofTeam.toOperationNode() as RawNode, queryId);
    const fragments: string[] = [];
    const parameters: RawNode["parameters"][number][] = [];
    for (const [index, fragment] of node.sqlFragments.entries()) {
      let start = 0;
      let before = "";
      for (const { 0: text, 1: column, index: at } of fragment.matchAll(comparison)) {
        fragments.push(`${before}${fragment.slice(start, at)}(${text} and ${column} = `);
        parameters.push(ValueNode.create(this.#teamId));
        before = ")";
        start = at + text.length;
      }
      fragments.push(before + fragment.slice(start));
      if (index < node.parameters.length) parameters.push(this.transformNode(node.parameters[index]!, queryId));
    }
    return RawNode.create(fragments, parameters);
  }
}

/** The plugin of a cluster's connections. It changes inserts of items, and names the team in statements of one team. */
export const clusterForm: KyselyPlugin = {
  transformQuery({ node, queryId }) {
    const inserted = RawNode.is(node) ? insertedValues(node) : undefined;
    if (inserted) return inserted;
    const [teamId, another] = listsIn(node).reduce((teams, { teamIds }) => teams.union(teamIds()), new Set());
    const isOfOneTeam = typeof teamId === "string" && another === undefined;
    return isOfOneTeam ? new ForOneTeam(teamId).transformNode(node, queryId) : node;
  },
  transformResult: async ({ result }) => result,
};
