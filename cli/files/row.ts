/** A row of a file. */
export interface SourceRow {
  /** Counted from 1, without the header and without rows of blanks. */
  number: number;
  /** The values by the names of their columns. */
  values: Record<string, unknown>;
  /** The number of characters up to the end of the row. */
  end: number;
  /** Why this row cannot be read. Its text is then in the first column. Other rows can still be read. */
  problem?: string;
}

/** The content of a file. Its rows are read once, on demand. */
export interface Table {
  /** The columns with a name that no other column has. */
  columns: readonly string[];
  /** The names that several columns have. Their values are not in the rows. */
  repeated: readonly string[];
  rows: AsyncIterable<SourceRow>;
}
