/**
 * A target of webhooks. It answers a POST after the milliseconds in its path, and counts the different deliveries. A GET
 * returns their number.
 */
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

const ids = new Set<unknown>();

const accept = (response: ServerResponse) => response.writeHead(204).end();

const server = createServer((request, response) => {
  request.resume();
  if (request.method === "GET") return void response.end(String(ids.size));
  request.on("end", () => {
    ids.add(request.headers["webhook-id"]);
    const milliseconds = Number(request.url!.slice(1));
    if (milliseconds > 0) setTimeout(accept, milliseconds, response);
    else accept(response);
  });
});
server.listen(0, "127.0.0.1", 1_024, () => process.send!({ port: (server.address() as AddressInfo).port }));
