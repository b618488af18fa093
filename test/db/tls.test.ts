import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { createServer as createSecureServer } from "node:tls";
import type pg from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";
import { connectionOptions, createPool } from "../../server/db/driver/pool.ts";
import { defaultLimits } from "../../server/db/driver/time-limits.ts";
import { databaseOf } from "../../server/db/orm.ts";
import { useApp } from "../support/app.ts";

const app = useApp();

/** How long the database may be silent, in milliseconds. */
const silence = 1_000;

/** A shared key needs no certificate. */
const shared = { psk: Buffer.alloc(32, 7), identity: "test" };
const cipher = { ciphers: "PSK-AES256-GCM-SHA384", maxVersion: "TLSv1.2" as const };

let network: { port: number; silence(): void; close(): void };
let pool: pg.Pool;

beforeEach(async () => {
  network = await startSecureNetwork();
  pool = createPool({
    ...databaseOf(app.database.orm.em).pool.options,
    host: "127.0.0.1",
    port: network.port,
    max: 2,
    ssl: { ...cipher, pskCallback: () => shared, checkServerIdentity: () => undefined },
    ...connectionOptions({ ...defaultLimits, silence }),
  });
});
afterEach(async () => {
  await pool.end();
  network.close();
});

/** A network before the database that accepts TLS as PostgreSQL does, and that can fall silent. */
async function startSecureNetwork() {
  const { options } = databaseOf(app.database.orm.em).pool;
  const sockets = new Set<Socket>();
  let isSilent = false;
  const secure = createSecureServer({ ...cipher, pskCallback: () => shared.psk }, (client) => {
    const upstream = connect(`${options.host}/.s.PGSQL.${options.port}`);
    sockets.add(upstream);
    client.on("error", () => upstream.destroy());
    client.on("close", () => upstream.destroy());
    client.pipe(upstream);
    upstream.on("data", (chunk) => isSilent || client.write(chunk));
  });
  const server = createServer((socket) => {
    sockets.add(socket);
    // The driver asks whether TLS is possible.
    socket.once("data", () => {
      socket.write("S");
      secure.emit("connection", socket);
    });
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  return {
    port: (server.address() as AddressInfo).port,
    silence() {
      isSilent = true;
    },
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

test("a database that goes silent behind TLS fails its statements in time", async () => {
  expect((await pool.query("select $1::int as value", [1])).rows).toEqual([{ value: 1 }]);
  network.silence();

  await expect(pool.query("select 1")).rejects.toMatchObject({ code: "ETIMEDOUT" });
});

test("an idle connection behind TLS stays while another one works", async () => {
  const [idle, busy] = await Promise.all([pool.connect(), pool.connect()]);
  const select = "select pg_backend_pid() as pid";
  const before = await idle.query(select);
  const end = performance.now() + 2 * silence;
  while (performance.now() < end) await busy.query("select pg_sleep(0.01)");

  expect((await idle.query(select)).rows).toEqual(before.rows);
  for (const client of [idle, busy]) client.release();
});
