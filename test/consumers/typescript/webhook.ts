import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { Webhook } from "standardwebhooks";

/** Listens on a free port of loopback. `reply` is the first reply whose signature is right. */
export async function receiveReply(secret: string): Promise<{ url: string; reply: Promise<{ text: string }> }> {
  const webhook = new Webhook(secret);
  const { promise, resolve } = Promise.withResolvers<{ text: string }>();
  const server = createServer(async (request, response) => {
    try {
      resolve(webhook.verify(await text(request), request.headers as Record<string, string>) as { text: string });
      response.writeHead(204).end();
      server.close();
    } catch {
      response.writeHead(401).end();
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/replies`, reply: promise };
}
