/** A process that loads the modules of the server and answers every request with an empty body. */
import { createServer } from "node:http";
import { enableCompileCache } from "node:module";
import type { AddressInfo } from "node:net";

enableCompileCache();
await import("../../../server/process/start.ts");
// The modules that the server loads depending on its configuration.
await Promise.all([
  import("../../../server/db/embedded/embedded.ts"),
  import("../../../server/provider/twilio/send.ts"),
]);

const server = createServer((_, response) => response.end());
server.listen(0, "127.0.0.1", () => {
  console.log(JSON.stringify({ port: (server.address() as AddressInfo).port, msg: "started" }));
});
