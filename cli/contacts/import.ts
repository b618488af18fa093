import { outlines } from "../../generated/outlines.ts";
import { nameOf } from "../bytes/open-bytes.ts";
import { type Client, createClient } from "../client/client.ts";
import { createTransport } from "../client/send-many.ts";
import { type ConnectionOptions, connect } from "../connection/connect.ts";
import { openRows, type RowSource } from "../files/open-rows.ts";
import type { SourceRow } from "../files/row.ts";
import { type Io, quiet, tell } from "../io.ts";
import { type OutputOptions, writeResult } from "../output/output.ts";
import { plain } from "../output/plain-text.ts";
import { createConcurrency, fixedConcurrency } from "../rows/concurrency.ts";
import { createDistinct } from "../rows/distinct.ts";
import { createPreview, examineRows, writeExamination } from "../rows/examine.ts";
import type { RunOptions } from "../rows/options.ts";
import { refuseFailures, runRows } from "../rows/run.ts";
import { showFirstRequest } from "../rows/show-first-request.ts";
import { contactFields, type Mapping, mapColumns } from "./columns.ts";
import { type CreatedList, createCreatedList, type Upserted } from "./created-list.ts";
import { type ContactOfRow, readContact } from "./read-contact.ts";

export interface ImportOptions extends OutputOptions, ConnectionOptions, RunOptions {
  /** Mappings `field=column`, which take precedence over the columns' names. */
  map?: string[];
  /** The file for the contacts that the import creates. */
  created?: string;
}

const upsertFields = outlines.upsertContact.fields.map(({ name }) => name);

/** `messaging contacts import`: upserts every row, so that importing a row twice changes nothing. */
export async function importContacts(io: Io, options: ImportOptions, file: string): Promise<void> {
  const connection = await connect(io, options);
  await using source = await openRows(io, file, options.encoding);
  const mappingOf = createMapper(source, options.map);
  tellMapping(io, mappingOf(source.columns));
  const read = (row: SourceRow) => readContact(row, mappingOf(Object.keys(row.values)), connection.country);
  const concurrency = options.concurrency === undefined ? createConcurrency() : fixedConcurrency(options.concurrency);
  const client = createClient(options.verbose ? io : quiet(io), connection, options, {
    onRefusal: concurrency.refused,
    transport: createTransport(),
    // An upsert that runs twice changes nothing the second time.
    isRepeatable: true,
  });
  const created = createCreatedList(io, options.created ?? `${nameOf(file)}.created.jsonl`);
  if (options.curl) return await showFirstRequest(source.read(), (row) => upsert(client, read(row)));
  if (options.dryRun) return await examine(io, options, source, read);

  const runInOrder = createKeyedQueue();
  const summary = await runRows(
    io,
    {
      file,
      source,
      ...(source.format !== "csv" && { columns: [...new Set([...source.columns, ...contactFields])] }),
      inputs: { command: "import", map: options.map, ...connection, source: undefined },
      outcomes: ["created", "updated"],
      concurrency,
      async work(row) {
        const contact = read(row);
        return runInOrder(identitiesOf(contact), () => importContact(client, created, contact, row));
      },
      output: created,
    },
    options,
  );
  await writeResult(io, options, summary, { id: "rows" });
  if (summary.created) {
    const undo = `messaging contacts import --undo ${created.file}`;
    tell(io, plain(`The created contacts are listed in ${created.file}. To delete them: ${undo}`));
  }
  refuseFailures(summary);
}

/** Writes how many contacts and phones a file has, and what is wrong with its rows. */
async function examine(
  io: Io,
  options: ImportOptions,
  source: RowSource,
  read: (row: SourceRow) => ContactOfRow,
): Promise<void> {
  const phones = createDistinct();
  const preview = createPreview(upsertFields);
  const { rows, failed, problems } = await examineRows(source.read(), read, (contact, { number }) => {
    for (const { phoneNumber } of contact.phones ?? []) phones.add(Number(phoneNumber));
    preview.add(number, contact);
  });
  await writeExamination(
    io,
    options,
    { rows, contacts: rows - failed, phones: phones.size, failed, problems },
    preview.rows,
  );
}

/** Returns a function that maps the columns of a row. JSON lines may have different columns, so each line is mapped. */
function createMapper(
  { format, columns, repeated }: RowSource,
  given: string[] | undefined,
): (names: readonly string[]) => Mapping {
  const whole = mapColumns({ columns, repeated }, given);
  if (format !== "jsonl") return () => whole;
  const cache = new Map<string, Mapping>();
  return (names) => {
    const key = names.join("\n");
    const mapping =
      cache.get(key) ??
      mapColumns(
        { columns: names, repeated: [] },
        (given ?? []).filter((each) => names.includes(each.replace(/^[^=]+=/s, ""))),
      );
    // The limit bounds the memory for files whose lines all differ.
    if (cache.size < 1_000) cache.set(key, mapping);
    return mapping;
  };
}

/** Writes the mapped columns whose names differ from their fields, and the ignored columns, to stderr. */
function tellMapping(io: Io, { columns, ignored }: Mapping): void {
  const named = columns.map(({ column, field, part, labelColumn }) => ({
    column,
    as: `${part === undefined ? field : `${field}.${part}`}${labelColumn === undefined ? "" : ` with its label in ${labelColumn}`}`,
  }));
  const pairs = named.filter(
    ({ column, as }) => column.toLowerCase().replace(/s$/, "") !== as.toLowerCase().replace(/s$/, ""),
  );
  if (pairs.length > 0) tell(io, plain(`Columns: ${pairs.map(({ column, as }) => `${column} is ${as}`).join(", ")}`));
  if (ignored.length > 0)
    tell(io, plain(`Ignored columns: ${ignored.join(", ")}. Use --map FIELD=COLUMN to import them.`));
}

const upsert = (client: Client, body: ContactOfRow) =>
  client.call("upsertContact", { path: {}, query: {}, body }) as Promise<Record<string, unknown> & Upserted>;

/**
 * Upserts the contact of a row. A created contact gets the row's id, so that an export keeps its ids on another server. A
 * row without an id proposes one, by which a repeated request finds the contact that the first has created.
 */
async function importContact(
  client: Client,
  list: CreatedList,
  contact: ContactOfRow,
  { number }: SourceRow,
): Promise<string> {
  const proposedId = contact.id === undefined ? list.proposeId(number) : undefined;
  const upserted = await upsert(client, { ...contact, id: contact.id ?? proposedId });
  return list.add(upserted, proposedId) ? "created" : "updated";
}

function identitiesOf({ id, externalId, phones = [] }: ContactOfRow): string[] {
  const all = [id && `id ${id}`, externalId && `external ${externalId}`, ...phones.map((each) => each.phoneNumber)];
  return all.filter((each) => each !== undefined);
}

/**
 * Creates a queue that runs calls with a common key one after another, in their order. Other calls run concurrently.
 */
function createKeyedQueue(): <Result>(keys: string[], work: () => Promise<Result>) => Promise<Result> {
  const lastCalls = new Map<string, Promise<unknown>>();
  return async (keys, work) => {
    const earlier = keys.map((key) => lastCalls.get(key));
    const result = Promise.allSettled(earlier).then(work);
    for (const key of keys) lastCalls.set(key, result);
    try {
      return await result;
    } finally {
      for (const key of keys) if (lastCalls.get(key) === result) lastCalls.delete(key);
    }
  };
}
