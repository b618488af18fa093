import { createClient } from "../client/client.ts";
import { walkPages } from "../client/paging.ts";
import { type ConnectionOptions, connect } from "../connection/connect.ts";
import { type Io, quiet } from "../io.ts";
import { type OutputOptions, writePages } from "../output/output.ts";

/** `messaging consents export`: writes every entry of the consent log. */
export async function exportConsents(io: Io, options: OutputOptions & ConnectionOptions): Promise<void> {
  const connection = await connect(io, options);
  const client = createClient(options.verbose ? io : quiet(io), connection, options);
  const input = { path: {}, query: {}, body: undefined };
  const list = walkPages(client, "listConsents", { input, rows: "consents", all: true });
  const isChosen = options.output !== undefined || options.jq !== undefined || Boolean(io.env.MESSAGING_OUTPUT);
  await writePages(io, isChosen ? options : { ...options, output: "jsonl" }, list.pages(), {
    rows: "consents",
    columns: ["createdAt", "phone", "consent", "source", "keyword", "reason", "effective"],
  });
}
