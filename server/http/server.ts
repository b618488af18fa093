import { randomUUID } from "node:crypto";
import { createServer, type RequestListener, type Server, STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import { errorBody } from "../error-answer.ts";
import { ApiError } from "../errors.ts";

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

/** Answers a request that is not valid HTTP, or did not arrive in time, with an error in the API's shape. */
function refuseUnreadable({ code }: NodeJS.ErrnoException, socket: Socket): void {
  if (!socket.writable) return void socket.destroy();
  const isLate = code === "ERR_HTTP_REQUEST_TIMEOUT";
  const message = isLate ? { message: "The request did not arrive in time." } : {};
  const error = new ApiError("validation_error", { status: 400, ...message });
  const requestId = randomUUID();
  const body = JSON.stringify(errorBody(error, requestId));
  socket.end(
    `HTTP/1.1 ${error.status} ${STATUS_CODES[error.status]}\r\nX-Request-Id: ${requestId}\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
  // A late request holds memory until its connection is closed.
  if (isLate) socket.destroySoon();
}
