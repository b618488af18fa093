/** Files of `pg` that its types do not describe. The version of `pg` is pinned. */

declare module "pg/lib/result.js" {
  import type { CustomTypesConfig, FieldDef, QueryResult } from "pg";

  /** Collects the answer to a statement. */
  export default class Result implements QueryResult {
    constructor(rowMode: undefined, types: CustomTypesConfig);
    command: string;
    rowCount: number | null;
    oid: number;
    fields: FieldDef[];
    // biome-ignore lint/suspicious/noExplicitAny: as in QueryResult
    rows: any[];
    addFields(fields: unknown): void;
    parseRow(values: unknown): unknown;
    addRow(row: unknown): void;
    addCommandComplete(message: object): void;
  }
}

declare module "pg/lib/utils.js" {
  const utils: {
    /** Converts a value to the text or bytes that PostgreSQL gets. */
    prepareValue(value: unknown): string | Buffer | null;
  };
  export default utils;
}
