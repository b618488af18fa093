import { type RawBuilder, sql } from "kysely";

/** A `with` query and its name. */
export type WithPart = readonly [name: string, query: RawBuilder<unknown>];

/** SQL for the `with` clause of a statement. */
export const withParts = (parts: WithPart[]): RawBuilder<unknown> =>
  sql`with ${sql.join(parts.map(([name, query]) => sql`${sql.raw(name)} as (${query})`))}`;
