/**
 * A target of webhooks. It answers a POST after the milliseconds in its path, and counts the different deliveries. A GET
 * returns their number. A GET of `/latencies` returns the milliseconds from the events' timestamps to their arrival.
 */
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

const ids = new Set<unknown>();
let latencies: number[] = [];

const accept = (response: ServerResponse) => response.writeHead(204).end();

const server = createServer((request, response) => {
  let body = "";
  request.setEncoding("utf8").on("data", (text: string) => {
    body += text;
  });
  if (request.method === "GET") {
    if (request.url !== "/latencies") return void response.end(String(ids.size));
    response.end(JSON.stringify(latencies));
    latencies = [];
    return;
  }
  request.on("end", () => {
    ids.add(request.headers["webhook-id"]);
    const { timestamp } = JSON.parse(body) as { timestamp?: string };
    if (timestamp !== undefined) latencies.push(Date.now() - Date.parse(timestamp));
    const milliseconds = Number(request.url!.slice(1));
    if (milliseconds > 0) setTimeout(accept, milliseconds, response);
    else accept(response);
  });
});
server.listen(0, "127.0.0.1", 1_024, () => process.send!({ port: (server.address() as AddressInfo).port }));
