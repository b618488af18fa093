/**
 * A network that records destinations and opens no connection.
 */
import type { LookupAddress } from "node:dns";
import { Duplex } from "node:stream";
import type { FindAddresses } from "../../server/webhooks/addresses.ts";
import type { PosterOptions } from "../../server/webhooks/post.ts";

export interface RecordingNetwork {
  /** The addresses of attempted connections. */
  readonly destinations: LookupAddress[];
  connect: NonNullable<PosterOptions["connect"]>;
}

/** Records the address of a host, or the addresses of its lookup. With an `answer`, each connection receives that text. */
export function createRecordingNetwork(answer?: string): RecordingNetwork {
  const destinations: LookupAddress[] = [];
  return {
    destinations,
    connect({ host, lookup }) {
      const socket = new Duplex({ read() {}, write: (_, __, done) => done() });
      const failed = (error: Error) => socket.destroy(error);
      const found = (error: Error | null, addresses: unknown) => {
        if (error) return failed(error);
        destinations.push(...(addresses as LookupAddress[]));
        if (answer === undefined) failed(Object.assign(new Error("recorded"), { code: "RECORDED" }));
        else socket.push(answer);
      };
      const address = host!.replace(/^\[(.*)\]$/, "$1");
      if (/^[\d.]+$|:/.test(address)) found(null, [toAddress(address)]);
      else lookup!(host!, { all: true }, found);
      return socket;
    },
  };
}

/** Resolves the listed names. Other names do not exist. */
export function createResolver(names: Record<string, string[]>): FindAddresses {
  return async (host) => {
    const found = names[host];
    if (!found) throw Object.assign(new Error(host), { code: "ENOTFOUND" });
    return found.map(toAddress);
  };
}

export const toAddress = (address: string): LookupAddress => ({ address, family: address.includes(":") ? 6 : 4 });
