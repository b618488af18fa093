/**
 * The form of inserts on a cluster. Citus collects the rows of `insert … select … from unnest(…)` on the connected node
 * before it sends them to the shard. It sends `insert … values …` of one team to the shard at once, as one task.
 *
 * Promises: the same rows, in the order of the statement. Other statements stay as they are.
 * Costs: a parameter for each value, and a text for each number of rows. Few of these texts are prepared.
 * Preconditions: the statement selects expressions of the columns of a single list, without a subquery, and calls no
 * function with the name of a column. Texts in an `order by` are ordered by their code units.
 */
import { type OperationNode, RawNode, ValueNode } from "kysely";
import { unnamed } from "./execution.ts";
import { type ItemList, type ListColumn, type ListNode, listsIn } from "./item-list.ts";

/** Citus plans a longer list of values for so long that collecting the rows costs less. */
const maxParameters = 8_000;

/** Stands in a text for the parameter with that index. The character is in no statement. */
const mark = (index: number) => `\uE000${index}\uE000`;

const insertion =
  /^\s*(?<into>insert into [^(]+\([^)]+\))\s*select (?<expressions>(?:(?!\bselect\b)[\s\S])+?) from \uE000(?<list>\d+)\uE000(?:\s*order by (?<order>[\w., ]+?))?(?<rest>\s*(?:on conflict|returning)\b[\s\S]*|\s*)$/;

/** A literal, a mark, a type, the name of a function, or a name that may be that of a column. */
const token = /'[^']*'|\uE000(?<index>\d+)\uE000|::\w+|\w+(?=\()|(?:\ba\.)?\b(?<name>[a-z_]\w*)\b/g;

/** A piece of an expression: text, a parameter, or a column of the list. */
type Piece = string | OperationNode | ((row: number) => OperationNode);

/** Changes an insert of a list's items into an insert of values. Returns undefined for any other statement. */
export function insertedValues(node: RawNode): RawNode | undefined {
  if (!isInsert(node)) return undefined;
  const parameters: OperationNode[] = [];
  const text = textOf(node, parameters);
  const { into, expressions, list: index, order, rest } = insertion.exec(text)?.groups ?? {};
  if (into === undefined || expressions === undefined) return undefined;
  const { list } = parameters[Number(index)] as ListNode;
  if (!list || listsIn(node).length !== 1) return undefined;
  const columns = list.columns();
  if (columns.length * list.count > maxParameters) return undefined;
  const row = expressions.trim() === "*" ? piecesOfAll(columns) : piecesOf(expressions, parameters, list, columns);
  const built = new Builder();
  built.add(`${into} values `);
  for (const [position, item] of orderOf(list.count, order, columns).entries()) {
    built.add(position === 0 ? "(" : ", (");
    for (const piece of row) built.add(typeof piece === "function" ? piece(item) : piece);
    built.add(")");
  }
  for (const piece of piecesOf(rest ?? "", parameters)) built.add(piece as string);
  // Only numbers of rows that are powers of two have a prepared statement, so their texts are few.
  return (list.count & (list.count - 1)) === 0 ? built.node() : unnamed(built.node());
}

/** Whether the text of a statement begins as an insert. Most statements do not, and are left at once. */
function isInsert({ sqlFragments: [first = ""], parameters: [parameter] }: RawNode): boolean {
  const begins = first.trimStart();
  if (begins === "" && parameter && RawNode.is(parameter)) return isInsert(parameter);
  return begins.startsWith("insert into ");
}

/** The text of a statement, with marks for its parameters and lists. */
function textOf(node: RawNode, parameters: OperationNode[]): string {
  return node.sqlFragments
    .map((fragment, index) => {
      const parameter = node.parameters[index];
      if (parameter === undefined) return fragment;
      if (RawNode.is(parameter) && !(parameter as ListNode).list) return fragment + textOf(parameter, parameters);
      return fragment + mark(parameters.push(parameter) - 1);
    })
    .join("");
}

const piecesOfAll = (columns: ListColumn[]): Piece[] =>
  columns.flatMap((column, index) => (index === 0 ? toValue(column) : [", ", toValue(column)]));

const toValue =
  ({ type, values }: ListColumn): Piece =>
  (row) =>
    RawNode.create(["", `::${type}`], [ValueNode.create(values[row])]);

/** Splits a text at its marks and, if there is a list, at the names of columns. */
function piecesOf(text: string, parameters: OperationNode[], list?: ItemList, columns: ListColumn[] = []): Piece[] {
  const named = new Map(columns.map((column) => [column.name, toValue(column)]));
  if (list?.ordinality) named.set(list.ordinality, (row) => RawNode.create([String(row + 1)], []));
  const pieces: Piece[] = [];
  let start = 0;
  for (const { 0: found, index: at, groups } of text.matchAll(token)) {
    const { index, name } = groups!;
    const piece = index === undefined ? named.get(name ?? "") : parameters[Number(index)]!;
    if (piece === undefined) continue;
    pieces.push(text.slice(start, at), piece);
    start = at + found.length;
  }
  return [...pieces, text.slice(start)];
}

/** The order of the items: by columns of the list, or as they are. */
function orderOf(count: number, order: string | undefined, columns: ListColumn[]): number[] {
  const by = (order ?? "").split(",").flatMap((name) => columns.find((column) => column.name === name.trim()) ?? []);
  return Array.from({ length: count }, (_, index) => index).toSorted((a, b) => {
    const first = by.find(({ values }) => values[a] !== values[b]);
    return first === undefined ? a - b : (first.values[a] as string) < (first.values[b] as string) ? -1 : 1;
  });
}

/** Collects texts and parameters in their order. */
class Builder {
  readonly #fragments: string[] = [""];
  readonly #parameters: OperationNode[] = [];

  add(piece: string | OperationNode): void {
    if (typeof piece === "string") this.#fragments.push(this.#fragments.pop()! + piece);
    else {
      this.#parameters.push(piece);
      this.#fragments.push("");
    }
  }

  node(): RawNode {
    return RawNode.create(this.#fragments, this.#parameters);
  }
}
