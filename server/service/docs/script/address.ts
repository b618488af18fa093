import { all } from "./dom.ts";

/** Shows in the examples the address at which the browser reaches the server, with the prefix of a proxy. */
export function fillAddress(): void {
  const address = new URL(".", location.href).href.replace(/\/$/, "");
  for (const place of all(".address")) place.textContent = address;
}
