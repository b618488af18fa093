import { type RawBuilder, sql } from "kysely";
import type { Timestamp } from "../timestamp.ts";
import { Parameter } from "./statement.ts";

/** The types of columns, with the values that they take. Each may also be null; undefined counts as null. */
interface ColumnValues {
  uuid: string;
  text: string;
  int: number;
  smallint: number;
  /** As text, because a number above 2^53 is not exact. */
  bigint: string;
  boolean: boolean;
  timestamptz: Timestamp;
  bytea: Buffer;
  /** JSON as text. */
  jsonb: string;
}

type ColumnType = keyof ColumnValues;

/** The types that can hold a value. */
type TypesOf<Value> = {
  [Type in ColumnType]: [Value] extends [ColumnValues[Type] | null | undefined] ? Type : never;
}[ColumnType];

/** A column that is computed from the item and its index. */
type Computed<Item> = {
  [Type in ColumnType]: readonly [
    type: Type,
    read: (item: Item, index: number) => ColumnValues[Type] | null | undefined,
  ];
}[ColumnType];

/** A column: the type of the item's property with the same name, or a type with a function. */
type Column<Item, Name> = Computed<Item> | (Name extends keyof Item ? TypesOf<Item[Name]> : never);

/** The columns of a list of items. */
export type Columns<Item, Names> = { [Name in keyof Names]: Column<Item, Name> };

/**
 * SQL for items as a relation: `unnest($1::uuid[], …) as a (team_id, …)`. Each column is one array parameter, so the
 * statement's text does not depend on the number of items. Names of properties become names of columns: `teamId` is
 * `team_id`. A column that is neither a property nor computed, or has another type than its property, does not compile.
 * `ordinality` names one more column: the position of the item, from 1. The items can be a parameter of a `statement()`.
 *
 * @see https://www.postgresql.org/docs/current/functions-array.html
 */
export function rows<Item, Names extends Record<string, unknown>>(
  alias: string,
  items: readonly Item[] | Parameter<readonly Item[]>,
  columns: Columns<Item, Names>,
  ordinality?: string,
): RawBuilder<unknown> {
  const entries = Object.entries(columns as Record<string, Computed<Item> | ColumnType>);
  const arrays = entries.map(([name, column]) => {
    const [type, read]: readonly [ColumnType, (item: Item, index: number) => unknown] =
      typeof column === "string" ? [column, (item) => item[name as keyof Item]] : column;
    const valuesOf = (each: readonly Item[]) => each.map(read);
    const values = items instanceof Parameter ? new Parameter((given) => valuesOf(items.read(given))) : valuesOf(items);
    return sql`${values}::${sql.raw(type)}[]`;
  });
  const names = entries.map(([name]) => columnName(name));
  const suffix = ordinality === undefined ? "" : " with ordinality";
  if (ordinality !== undefined) names.push(ordinality);
  return sql`unnest(${sql.join(arrays)})${sql.raw(`${suffix} as ${alias} (${names.join(", ")})`)}`;
}

/** The name of the column that has the value of a property. */
export const columnName = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
