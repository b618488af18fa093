import { createClient } from "../client/client.ts";
import { walkPages } from "../client/paging.ts";
import { type ConnectionOptions, connect } from "../connection/connect.ts";
import { usageError } from "../failures.ts";
import type { Io } from "../io.ts";
import { readInput } from "../operations/input.ts";
import { runOperation } from "../operations/run-operation.ts";
import { createValueReader } from "../operations/values.ts";
import type { OutputOptions } from "../output/output.ts";
import { writePlain } from "../output/plain-text.ts";
import { htmlOf } from "./html.ts";

export interface ExportOptions extends OutputOptions, ConnectionOptions, Record<string, unknown> {
  limit?: number;
  /** Writes a page that a person can read. */
  html?: boolean;
}

/**
 * `messaging privacy export`: writes all that is kept about a phone, as JSON lines or as one page of HTML.
 *
 * @throws Failure (usage) for a page of HTML in another format
 */
export async function exportPhone(io: Io, options: ExportOptions, args: string[]): Promise<void> {
  const all = options.limit === undefined;
  if (!options.html) {
    const isChosen = options.output !== undefined || options.jq !== undefined || Boolean(io.env.MESSAGING_OUTPUT);
    const given = { ...options, all, ...(!isChosen && { output: "jsonl" as const }) };
    return runOperation(io, "exportPhoneData", { args, given });
  }
  if (options.output !== undefined || options.jq !== undefined)
    throw usageError("--html is a format. Leave out -o and --jq.");
  const connection = await connect(io, options);
  const read = createValueReader(io, connection.country, options.encoding);
  const input = await readInput("exportPhoneData", { args, given: options }, read);
  const client = createClient(io, connection, options, { isRepeatable: true });
  const walk = walkPages(client, "exportPhoneData", { input, rows: "items", all, limit: options.limit });
  for await (const text of htmlOf(String(input.path.phone), walk.pages())) writePlain(io, text);
  walk.tellIfMore(io);
}
