import type { CompiledQuery, DatabaseConnection, QueryResult } from "kysely";
import { executed, executionOf } from "../driver/execution.ts";
import type { ShardForm } from "./in-shard.ts";

/** A connection whose statements name the tables of a shard. They do not commit a transaction that others share. */
export class ShardConnection implements DatabaseConnection {
  readonly #connection: DatabaseConnection;
  readonly #shard: ShardForm;
  readonly #mayCommit: boolean;

  constructor(connection: DatabaseConnection, shard: ShardForm, mayCommit: boolean) {
    this.#connection = connection;
    this.#shard = shard;
    this.#mayCommit = mayCommit;
  }

  executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const named = { ...query, sql: this.#shard.textOf(query.sql) };
    const commits = executionOf(query.query) === "committing";
    return this.#connection.executeQuery(commits && !this.#mayCommit ? executed(named, "prepared") : named);
  }

  streamQuery(): never {
    throw new TypeError("Rows are not streamed");
  }
}
