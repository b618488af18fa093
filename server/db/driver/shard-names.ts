/**
 * The names of a shard's tables in a statement. A node that has the rows of a team can run any statement on them if it
 * names the tables of their shard. Citus then takes no part in it: it neither plans nor rewrites the statement.
 *
 * Promises: the same statement on the rows of the shard. Columns keep the names of their tables as qualifiers.
 * Costs: a pass over each text, once per shard. A connection prepares a statement once per shard.
 * Preconditions: the transaction keeps the shard on its node; see `transactOfTeam`. A table follows `from`, `join`, `into`,
 * `update` or `using`.
 */

/** A shard: a part of all tables of teams, on one node. */
export interface Shard {
  /** The id of its part of the table that the others are colocated with. */
  id: string;
  /** The name of its part of each table. Tables that every node has are among them. */
  tables: ReadonlyMap<string, string>;
}

const table = /\b(from|join|into|update|using)(\s+)("?)([a-z_]+)\3(?![\w".(])(\s+as\b)?/gi;

/** A word behind a table that is not its alias. */
const keyword =
  /^\s*(?:$|[(),;]|(?:cross|inner|left|right|full|join|lateral|where|on|using|set|order|group|having|limit|for|union|values|select|returning|default|overriding|window|offset)\b)/i;

const texts = new WeakMap<Shard, Map<string, string>>();

/** Replaces the tables in a statement by those of a shard. */
export function nameShard(text: string, shard: Shard): string {
  const known = texts.get(shard) ?? new Map<string, string>();
  texts.set(shard, known);
  const named = known.get(text) ?? replaceTables(text, shard);
  known.set(text, named);
  return named;
}

function replaceTables(text: string, { tables }: Shard): string {
  const queries = new Set(
    [...text.matchAll(/\b(\w+)\s+as\s+(?:(?:not\s+)?materialized\s+)?\(/gi)].map(([, name]) => name),
  );
  return text.replaceAll(table, (found, word: string, space: string, quote: string, name: string, as = "", ...rest) => {
    const part = tables.get(name);
    if (part === undefined || queries.has(name)) return found;
    const [at] = rest as [number];
    const hasAlias = as !== "" || !keyword.test(text.slice(at + found.length));
    return `${word}${space}${quote}${part}${quote}${hasAlias ? as : ` as ${quote}${name}${quote}`}`;
  });
}
