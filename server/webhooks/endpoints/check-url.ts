import { isIP } from "node:net";
import { failFields } from "../../errors.ts";
import { AddressRefused, guardAddresses } from "../addresses.ts";

/**
 * Refuses a URL whose host is private by itself: an IP address that is not public, or `localhost`. Looks up no name, so a
 * request cannot make the server ask a name server. The guard checks the addresses of names when an event is posted.
 *
 * @param allowed the CIDR ranges of addresses that are allowed although they are not public
 * @throws validation_error
 */
export async function checkUrl(url: string, allowed: string[]): Promise<void> {
  // The parser also reads forms such as `127.1` and `0x7f000001` as IP addresses.
  const host = new URL(url).hostname.replace(/^\[(.*)\]$/, "$1").replace(/\.$/, "");
  const isLocal = host === "localhost" || host.endsWith(".localhost");
  if (!isLocal && isIP(host) === 0) return;
  const check = guardAddresses(async () => [{ address: "127.0.0.1", family: 4 }], allowed);
  await check(host).catch((error) => {
    if (!(error instanceof AddressRefused)) throw error;
    failFields(["url"], "has an address that is not public");
  });
}
