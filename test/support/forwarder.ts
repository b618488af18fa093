/**
 * A network between a server and its PostgreSQL, which can fail. It connects loopback to the cluster's Unix socket, or to
 * the coordinator of a Citus cluster on loopback, and nothing else.
 */
import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import type { Database } from "../../server/db/database.ts";

export interface Forwarder {
  /** The address of the database through the network. */
  readonly url: string;
  /** Delays every byte by this many milliseconds, in each direction. */
  delay(milliseconds: number): void;
  /** Resets every connection. New connections work. */
  cut(): void;
  /** Stops all traffic of the present connections without closing them. New connections work. */
  freeze(): void;
  /** Stops all traffic of present and new connections until `resume`. */
  silence(): void;
  /** Lets new connections work again. The connections of the silence stay frozen. */
  resume(): void;
  close(): Promise<void>;
}

interface Link {
  client: Socket;
  upstream: Socket;
  isFrozen: boolean;
}

interface ForwarderOptions {
  /** Tells clients another process id than that of their session, as connection poolers do. */
  isPooler?: boolean;
}

export async function startForwarder(
  { address }: Database,
  { isPooler = false }: ForwarderOptions = {},
): Promise<Forwarder> {
  if ("url" in address) throw new Error("unreachable");
  const { host, port, user, database, topology } = address;
  const links = new Set<Link>();
  let delayed = 0;
  let isSilent = false;

  const server = createServer((client) => {
    const upstream = topology ? connect(port, host) : connect(`${host}/.s.PGSQL.${port}`);
    const link: Link = { client, upstream, isFrozen: isSilent };
    links.add(link);
    pass(link, client, upstream);
    pass(link, upstream, client);
  });

  function pass(link: Link, from: Socket, to: Socket): void {
    // A frozen connection does not pass on its end either.
    const later = delaying(() => delayed);
    const ifPassing = (act: () => void) => later(() => link.isFrozen || act());
    if (isPooler && to === link.client) from.once("data", changeProcessId);
    from.on("data", (chunk) => ifPassing(() => to.write(chunk)));
    from.on("error", () => {});
    from.on("close", () => {
      ifPassing(() => to.destroy());
      if (from.destroyed && to.destroyed) links.delete(link);
    });
  }

  const freeze = () => {
    for (const link of links) link.isFrozen = true;
  };
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `postgresql://${user}@127.0.0.1:${(server.address() as AddressInfo).port}/${database}`,
    delay(milliseconds) {
      delayed = milliseconds;
    },
    cut() {
      for (const { client, upstream } of links) {
        client.resetAndDestroy();
        upstream.destroy();
      }
    },
    freeze,
    silence() {
      isSilent = true;
      freeze();
    },
    resume() {
      isSilent = false;
    },
    async close() {
      server.close();
      for (const { client, upstream } of links) {
        client.destroy();
        upstream.destroy();
      }
      await once(server, "close");
    },
  };
}

/** Runs actions in order, each after the delay at the time of its call. */
function delaying(readDelay: () => number): (act: () => void) => void {
  const queue: { due: number; act(): void }[] = [];
  const wait = () => setTimeout(act, Math.max(0, queue[0]!.due - performance.now()));
  const act = () => {
    while (queue[0] && queue[0].due <= performance.now()) queue.shift()!.act();
    if (queue.length > 0) wait();
  };
  return (act) => {
    const delay = readDelay();
    if (delay === 0 && queue.length === 0) return act();
    queue.push({ due: performance.now() + delay, act });
    if (queue.length === 1) wait();
  };
}

/** The header of the protocol's BackendKeyData, which the process id follows. */
const keyDataHeader = Buffer.from([0x4b, 0, 0, 0, 12]);

/** Where connecting needs no password, PostgreSQL's first answer has the process id. */
function changeProcessId(chunk: Buffer): void {
  chunk.writeInt32BE(1, chunk.indexOf(keyDataHeader) + keyDataHeader.length);
}
