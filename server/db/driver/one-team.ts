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
import {
  type KyselyPlugin,
  OperationNodeTransformer,
  type QueryId,
  type RawBuilder,
  RawNode,
  type RootOperationNode,
  ValueNode,
} from "kysely";

/** The SQL of a list of items whose teams are known. */
interface TeamList {
  /** Null stands for every team. */
  teamIds: () => Set<string | null>;
  /** The SQL that has the team as a constant column. */
  ofTeam: (teamId: string) => RawBuilder<unknown>;
}

type ListNode = RawNode & { readonly list?: TeamList };

/**
 * Gives the new SQL of a list the form that it has on a cluster. A plugin of the builder would do the same, but with it, Node
 * spends a quarter more on a new contact.
 */
export function withClusterForm(sql: RawBuilder<unknown>, list: TeamList): RawBuilder<unknown> {
  const toNode = sql.toOperationNode.bind(sql);
  return Object.assign(sql, { toOperationNode: () => ({ ...toNode(), list }) });
}

/** A condition that compares two teams. An assignment is no condition. */
const comparison = /(?<=\b(?:where|and|on)\s+)((?:\b\w+\.)?\bteam_id) = \w+\.team_id\b/g;

class ForOneTeam extends OperationNodeTransformer {
  readonly #teamId: string;

  constructor(teamId: string) {
    super();
    this.#teamId = teamId;
  }

  protected override transformRaw(node: ListNode, queryId?: QueryId): RawNode {
    if (node.list) return super.transformRaw(node.list.ofTeam(this.#teamId).toOperationNode() as RawNode, queryId);
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

/** The teams of all lists in a statement. */
function teamsIn(node: RootOperationNode): Set<string | null> {
  if (!RawNode.is(node)) return new Set();
  const own = (node as ListNode).list?.teamIds() ?? new Set();
  return node.parameters.reduce((teams, each) => teams.union(teamsIn(each as RootOperationNode)), own);
}

/** The plugin of a cluster's connections, which changes statements of one team. */
export const namingOneTeam: KyselyPlugin = {
  transformQuery({ node, queryId }) {
    const [teamId, another] = teamsIn(node);
    const isOfOneTeam = typeof teamId === "string" && another === undefined;
    return isOfOneTeam ? new ForOneTeam(teamId).transformNode(node, queryId) : node;
  },
  transformResult: async ({ result }) => result,
};
