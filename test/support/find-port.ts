import { once } from "node:events";
import { createServer } from "node:net";

/** Finds a port of loopback that is free now. */
export async function findPort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}
