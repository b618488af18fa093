import { isIP } from "node:net";
import { failFields } from "../errors.ts";
import type { WebhookMeans } from "../operations/scope.ts";
import { AddressRefused, guardAddresses } from "./addresses.ts";

/**
 * Makes the check that refuses a URL whose host is private by itself: an IP address that is not public, or `localhost`. The
 * check looks up no name, so a request cannot make the server ask a name server. The guard checks the addresses of names
 * when something is posted.
 *
 * @param allowed the CIDR ranges of addresses that are allowed although they are not public
 */
export function createUrlCheck(allowed: string[]): WebhookMeans["checkUrl"] {
  const check = guardAddresses(async () => [{ address: "127.0.0.1", family: 4 }], allowed);
  return async (field, url) => {
    // The parser also reads forms such as `127.1` and `0x7f000001` as IP addresses.
    const host = new URL(url).hostname.replace(/^\[(.*)\]$/, "$1").replace(/\.$/, "");
    const isLocal = host === "localhost" || host.endsWith(".localhost");
    if (!isLocal && isIP(host) === 0) return;
    await check(host).catch((error) => {
      if (!(error instanceof AddressRefused)) throw error;
      failFields([field], "has an address that is not public");
    });
  };
}
