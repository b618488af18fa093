import { type CallInput, type Client, createClient } from "../client/client.ts";
import { walkPages } from "../client/paging.ts";
import { type ConnectionOptions, connect } from "../connection/connect.ts";
import { Failure, usageError } from "../failures.ts";
import { type Io, quiet } from "../io.ts";
import { readInput } from "../operations/input.ts";
import { createValueReader } from "../operations/values.ts";
import { formatOf, type OutputOptions, writePages } from "../output/output.ts";
import type { Row } from "../output/results.ts";
import { inOrder } from "../rows/in-order.ts";

export interface ExportOptions extends OutputOptions, ConnectionOptions {
  limit?: number;
  concurrency: number;
  /** Exports only the primary phone and no notes. */
  summary?: boolean;
  /** Writes a byte order mark, by which Excel knows UTF-8. */
  excel?: boolean;
}

/**
 * `messaging contacts export`: writes every contact in the columns that an import reads. A list contains only primary
 * phones and no notes, so each contact is read separately, unless `summary` is set.
 */
export async function exportContacts(io: Io, options: ExportOptions & Record<string, unknown>): Promise<void> {
  const connection = await connect(io, options);
  const input = await readInput(
    "listContacts",
    { args: [], given: options },
    createValueReader(io, connection.country, options.encoding),
  );
  const client = createClient(options.verbose ? io : quiet(io), connection, options);
  const list = walkPages(client, "listContacts", { input, rows: "contacts", all: true, limit: options.limit });
  const pages = options.summary
    ? summarizePages(list.pages())
    : readContacts(client, list.pages(), options.concurrency);
  if (options.excel && (formatOf(io, { output: "csv", ...options }) !== "csv" || options.jq !== undefined))
    throw usageError("--excel is for CSV. Leave out -o and --jq.");
  const isChosen = options.output !== undefined || options.jq !== undefined || Boolean(io.env.MESSAGING_OUTPUT);
  if (options.excel) io.stdout.write("\ufeff");
  await writePages(io, isChosen ? options : { ...options, output: "csv" }, pages, {
    rows: "contacts",
    columns: ["id", "name", "company", "phones", "tags"],
  });
}

async function* summarizePages(pages: AsyncIterable<Row>): AsyncGenerator<Row> {
  for await (const page of pages) {
    const contacts = (page.contacts as Row[]).map(({ primaryPhone, ...contact }) =>
      present({ ...contact, phones: [{ phoneNumber: primaryPhone, label: null, isPrimary: true }] }),
    );
    yield { contacts };
  }
}

async function* readContacts(client: Client, pages: AsyncIterable<Row>, concurrency: number): AsyncGenerator<Row> {
  const contacts = inOrder(idsOf(pages), (id) => getContact(client, id), {
    concurrency: { limit: concurrency },
    maxHeld: 2 * concurrency,
  });
  for await (const contact of contacts) if (contact) yield { contacts: [present(contact)] };
  // Without any contact, JSON output still needs a page.
  yield { contacts: [] };
}

async function* idsOf(pages: AsyncIterable<Row>): AsyncGenerator<string> {
  for await (const { contacts } of pages) for (const { id } of contacts as Row[]) yield id as string;
}

/** Reads a contact. Returns undefined if a merge has deleted it since it was listed. */
async function getContact(client: Client, id: string): Promise<Row | undefined> {
  const input: CallInput = { path: { id }, query: {}, body: undefined };
  return client.call("getContact", input).catch((error: unknown) => {
    if (error instanceof Failure && error.refusal.code === "contact_not_found") return undefined;
    throw error;
  });
}

/** Puts the columns in order, and the phones into the form that an import reads. */
function present({ id, name, company, role, phones, tags, externalId, metadata, ...rest }: Row): Row {
  const importable = (phones as Row[]).map(({ phoneNumber, label, isPrimary }) => ({ phoneNumber, label, isPrimary }));
  const { notes = [], createdAt, updatedAt } = rest;
  return { id, name, company, role, phones: importable, tags, externalId, metadata, notes, createdAt, updatedAt };
}
