import type { SourceRow } from "../files/row.ts";

/** Passes rows to a client with `--curl`, which shows the first request and then throws. */
export async function showFirstRequest(
  rows: AsyncIterable<SourceRow>,
  send: (row: SourceRow) => Promise<unknown>,
): Promise<void> {
  for await (const row of rows) await send(row);
}
