import { type Dispatcher, Pool } from "undici";

/** What is known of one request to a provider. */
export type Exchange =
  /** Nothing of it was written: there was no connection for it. */
  | { kind: "unsent"; cause: string }
  /** It was written, at least in part, and no answer came. */
  | { kind: "lost"; cause: string }
  /** It was answered; the body is undefined if it broke off or was too long. */
  | { kind: "answered"; status: number; body: string | undefined };

export interface Exchanger {
  /** Sends one form, at most once. Never rejects. */
  post(path: string, headers: Record<string, string>, form: URLSearchParams): Promise<Exchange>;
  /** Waits for what is on its way and closes all connections; what is sent later is not sent. */
  close(): Promise<void>;
}

export interface ExchangerOptions {
  /** Scheme, host and port of the other side. */
  origin: string;
  /** How long a request may take in all, from asking for a connection to the end of the answer. */
  timeoutMilliseconds: number;
  maxConnections: number;
}

/** Nothing that a provider has to say is longer. */
const longestAnswerBytes = 65_536;

/**
 * How long a connection is kept without use, unless the other side names a time of its own. Servers close theirs after
 * five seconds or more; a request that meets that moment is lost, so ours goes first.
 */
const idleMilliseconds = 4_000;

/**
 * Sends requests that must not be repeated, over connections that are kept. It follows no redirects and repeats nothing,
 * and it can tell whether a request that got no answer may have been seen: its connection starts it immediately before
 * the first byte is written, so what was never started was never written, whatever went wrong.
 */
export function createExchanger({ origin, timeoutMilliseconds, maxConnections }: ExchangerOptions): Exchanger {
  const pool = new Pool(origin, {
    connections: maxConnections,
    pipelining: 1,
    // On HTTP/2 the library may move a request to another connection by itself.
    allowH2: false,
    connectTimeout: timeoutMilliseconds,
    keepAliveTimeout: idleMilliseconds,
    maxResponseSize: longestAnswerBytes,
    // The time in all is kept here.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  // Not a Set of them: its tables, which it changes all the time, each refer to the next, and so keep what they held.
  let open = 0;
  let whenNone = () => {};

  return {
    async post(path, headers, form) {
      open += 1;
      try {
        return await exchangeOn(pool, timeoutMilliseconds, {
          path,
          method: "POST",
          headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
          body: form.toString(),
        });
      } finally {
        open -= 1;
        if (open === 0) whenNone();
      }
    },
    async close() {
      await new Promise<void>((resolve) => {
        whenNone = resolve;
        if (open === 0) resolve();
      });
      // Closing in good order would wait for connections that nobody waits for any more.
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
        // Being started twice would be a repetition. Thrown here, an error leaves the connection to the next request.
        if (isOver || started) throw new Error("no longer wanted");
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

/** An error's code; its message could quote what was sent. */
function causeOf(error: Error): string {
  return (error as NodeJS.ErrnoException).code ?? error.name;
}
