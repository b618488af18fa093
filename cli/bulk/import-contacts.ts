import { outlines } from "../../generated/outlines.ts";
import { type Client, createClient } from "../client/client.ts";
import { type Io, quiet, tell } from "../io.ts";
import { type OutputOptions, writeAnswer } from "../output/output.ts";
import { plain } from "../output/plain-text.ts";
import { type ConnectionOptions, connect } from "../settings.ts";
import { contactFields, type Mapping, mapColumns } from "./contact-columns.ts";
import { type ContactOfRow, readContact } from "./contact-rows.ts";
import { openRows, type RowSource, type SourceRow } from "./rows.ts";
import { type BulkOptions, refuseFailures, runRows } from "./run-rows.ts";
import { firstRows, showFirst } from "./shown-rows.ts";

export interface ImportOptions extends OutputOptions, ConnectionOptions, BulkOptions {
  /** `field=column`, in the place of what the columns' names say. */
  map?: string[];
}

const upsertFields = outlines.upsertContact.fields.map(({ name }) => name);

/** `messaging contacts import`: an upsert for every row, so that a row which is imported twice changes nothing. */
export async function importContacts(io: Io, options: ImportOptions, file: string): Promise<void> {
  const connection = await connect(io, options);
  const source = await openRows(io, file);
  const mappingOf = createMapper(source, options.map);
  tellMapping(io, mappingOf(source.columns));
  const read = (row: SourceRow) => readContact(row, mappingOf(Object.keys(row.values)), connection.country);
  const client = createClient(options.verbose ? io : quiet(io), connection, options);
  if (options.curl) return showFirst(source.rows, (row) => upsert(client, read(row)));
  if (options.dryRun) return writeAnswer(io, options, await firstRows(source.rows, read, upsertFields), { id: "row" });

  const inTurn = createTurns();
  const summary = await runRows(
    io,
    {
      file,
      source,
      ...(source.format === "jsonl" && { columns: [...new Set([...source.columns, ...contactFields])] }),
      decisive: { command: "import", map: options.map, ...connection, source: undefined },
      outcomes: ["created", "updated"],
      async work(row) {
        const contact = read(row);
        return inTurn(identitiesOf(contact), () => upsert(client, contact));
      },
    },
    options,
  );
  await writeAnswer(io, options, summary, { id: "rows" });
  refuseFailures(summary);
}

/** The mapping of a row's columns, which JSON lines have each of their own. */
function createMapper(
  { format, columns }: RowSource,
  given: string[] | undefined,
): (names: readonly string[]) => Mapping {
  const whole = mapColumns(columns, given);
  if (format === "csv") return () => whole;
  const known = new Map<string, Mapping>();
  return (names) => {
    const key = names.join("\n");
    const mapping =
      known.get(key) ??
      mapColumns(
        names,
        (given ?? []).filter((each) => names.includes(each.replace(/^[^=]+=/s, ""))),
      );
    // Of files whose lines all differ, some are worked out again.
    if (known.size < 1_000) known.set(key, mapping);
    return mapping;
  };
}

/** Tells which columns are something else than their names say, and which are nothing. */
function tellMapping(io: Io, { columns, unused }: Mapping): void {
  const named = columns.map(({ column, field, part }) => ({
    column,
    as: part === undefined ? field : `${field}.${part}`,
  }));
  const pairs = named.filter(({ column, as }) => column.replace(/s$/, "") !== as.replace(/s$/, ""));
  if (pairs.length > 0) tell(io, plain(`Columns: ${pairs.map(({ column, as }) => `${column} is ${as}`).join(", ")}`));
  if (unused.length > 0) tell(io, plain(`Left out: ${unused.join(", ")}; --map FIELD=COLUMN takes them in`));
}

/** Updates or adds the contact of a row. A contact that is added keeps the row's id, as in an export of another server. */
async function upsert(client: Client, body: ContactOfRow): Promise<string> {
  const { created } = (await client.call("upsertContact", { path: {}, query: {}, body })) as Record<string, unknown>;
  return created ? "created" : "updated";
}

function identitiesOf({ id, externalId, phones = [] }: ContactOfRow): string[] {
  const all = [id && `id ${id}`, externalId && `external ${externalId}`, ...phones.map((each) => each.phoneNumber)];
  return all.filter((each) => each !== undefined);
}

/** Has those that share a name do their work one after the other, in the order in which they came. */
function createTurns(): <Result>(names: string[], work: () => Promise<Result>) => Promise<Result> {
  const last = new Map<string, Promise<unknown>>();
  return async (names, work) => {
    const before = names.map((name) => last.get(name));
    const result = Promise.allSettled(before).then(work);
    for (const name of names) last.set(name, result);
    try {
      return await result;
    } finally {
      for (const name of names) if (last.get(name) === result) last.delete(name);
    }
  };
}
