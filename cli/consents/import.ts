import { basename } from "node:path";
import { type Client, createClient } from "../client/client.ts";
import { type ConnectionOptions, connect } from "../connection/connect.ts";
import { usageError } from "../failures.ts";
import { openRows } from "../files/open-rows.ts";
import type { SourceRow } from "../files/row.ts";
import { type Io, quiet, tell } from "../io.ts";
import { type OutputOptions, writeResult } from "../output/output.ts";
import { plain } from "../output/plain-text.ts";
import { fixedConcurrency } from "../rows/concurrency.ts";
import { createDistinct } from "../rows/distinct.ts";
import { createPreview, examineRows, writeExamination } from "../rows/examine.ts";
import type { RunOptions } from "../rows/options.ts";
import { refuseFailures, runRows } from "../rows/run.ts";
import { showFirstRequest } from "../rows/show-first-request.ts";
import { consentFields, findColumns } from "./columns.ts";
import { type ConsentOfRow, readConsent } from "./read-consent.ts";
import { createBatches, maxBatch } from "./send-batches.ts";

export interface ImportOptions extends OutputOptions, ConnectionOptions, RunOptions {
  vendor?: string;
  consent?: ConsentOfRow["consent"];
  /** Mappings `field=column`, which take precedence over the columns' names. */
  map?: string[];
  withoutTimes?: boolean;
  /** Consents of the command line, which a file replaces. */
  item?: unknown;
}

/**
 * `messaging consents import FILE`: imports the rows in their order, many in one request. The server does not record a
 * consent of the same service again, so importing a row twice changes nothing.
 */
export async function importConsents(io: Io, options: ImportOptions, file: string): Promise<void> {
  const { vendor, consent, map, withoutTimes = false } = options;
  if (vendor === undefined) throw usageError("name the service that the list comes from with --vendor");
  if (options.item !== undefined) throw usageError("give a file or --item, not both");
  const connection = await connect(io, options);
  await using source = await openRows(io, file, options.encoding);
  if (source.format === "vcard")
    throw usageError(`${source.name} has vCards. A list of consents is CSV or JSON lines.`);
  const found = findColumns([...source.columns, ...source.repeated], map, consent !== undefined);
  tell(io, plain(`Columns: ${describe(found.columns)}`));
  const settings = { ...found, file: basename(file), country: connection.country, consent, withoutTimes };
  const read = (row: SourceRow) => readConsent(row, settings);
  const client = createClient(options.verbose ? io : quiet(io), connection, options, { isRepeatable: true });
  const request = (consents: ConsentOfRow[]) => importBatch(client, vendor, consents);
  if (options.curl) return await showFirstRequest(source.read(), (row) => request([read(row)]));
  if (options.dryRun) {
    const phones = createDistinct();
    const preview = createPreview(consentFields);
    const counts = { opted_out: 0, opted_in: 0 };
    const examination = await examineRows(source.read(), read, (each, { number }) => {
      counts[each.consent] += 1;
      if (each.phone.startsWith("+")) phones.add(Number(each.phone));
      preview.add(number, each as unknown as Record<string, unknown>);
    });
    return await writeExamination(io, options, { ...examination, ...counts, phones: phones.size }, preview.rows);
  }
  const send = createBatches(request);
  const summary = await runRows(
    io,
    {
      file,
      source,
      inputs: { command: "consents import", vendor, consent, map, withoutTimes, ...connection, source: undefined },
      outcomes: ["applied", "unchanged", "notEffective"],
      // The rows of one request at a time, so that they count in their order.
      concurrency: fixedConcurrency(maxBatch),
      work: async (row) => send(read(row)),
    },
    options,
  );
  await writeResult(io, options, { vendor, ...summary }, { id: "rows" });
  refuseFailures(summary);
}

const importBatch = (client: Client, vendor: string, consents: ConsentOfRow[]) =>
  client.api.POST("/api/consent-imports", { body: { vendor, consents } }).then(({ data }) => data!);

const describe = (columns: object) =>
  Object.entries(columns)
    .map(([field, column]) => `${column} is ${field}`)
    .join(", ");
