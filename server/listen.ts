import type { Server } from "node:http";
import { type Config, ConfigError } from "./config.ts";

/** Without a configured port, the server listens on the first free port of these. */
const defaultPorts = Array.from({ length: 20 }, (_, index) => 3_000 + index);

/**
 * Listens on the configured port, or on the first free default port, and returns it.
 *
 * @throws ConfigError if no port is available
 */
export async function listen(server: Server, { host, port }: Config): Promise<number> {
  for (const candidate of port === undefined ? defaultPorts : [port]) {
    const isTaken = await new Promise<boolean>((resolve, reject) => {
      server.once("error", (error: NodeJS.ErrnoException) =>
        error.code === "EADDRINUSE" && port === undefined
          ? resolve(true)
          : reject(refuseAddress(error, host, candidate)),
      );
      server.listen(candidate, host, () => resolve(false));
    });
    server.removeAllListeners("error");
    if (!isTaken) return (server.address() as { port: number }).port;
  }
  throw new ConfigError(`PORT: ${defaultPorts.at(0)} to ${defaultPorts.at(-1)} are all in use; set another port`);
}

function refuseAddress({ code, message }: NodeJS.ErrnoException, host: string, port: number): ConfigError {
  if (code === "EADDRINUSE") return new ConfigError(`PORT: ${port} on ${host} is in use by another process`);
  return new ConfigError(`HOST, PORT: ${message}`);
}
