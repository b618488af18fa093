/**
 * A fake of a provider or a webhook target: an HTTP server on loopback with a configurable behaviour. It records requests
 * and connections.
 */
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import { type AddressInfo, createServer as createTcpServer, type Socket } from "node:net";
import { text as readText } from "node:stream/consumers";
import { afterAll, beforeAll } from "vitest";
import { createLazily } from "./lazily.ts";

/** A received request. */
export interface ReceivedRequest {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
  form: Record<string, string>;
}

/** Handles a request that has been read. */
export type Behaviour = (request: ReceivedRequest, response: ServerResponse) => unknown;

export interface FakeServer {
  /** Without a trailing slash. */
  readonly url: string;
  /** All requests that were read, with any behaviour. */
  readonly requests: readonly ReceivedRequest[];
  readonly connections: { opened: number; open: number; maxOpen: number };
  /** The handler of all further requests; `accept` by default. */
  behaviour: Behaviour;
  /** Whether the server resets every connection at its first byte. */
  readsNothing: boolean;
  /** The requests for texts to this phone. */
  requestsTo(phone: string): ReceivedRequest[];
  /** Waits until `count` requests for texts to this phone have been read. */
  received(phone: string, count?: number): Promise<void>;
  /** Ends the connections without an unanswered request, like a server with a keep-alive timeout. */
  endIdle(how: "close" | "reset"): void;
  /** Stops listening and ends all connections. */
  close(): Promise<void>;
}

export async function createFakeServer(): Promise<FakeServer> {
  const sockets = new Set<Socket>();
  const busy = new Set<Socket>();
  const requests: ReceivedRequest[] = [];
  const connections = { opened: 0, open: 0, maxOpen: 0 };
  const waiting = new Set<() => void>();

  const http = createServer(async (request, response) => {
    const body = await readText(request);
    const form = Object.fromEntries(new URLSearchParams(body));
    const received = { method: request.method!, path: request.url!, headers: request.headers, body, form };
    requests.push(received);
    busy.add(request.socket);
    response.once("close", () => busy.delete(request.socket));
    for (const check of waiting) check();
    await fakeServer.behaviour(received, response);
  });
  // Only a test ends connections.
  http.keepAliveTimeout = 0;
  const tcp = createTcpServer((socket) => {
    sockets.add(socket);
    connections.opened += 1;
    connections.open += 1;
    connections.maxOpen = Math.max(connections.maxOpen, connections.open);
    socket.on("error", () => {});
    socket.once("close", () => {
      sockets.delete(socket);
      connections.open -= 1;
    });
    if (fakeServer.readsNothing) socket.once("readable", () => socket.resetAndDestroy());
    else http.emit("connection", socket);
  });
  tcp.listen(0, "127.0.0.1");
  await once(tcp, "listening");

  const fakeServer: FakeServer = {
    url: `http://127.0.0.1:${(tcp.address() as AddressInfo).port}`,
    requests,
    connections,
    behaviour: accept,
    readsNothing: false,
    requestsTo: (phone) => requests.filter(({ form }) => form.To === phone),
    received: (phone, count = 1) =>
      new Promise((resolve) => {
        const check = () => {
          if (fakeServer.requestsTo(phone).length < count) return;
          waiting.delete(check);
          resolve();
        };
        waiting.add(check);
        check();
      }),
    endIdle(how) {
      for (const socket of sockets) {
        if (busy.has(socket)) continue;
        if (how === "close") socket.destroy();
        else socket.resetAndDestroy();
      }
    },
    async close() {
      if (!tcp.listening) return;
      const closed = once(tcp, "close");
      tcp.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
  return fakeServer;
}

/** Starts a fake server for the tests of one file. A use before the tests is an error. */
export function useFakeServer(): FakeServer {
  let started: FakeServer | undefined;
  beforeAll(async () => {
    started = await createFakeServer();
  });
  afterAll(() => started?.close());
  return createLazily("the fake server", () => started);
}

/** Answers with a body, as JSON unless it is a text. */
export function answer(status: number, body: unknown, headers: Record<string, string> = {}): Behaviour {
  return (_, response) => {
    const text = typeof body === "string" ? body : JSON.stringify(body);
    const type = typeof body === "string" ? "text/html" : "application/json";
    response
      .writeHead(status, { "content-type": type, "content-length": Buffer.byteLength(text), ...headers })
      .end(text);
  };
}

let serial = 0;

/** Creates a unique message id. */
export function messageSid(): string {
  serial += 1;
  return `SM${serial.toString(16).padStart(32, "0")}`;
}

/** Accepts the text. */
export const accept: Behaviour = (request, response) =>
  answer(201, { sid: messageSid(), status: "queued", error_code: null })(request, response);

/** Refuses the text like the provider, with an error code and an HTTP status. */
export const refuse = (code: number | string, status = 400): Behaviour =>
  answer(status, { code, message: "The provider's reason", more_info: "", status });

/** Never answers. */
export const hang: Behaviour = () => {};

/** Sends the headers of an answer, and never its body. */
export function hangAfterHeaders(status: number): Behaviour {
  return (_, response) => {
    response.writeHead(status, { "content-type": "application/json", "content-length": "100" });
    response.flushHeaders();
  };
}

/** Sends the headers of an answer, and resets the connection. */
export function resetAfterHeaders(status: number): Behaviour {
  return (_, response) => {
    response.writeHead(status, { "content-type": "application/json", "content-length": "100" });
    response.write("{", () => response.socket?.resetAndDestroy());
  };
}

/** Sends a byte every 20 ms for ever. */
export const drip: Behaviour = (_, response) => {
  response.writeHead(200, { "content-type": "text/plain" });
  const timer = setInterval(() => response.write("x"), 20);
  response.on("close", () => clearInterval(timer));
};

/** Sends ten megabytes, and counts the bytes that were written. */
export function flood(written: { bytes: number }): Behaviour {
  return (_, response) => {
    let sent = 0;
    response.writeHead(200, { "content-type": "text/plain" });
    const write = () => {
      for (let more = true; more && sent < 10_000_000; ) {
        more = response.write("x".repeat(65_536));
        sent += 65_536;
        written.bytes += 65_536;
      }
      if (sent >= 10_000_000) response.end();
    };
    response.on("drain", write);
    write();
  };
}

/** Resets the connection after reading the whole request. */
export const reset: Behaviour = (_, response) => response.socket?.resetAndDestroy();

/** Closes the connection without a reset after reading the whole request. */
export const closeWithoutAnswer: Behaviour = (_, response) => response.socket?.end();

/** Writes any bytes, and closes the connection. */
export const writeBytes =
  (bytes: string): Behaviour =>
  (_, response) =>
    response.socket?.end(bytes);
