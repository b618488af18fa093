/**
 * A network that is not there: where a post of a webhook would have gone is written down, and nothing is connected to.
 */
import type { LookupAddress } from "node:dns";
import { Duplex } from "node:stream";
import type { FindAddresses } from "../../server/webhooks/addresses.ts";
import type { PosterOptions } from "../../server/webhooks/post.ts";

export interface Dial {
  /** What would have been connected to. */
  readonly dialled: LookupAddress[];
  connect: NonNullable<PosterOptions["connect"]>;
}

/** Writes down where a socket would have gone: a host's own address, or what is looked up. `answer`: what it says. */
export function createDial(answer?: string): Dial {
  const dialled: LookupAddress[] = [];
  return {
    dialled,
    connect({ host, lookup }) {
      const socket = new Duplex({ read() {}, write: (_, __, done) => done() });
      const failed = (error: Error) => socket.destroy(error);
      const found = (error: Error | null, addresses: unknown) => {
        if (error) return failed(error);
        dialled.push(...(addresses as LookupAddress[]));
        if (answer === undefined) failed(Object.assign(new Error("dialled"), { code: "DIALLED" }));
        else socket.push(answer);
      };
      const address = host!.replace(/^\[(.*)\]$/, "$1");
      if (/^[\d.]+$|:/.test(address)) found(null, [toAddress(address)]);
      else lookup!(host!, { all: true }, found);
      return socket;
    },
  };
}

/** Finds the names of a list; any other does not exist. */
export function createNames(names: Record<string, string[]>): FindAddresses {
  return async (host) => {
    const found = names[host];
    if (!found) throw Object.assign(new Error(host), { code: "ENOTFOUND" });
    return found.map(toAddress);
  };
}

export const toAddress = (address: string): LookupAddress => ({ address, family: address.includes(":") ? 6 : 4 });
