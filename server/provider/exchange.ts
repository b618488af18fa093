import { type Dispatcher, Pool } from "undici";

/** The outcome of one request to a provider. */
export type Exchange =
  /** No byte of the request was written, because there was no connection. */
  | { kind: "unsent"; cause: string }
  /** The request was written, at least in part, and no answer came. */
  | { kind: "lost"; cause: string }
  /** The request was answered. The body is undefined if it was incomplete or too long. */
  | { kind: "answered"; status: number; body: string | undefined };

export interface Exchanger {
  /** Sends one body, at most once. Never rejects. */
  post(path: string, headers: Record<string, string>, body: string): Promise<Exchange>;
  /** Waits for open requests and closes all connections. Later requests are not sent. */
  close(): Promise<void>;
}

/** Gets a request without its headers, which have credentials, and what became of it. */
export type ExchangeReport = (seen: { request: string; body: string; exchange: Exchange }) => void;

export interface ExchangerOptions {
  /** Scheme, host and port of the provider. */
  origin: string;
  /** The total time of a request, from waiting for a connection to the end of the answer. */
  timeoutMilliseconds: number;
  maxConnections: number;
  onExchange?: ExchangeReport | undefined;
}

/** A provider's answers are shorter than this. */
const maxAnswerBytes = 65_536;

/**
 * How long an idle connection is kept, unless the server announces another time. Servers close idle connections after
 * five seconds or more. A request that is sent at that time is lost, so this side closes first.
 */
const idleMilliseconds = 4_000;

/**
 * Sends requests that must not be repeated, over keep-alive connections. Follows no redirects and never retries.
 *
 * If a request gets no answer, the exchanger knows whether the provider may have received it. A connection starts a
 * request immediately before it writes the first byte. So a request that was never started was never written.
 */
export function createExchanger({
  origin,
  timeoutMilliseconds,
  maxConnections,
  onExchange,
}: ExchangerOptions): Exchanger {
  const pool = new Pool(origin, {
    connections: maxConnections,
    pipelining: 1,
    // On HTTP/2 the library may move a request to another connection by itself.
    allowH2: false,
    connectTimeout: timeoutMilliseconds,
    keepAliveTimeout: idleMilliseconds,
    maxResponseSize: maxAnswerBytes,
    // `exchangeOn` limits the total time.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  // A counter, because a Set that changes all the time keeps removed requests reachable through its old tables.
  let openRequests = 0;
  let onIdle = () => {};

  return {
    async post(path, headers, body) {
      openRequests += 1;
      try {
        const exchange = await exchangeOn(pool, timeoutMilliseconds, { path, method: "POST", headers, body });
        onExchange?.({ request: `POST ${origin}${path}`, body, exchange });
        return exchange;
      } finally {
        openRequests -= 1;
        if (openRequests === 0) onIdle();
      }
    },
    async close() {
      await new Promise<void>((resolve) => {
        onIdle = resolve;
        if (openRequests === 0) resolve();
      });
      // `pool.close()` would also wait for requests that have timed out.
      await pool.destroy();
    },
  };
}

function exchangeOn(pool: Pool, timeoutMilliseconds: number, request: Dispatcher.DispatchOptions): Promise<Exchange> {
  return new Promise((resolve) => {
    let started: Dispatcher.DispatchController | undefined;
    let status: number | undefined;
    let isOver = false;
    const chunks: Buffer[] = [];

    const end = (exchange: Exchange) => {
      isOver = true;
      clearTimeout(timer);
      resolve(exchange);
    };
    const breakOff = (cause: string) => {
      if (!started) return end({ kind: "unsent", cause });
      if (status === undefined) return end({ kind: "lost", cause });
      end({ kind: "answered", status, body: undefined });
    };
    const timer = setTimeout(() => {
      breakOff("timeout");
      started?.abort(new Error("timeout"));
    }, timeoutMilliseconds);

    pool.dispatch(request, {
      onRequestStart(controller) {
        // A second start would be a retry. An error thrown here leaves the connection usable for the next request.
        if (isOver || started) throw new Error("the request is over or was started before");
        started = controller;
      },
      onResponseStart(_, statusCode) {
        if (statusCode >= 200) status = statusCode;
      },
      onResponseData(_, chunk) {
        chunks.push(chunk);
      },
      onResponseEnd() {
        end({ kind: "answered", status: status!, body: Buffer.concat(chunks).toString() });
      },
      onResponseError(_, error) {
        breakOff(causeOf(error));
      },
    });
  });
}

/** An error's code. The error's message may quote the request. */
function causeOf(error: Error): string {
  return (error as NodeJS.ErrnoException).code ?? error.name;
}
