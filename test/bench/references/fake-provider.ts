/** A provider that accepts every text after a tenth of a second. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

const delayMilliseconds = 100;

let serial = 0;
const server = createServer((request, response) => {
  request.resume();
  serial += 1;
  const body = JSON.stringify({
    sid: `SM${serial.toString(16).padStart(32, "0")}`,
    status: "queued",
    error_code: null,
  });
  setTimeout(() => {
    response.statusCode = 201;
    response.setHeader("content-type", "application/json").end(body);
  }, delayMilliseconds);
});
server.keepAliveTimeout = 0;
server.listen(0, "127.0.0.1", 1_024, () => process.send!({ port: (server.address() as AddressInfo).port }));
