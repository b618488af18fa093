/**
 * A provider, or whoever else is called, on loopback: a real HTTP server that does to each request what the test wants,
 * and counts.
 */
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import { type AddressInfo, createServer as createTcpServer, type Socket } from "node:net";
import { text as readText } from "node:stream/consumers";
import { afterAll, beforeAll } from "vitest";

/** A request as the stand-in received it. */
export interface ReceivedRequest {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
  form: Record<string, string>;
}

/** What the stand-in does to a request that it has read. */
export type Behaviour = (request: ReceivedRequest, response: ServerResponse) => unknown;

export interface StandIn {
  /** Without a trailing slash. */
  readonly url: string;
  /** All that it has read, whatever it did then. */
  readonly requests: readonly ReceivedRequest[];
  readonly connections: { opened: number; open: number; mostAtOnce: number };
  /** What it does to requests from now on; by default it accepts. */
  behaviour: Behaviour;
  /** Whether it closes every connection at the first byte, with a reset, and reads nothing. */
  readsNothing: boolean;
  /** The requests for texts to this phone. */
  requestsTo(phone: string): ReceivedRequest[];
  /** Waits until so many requests for texts to this phone have been read. */
  received(phone: string, count?: number): Promise<void>;
  /** Ends the connections on which it has read no request that is unanswered, as a server does after a while. */
  endIdle(how: "close" | "reset"): void;
  /** Nobody listens there any more. */
  close(): Promise<void>;
}

export async function createStandIn(): Promise<StandIn> {
  const sockets = new Set<Socket>();
  const busy = new Set<Socket>();
  const requests: ReceivedRequest[] = [];
  const connections = { opened: 0, open: 0, mostAtOnce: 0 };
  const waiting = new Set<() => void>();

  const http = createServer(async (request, response) => {
    const body = await readText(request);
    const form = Object.fromEntries(new URLSearchParams(body));
    const received = { method: request.method!, path: request.url!, headers: request.headers, body, form };
    requests.push(received);
    busy.add(request.socket);
    response.once("close", () => busy.delete(request.socket));
    for (const look of waiting) look();
    await standIn.behaviour(received, response);
  });
  // It ends connections when a test says so.
  http.keepAliveTimeout = 0;
  const tcp = createTcpServer((socket) => {
    sockets.add(socket);
    connections.opened += 1;
    connections.open += 1;
    connections.mostAtOnce = Math.max(connections.mostAtOnce, connections.open);
    socket.on("error", () => {});
    socket.once("close", () => {
      sockets.delete(socket);
      connections.open -= 1;
    });
    if (standIn.readsNothing) socket.once("readable", () => socket.resetAndDestroy());
    else http.emit("connection", socket);
  });
  tcp.listen(0, "127.0.0.1");
  await once(tcp, "listening");

  const standIn: StandIn = {
    url: `http://127.0.0.1:${(tcp.address() as AddressInfo).port}`,
    requests,
    connections,
    behaviour: accept,
    readsNothing: false,
    requestsTo: (phone) => requests.filter(({ form }) => form.To === phone),
    received: (phone, count = 1) =>
      new Promise((resolve) => {
        const look = () => {
          if (standIn.requestsTo(phone).length < count) return;
          waiting.delete(look);
          resolve();
        };
        waiting.add(look);
        look();
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
  return standIn;
}

/** A stand-in for the tests of one file. Its properties are there once tests run. */
export function useStandIn(): StandIn {
  let started: StandIn | undefined;
  beforeAll(async () => {
    started = await createStandIn();
  });
  afterAll(() => started?.close());
  return late(() => started);
}

/** What stands for a stand-in that is made later. */
export function late(find: () => StandIn | undefined): StandIn {
  return new Proxy({} as StandIn, {
    get: (_, name) => Reflect.get(find() ?? {}, name),
    set: (_, name, value) => Reflect.set(find()!, name, value),
  });
}

/** Answers whatever is given, as JSON unless it is a text. */
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

/** A message id that no other call gives. */
export function messageSid(): string {
  serial += 1;
  return `SM${serial.toString(16).padStart(32, "0")}`;
}

/** Takes the text. */
export const accept: Behaviour = (request, response) =>
  answer(201, { sid: messageSid(), status: "queued", error_code: null })(request, response);

/** Refuses the text as the provider does: with a code of its own, and an HTTP status. */
export const refuse = (code: number | string, status = 400): Behaviour =>
  answer(status, { code, message: "The provider's reason", more_info: "", status });

/** Says nothing, for ever. */
export const hang: Behaviour = () => {};

/** Says how the answer begins, and then nothing, for ever. */
export function hangAfterHeaders(status: number): Behaviour {
  return (_, response) => {
    response.writeHead(status, { "content-type": "application/json", "content-length": "100" });
    response.flushHeaders();
  };
}

/** Says how the answer begins, and resets the connection. */
export function resetAfterHeaders(status: number): Behaviour {
  return (_, response) => {
    response.writeHead(status, { "content-type": "application/json", "content-length": "100" });
    response.write("{", () => response.socket?.resetAndDestroy());
  };
}

/** Says a byte now and then, for ever. */
export const drip: Behaviour = (_, response) => {
  response.writeHead(200, { "content-type": "text/plain" });
  const timer = setInterval(() => response.write("x"), 20);
  response.on("close", () => clearInterval(timer));
};

/** Says ten megabytes to each; counts what was taken of them. */
export function flood(taken: { bytes: number }): Behaviour {
  return (_, response) => {
    let said = 0;
    response.writeHead(200, { "content-type": "text/plain" });
    const write = () => {
      for (let more = true; more && said < 10_000_000; ) {
        more = response.write("x".repeat(65_536));
        said += 65_536;
        taken.bytes += 65_536;
      }
      if (said >= 10_000_000) response.end();
    };
    response.on("drain", write);
    write();
  };
}

/** Resets the connection once it has read the whole request. */
export const reset: Behaviour = (_, response) => response.socket?.resetAndDestroy();

/** Closes the connection in good order once it has read the whole request. */
export const closeWithoutAnswer: Behaviour = (_, response) => response.socket?.end();

/** Writes bytes that need not be HTTP, and closes the connection. */
export const writeBytes =
  (bytes: string): Behaviour =>
  (_, response) =>
    response.socket?.end(bytes);
