export type Row = Record<string, unknown>;

/** How to find the rows of a result, for tables, CSV, JSON lines and ids. */
export interface View {
  /** The property that contains the rows of a list; absent if the result is an array or one record. */
  rows?: string;
  /** The property that contains the record, if the result has other properties, too. */
  record?: string;
  /** The columns of a table of rows. A record is shown with all fields. */
  columns?: readonly string[];
  /** The columns whose texts take several lines rather than being cut. */
  wrapped?: readonly string[];
  /** Columns that only a table has, by their names: each makes its cell from a row. */
  computed?: Readonly<Record<string, (row: Row) => unknown>>;
  /** The field that identifies a row. */
  id?: string;
}

/** The result of a command: a response of the server, or data of the command's own. */
export type Result = Row | Row[];

/** The rows of a result. Scalars beside a record, such as whether it was created, become fields of its row. */
export function rowsOf(result: Result, { rows, record }: View): { rows: Row[]; isList: boolean } {
  if (Array.isArray(result)) return { rows: result, isList: true };
  if (rows) return { rows: result[rows] as Row[], isList: true };
  const { success: _, ...fields } = result;
  const inner = record && (fields[record] as Row | null);
  if (!record || !inner) return { rows: [fields], isList: false };
  const { [record]: __, ...otherFields } = fields;
  const scalars = Object.entries(otherFields).filter(([, value]) => typeof value !== "object" || value === null);
  return { rows: [{ ...Object.fromEntries(scalars), ...inner }], isList: false };
}

/** Merges pages into one result of the same shape, with the rows of all pages and the cursor of the last page. */
export async function merge(pages: Iterable<Result> | AsyncIterable<Result>, { rows }: View): Promise<Result> {
  const all: Result[] = [];
  for await (const page of pages) all.push(page);
  const last = all.at(-1) ?? [];
  if (!rows || Array.isArray(last)) return last;
  return { ...last, [rows]: all.flatMap((page) => (page as Row)[rows] as Row[]) };
}

/** The id of a row, or the value of its first field. Undefined if the result should have a record and has none. */
export function idOf(row: Row, { id = "id", record }: View): string | undefined {
  if (row[id] !== undefined) return String(row[id]);
  return record ? undefined : String(Object.values(row)[0]);
}
