/** The HTTP server of a process: its time limits, its port, its end, and its answer to what is not HTTP. */
import { randomUUID } from "node:crypto";
import {
  createServer,
  type IncomingMessage,
  maxHeaderSize,
  type RequestListener,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from "node:http";
import type { Socket } from "node:net";
import { ConfigError } from "../config-error.ts";
import { ApiError } from "../errors.ts";
import { errorBody } from "../operations/error-body.ts";

export interface HttpServerOptions {
  /** How long an idle connection is kept. */
  keepAliveSeconds: number;
  /** The time in which a request must arrive with its body. Its head must arrive in half of that time. */
  requestSeconds?: number;
}

/** The time after which a connection without traffic is closed: its client reads no answer. Every answer takes less. */
const inactivitySeconds = 60;

/**
 * Creates the HTTP server of a process; it does not listen yet. Idle connections should be kept longer than a load
 * balancer keeps them, or it may send a request on a connection that is being closed. The time limits of a request count
 * from its first byte, so they do not end idle connections.
 */
export function createHttpServer(
  listener: RequestListener,
  { keepAliveSeconds, requestSeconds = 30 }: HttpServerOptions,
): Server {
  const server = createServer(
    {
      requireHostHeader: false,
      keepAliveTimeout: keepAliveSeconds * 1_000,
      requestTimeout: requestSeconds * 1_000,
      headersTimeout: (requestSeconds * 1_000) / 2,
      connectionsCheckingInterval: (requestSeconds * 1_000) / 6,
    },
    listener,
  );
  server.timeout = inactivitySeconds * 1_000;
  // Node would refuse an unknown expectation without a body. HTTP allows ignoring it.
  server.on("checkExpectation", listener);
  // Node would send `100 Continue` before the caller is authenticated.
  server.on("checkContinue", listener);
  server.on("clientError", (error, socket) => refuseUnreadable(error, socket as Socket));
  return server;
}

/** The answers to requests that are not valid HTTP, or did not arrive in time, by the code of Node's error. */
const refusals: Record<string, { status?: number; message: string }> = {
  ERR_HTTP_REQUEST_TIMEOUT: { message: "The request did not arrive in time." },
  HPE_HEADER_OVERFLOW: {
    status: 431,
    message: `The headers are larger than ${maxHeaderSize.toLocaleString("en")} bytes.`,
  },
};

/** Answers a request that is not valid HTTP, or did not arrive in time, with an error in the API's shape. */
function refuseUnreadable({ code = "" }: NodeJS.ErrnoException, socket: Socket): void {
  if (!socket.writable) return void socket.destroy();
  const isLate = code === "ERR_HTTP_REQUEST_TIMEOUT";
  const { status = 400, ...message } = refusals[code] ?? {};
  const error = new ApiError("validation_error", { status: 400, ...message });
  const requestId = randomUUID();
  const body = JSON.stringify(errorBody(error, requestId));
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nX-Request-Id: ${requestId}\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
  // A late request holds memory until its connection is closed.
  if (isLate) socket.destroySoon();
}

/** Without a configured port, the server listens on the first free port of these. */
const defaultPorts = Array.from({ length: 20 }, (_, index) => 3_000 + index);

/** Where to listen, and the setting that names the port. */
export interface ListenOptions {
  host: string;
  port: number | undefined;
  setting?: string;
}

/**
 * Listens on the configured port, or on the first free default port, and returns it.
 *
 * @throws ConfigError if no port is available
 */
export async function listen(server: Server, { host, port, setting = "PORT" }: ListenOptions): Promise<number> {
  for (const candidate of port === undefined ? defaultPorts : [port]) {
    const isTaken = await new Promise<boolean>((resolve, reject) => {
      server.once("error", (error: NodeJS.ErrnoException) =>
        error.code === "EADDRINUSE" && port === undefined
          ? resolve(true)
          : reject(refuseAddress(error, setting, host, candidate)),
      );
      server.listen(candidate, host, () => resolve(false));
    });
    server.removeAllListeners("error");
    if (!isTaken) return (server.address() as { port: number }).port;
  }
  throw new ConfigError(`PORT: ${defaultPorts.at(0)} to ${defaultPorts.at(-1)} are all in use; set another port`);
}

function refuseAddress(
  { code, message }: NodeJS.ErrnoException,
  setting: string,
  host: string,
  port: number,
): ConfigError {
  if (code === "EADDRINUSE") return new ConfigError(`${setting}: ${port} on ${host} is in use by another process`);
  return new ConfigError(`HOST, ${setting}: ${message}`);
}

/** How often idle connections are closed. Until then, a request that is already under way may arrive on them. */
const idleCheckMilliseconds = 500;

/**
 * How long requests may take to finish: enough for the longest waits, those for a lock or the provider, and so little
 * that the other steps of a stop have time.
 */
const maxDrainMilliseconds = 8_500;

/**
 * Returns the function that drains a server: it stops listening, and closes all connections once every request is
 * answered. A connection without a request is not waited for, because clients keep such connections open.
 */
export function createDrain(server: Server): () => Promise<void> {
  // A counter, because a Set that changes all the time keeps removed responses reachable through its old tables.
  let unanswered = 0;
  const track = (_: IncomingMessage, response: ServerResponse) => {
    unanswered += 1;
    response.once("close", () => {
      unanswered -= 1;
    });
  };
  server.prependListener("request", track);
  server.prependListener("checkExpectation", track);
  server.prependListener("checkContinue", track);

  return async () => {
    const closed = new Promise((resolve) => server.close(resolve));
    const idleCheck = setInterval(() => {
      if (unanswered === 0) server.closeAllConnections();
    }, idleCheckMilliseconds);
    const deadline = setTimeout(() => server.closeAllConnections(), maxDrainMilliseconds);
    await closed;
    clearInterval(idleCheck);
    clearTimeout(deadline);
  };
}
