import { Socket } from "node:net";
import pg from "pg";
import type { DatabaseAddress } from "./orm.ts";

/**
 * Runs one read on a connection of its own, which is closed afterwards: the pool stays free for requests, whatever the
 * read waits for. The database ends the statement at the time limit, and a database that says nothing loses the
 * connection then.
 *
 * @throws when there is no result in time
 */
export async function readApart<Row extends object>(
  address: DatabaseAddress,
  text: string,
  { milliseconds }: { milliseconds: number },
): Promise<Row[]> {
  const socket = new Socket();
  const client = new pg.Client({
    ...("url" in address ? { connectionString: address.url } : address),
    application_name: "messaging metrics",
    stream: () => socket,
  });
  // A lost connection rejects the read, too.
  client.on("error", () => {});
  const timer = setTimeout(() => socket.destroy(), milliseconds);
  try {
    await client.connect();
    await client.query(`begin read only; set local statement_timeout = ${milliseconds}`);
    return (await client.query<Row>(text)).rows;
  } finally {
    clearTimeout(timer);
    client.end().catch(() => {});
  }
}
