/**
 * Statements that are compiled once. Kysely builds and prints a template at each execution.
 *
 * Promises: each execution reads its parameters from its own input.
 * Costs: the text stays in memory.
 * Preconditions: the text does not depend on the input, nor on the topology.
 */
import { type CompiledQuery, type RawBuilder, sql } from "kysely";
import { type Execution, executed } from "../driver/execution.ts";
import { type EntityManager, statementsOf } from "../orm.ts";
import { type Columns, list, valuesOf } from "./rows.ts";

/** A parameter that is read from the input of each execution. */
class Parameter<Input> {
  readonly read: (input: Input) => unknown;

  constructor(read: (input: Input) => unknown) {
    this.read = read;
  }
}

/** The parts of a template that depend on its input. They are properties of the input. */
export interface Given<Input> {
  value(name: keyof Input): RawBuilder<unknown>;
  /** A list as a relation; see `rows`. */
  rows<Name extends keyof Input, Names extends Record<string, unknown>>(
    alias: string,
    name: Name,
    columns: Columns<ItemOf<Input[Name]>, Names>,
    ordinality?: string,
  ): RawBuilder<unknown>;
}

type ItemOf<Value> = Value extends readonly (infer Item)[] ? Item : never;

/** Makes the function that executes a template, in `em`'s transaction if it has one, and returns the rows. */
export function compileOnce<Input, Row = unknown>(
  execution: Execution,
  build: (given: Given<Input>) => RawBuilder<Row>,
): (em: EntityManager, input: Input) => Promise<Row[]> {
  const given: Given<Input> = {
    value: (name) => sql`${new Parameter<Input>((input) => input[name])}`,
    rows(alias, name, columns, ordinality) {
      const parameterOf = (column: keyof typeof columns) =>
        new Parameter<Input>((input) => valuesOf(column, columns, input[name] as ItemOf<Input[typeof name]>[]));
      return list(alias, columns, parameterOf, ordinality);
    },
  };
  let compiled: CompiledQuery<Row> | undefined;
  return async (em, input) => {
    const database = statementsOf(em);
    compiled ??= executed<Row>(build(given).compile(database), execution);
    const parameters = compiled.parameters.map((each) => (each instanceof Parameter ? each.read(input) : each));
    const { rows } = await database.executeQuery<Row>({ ...compiled, parameters });
    return rows;
  };
}
