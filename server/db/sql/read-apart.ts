import { Socket } from "node:net";
import pg from "pg";
import type { DatabaseAddress } from "../orm.ts";

/** Runs a statement and returns its rows. */
type Read = <Row extends object>(text: string) => Promise<Row[]>;

/**
 * Runs reads on a connection of their own and closes it afterwards, so that a slow read takes no connection from the pool.
 * At the time limit PostgreSQL ends the statement, and this process closes a connection that is silent.
 *
 * @throws if there is no result within the time limit
 */
export async function readApart<Result>(
  address: DatabaseAddress,
  { milliseconds }: { milliseconds: number },
  work: (read: Read) => Promise<Result>,
): Promise<Result> {
  const socket = new Socket();
  const client = new pg.Client({
    ...("url" in address ? { connectionString: address.url } : address),
    application_name: "messaging metrics",
    stream: () => socket,
  });
  // Without a listener the error would end the process. A lost connection also rejects the read.
  client.on("error", () => {});
  const timer = setTimeout(() => socket.destroy(), milliseconds);
  try {
    await client.connect();
    await client.query(`begin read only; set local statement_timeout = ${milliseconds}`);
    return await work(async <Row extends object>(text: string) => (await client.query<Row>(text)).rows);
  } finally {
    clearTimeout(timer);
    client.end().catch(() => {});
  }
}
