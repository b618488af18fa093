/**
 * A proxy that answers like a later version of the service. Its statuses and codes are unknown to the contract, and every
 * object has an additional field.
 */
import { once } from "node:events";
import { createServer, type IncomingMessage, request as send } from "node:http";
import type { AddressInfo } from "node:net";
import { text as readText } from "node:stream/consumers";

/** What the proxy makes of each text under one of these names. */
export const tomorrow: Record<string, string> = { status: "teleported", error: "brand_new_code" };

export interface Proxy {
  readonly url: string;
  close(): Promise<void>;
}

/** Starts the proxy in front of a server. Answers that are not JSON pass as they are. */
export async function startTomorrow(target: string): Promise<Proxy> {
  const server = createServer(async (request, response) => {
    const { method, url, headers } = request;
    const forwarded = send(`${target}${url}`, { method: method!, headers });
    request.pipe(forwarded);
    const [answer] = (await once(forwarded, "response")) as [IncomingMessage];
    const text = await readText(answer);
    const isJson = answer.headers["content-type"]?.startsWith("application/json") && text !== "";
    // The names of headers keep their case, which some clients do not ignore.
    const names = answer.rawHeaders.filter((_, index) => index % 2 === 0);
    for (const name of names) {
      if (!byConnection.has(name.toLowerCase())) response.setHeader(name, answer.headers[name.toLowerCase()]!);
    }
    response.writeHead(answer.statusCode!).end(isJson ? JSON.stringify(change(JSON.parse(text))) : text);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

/** Headers about the connection or the length, which are the proxy's own. */
const byConnection = new Set(["connection", "content-length", "keep-alive", "transfer-encoding"]);

function change(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(change);
  if (typeof value !== "object" || value === null) return value;
  const changed = Object.entries(value).map(([name, each]) => [
    name,
    typeof each === "string" ? (tomorrow[name] ?? each) : change(each),
  ]);
  return { ...Object.fromEntries(changed), addedTomorrow: { reason: "There is more to say." } };
}
