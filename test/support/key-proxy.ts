import { once } from "node:events";
import { createServer, request as send } from "node:http";
import type { AddressInfo } from "node:net";

export interface KeyProxy {
  readonly url: string;
  /** Sends all later requests to this server, with this key. */
  forwardTo(target: string, key: string): void;
  close(): Promise<void>;
}

/** Starts a proxy that adds an API key to each request and changes nothing else, for programs that cannot send one. */
export async function startKeyProxy(): Promise<KeyProxy> {
  let forward = { target: "", key: "" };
  const proxy = createServer(async (request, response) => {
    const { method, url, rawHeaders } = request;
    const headers = [...rawHeaders, "X-API-Key", forward.key];
    const forwarded = send(`${forward.target}${url}`, { method: method!, headers });
    request.pipe(forwarded);
    const [answer] = await once(forwarded, "response");
    response.writeHead(answer.statusCode, answer.rawHeaders);
    answer.pipe(response);
  });
  proxy.listen(0, "127.0.0.1");
  await once(proxy, "listening");
  return {
    url: `http://localhost:${(proxy.address() as AddressInfo).port}`,
    forwardTo(target, key) {
      forward = { target, key };
    },
    async close() {
      proxy.closeAllConnections();
      proxy.close();
      await once(proxy, "close");
    },
  };
}
