export type Row = Record<string, unknown>;

/** What an answer has for tables, CSV, JSON lines and ids. */
export interface View {
  /** The property that has the rows of a list; absent: the answer is a list itself, or one record. */
  rows?: string;
  /** The property that has the record of an answer that says more than that. */
  record?: string;
  /** What a table shows of a list's rows; a record is shown whole. */
  columns?: readonly string[];
  /** The field that names a row. */
  id?: string;
}

/** Any answer of the server, and whatever else a command gives. */
export type Answer = Row | Row[];

/** The rows of an answer. What a record's answer says beside the record, as whether it was created, goes along. */
export function rowsOf(answer: Answer, { rows, record }: View): { rows: Row[]; isList: boolean } {
  if (Array.isArray(answer)) return { rows: answer, isList: true };
  if (rows) return { rows: answer[rows] as Row[], isList: true };
  const { success: _, ...said } = answer;
  const inner = record && (said[record] as Row | null);
  if (!record || !inner) return { rows: [said], isList: false };
  const { [record]: __, ...beside } = said;
  const scalars = Object.entries(beside).filter(([, value]) => typeof value !== "object" || value === null);
  return { rows: [{ ...Object.fromEntries(scalars), ...inner }], isList: false };
}

/** One answer of the same shape, with the rows of all pages and where the last one ended. */
export async function merge(pages: Iterable<Answer> | AsyncIterable<Answer>, { rows }: View): Promise<Answer> {
  const all: Answer[] = [];
  for await (const page of pages) all.push(page);
  const last = all.at(-1) ?? [];
  if (!rows || Array.isArray(last)) return last;
  return { ...last, [rows]: all.flatMap((page) => (page as Row)[rows] as Row[]) };
}

/** What names a row: its id, or else the first thing that it says. Undefined if there is no record to be named. */
export function idOf(row: Row, { id = "id", record }: View): string | undefined {
  if (row[id] !== undefined) return String(row[id]);
  return record ? undefined : String(Object.values(row)[0]);
}
