import { randomUUID } from "node:crypto";
import { createServer, type RequestListener, type Server, STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import { errorBody } from "../error-answer.ts";
import { ApiError } from "../errors.ts";

export interface HttpServerOptions {
  /** For how long a connection without a request is kept. */
  keepAliveSeconds: number;
  /** Within how many seconds a request must have arrived with its body, and its head within half of that. */
  requestSeconds?: number;
}

/** After how many seconds a connection is closed whose client reads nothing of its answer. Every answer takes less. */
const silentSeconds = 60;

/**
 * Makes the HTTP server of a process; it does not listen yet. A connection without a request is kept longer than load
 * balancers usually keep theirs, so that these do not send a request on a connection that is just being closed. The
 * time limits of a request count from its first byte, so they do not end a connection that waits for one.
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
  server.timeout = silentSeconds * 1_000;
  // Node would refuse an expectation that it does not know, without a body; it may as well be ignored.
  server.on("checkExpectation", listener);
  // Node would send `100 Continue` before anything is known of the caller.
  server.on("checkContinue", listener);
  server.on("clientError", (error, socket) => refuseUnreadable(error, socket as Socket));
  return server;
}

/** Refuses in the error shape what is no HTTP request at all, or did not arrive in time. */
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
  // What is held for a late request is held no longer than its connection.
  if (isLate) socket.destroySoon();
}
