/**
 * The form of a statement for the tables of one shard. On the node that has them, they are ordinary tables of PostgreSQL,
 * such as `contact_102061`. PostgreSQL then plans the statement alone, and keeps the plan.
 *
 * Promises: the statement has the same aliases and parameters.
 * Changes of a table that every node has are left to Citus, which makes them on all nodes.
 * Costs: a pass over a text at its first use.
 * Preconditions: each table follows one of the words of `reference`, and no `with` query has the name of a table.
 */
import { referenceTables } from "./distribute.ts";

/** The tables of a shard on its node, by the names of the distributed tables. */
export type ShardNames = ReadonlyMap<string, string>;

/** Puts statements into the form for one shard. */
export interface ShardForm {
  textOf(text: string): string;
}

/** Words that can follow a table that has no alias. */
const words =
  "as|cross|for|full|group|having|inner|intersect|join|left|limit|natural|offset|on|order|returning|right|select|set|tablesample|union|using|values|where|window|default|except|fetch";

/** A literal, a comment, or a table with its alias. */
const reference = new RegExp(
  String.raw`'(?:[^']|'')*'|--[^\n]*|\b(?<before>(?:delete\s+from|from|join|into|update|using)\s+)"?(?<table>[a-z_]+)"?(?![\w".(])(?<alias>\s+as\s+"?\w+"?|\s+(?!(?:${words})\b)"?[a-z_]\w*"?)?`,
  "gi",
);

/** Names the tables of a shard in a statement. */
export function inShard(text: string, names: ShardNames): string {
  return text.replaceAll(reference, (whole, ...rest) => {
    const { before, table = "", alias } = rest.at(-1) as Record<string, string | undefined>;
    const name = names.get(table);
    const isWritten = before !== undefined && /^(delete|into|update)/i.test(before);
    if (isWritten && referenceTables.includes(table)) return whole;
    return before === undefined || name === undefined ? whole : `${before}${name}${alias ?? ` as ${table}`}`;
  });
}
