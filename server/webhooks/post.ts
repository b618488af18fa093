import {
  type AgentOptions,
  type ClientRequest,
  type ClientRequestArgs,
  Agent as HttpAgent,
  type IncomingMessage,
  request as requestHttp,
} from "node:http";
import { Agent as HttpsAgent, request as requestHttps } from "node:https";
import { isIP, type LookupFunction } from "node:net";
import type { Duplex } from "node:stream";
import type { FindAddresses } from "./addresses.ts";

/** The result of one POST: the answer, as far as it was read, or the reason for its absence. */
export type PostResult = { status: number; answer: string; content?: AnswerContent } | { error: string };

/** The body of an answer, if the post asked for it. */
export interface AnswerContent {
  /** Its `Content-Type`. */
  type: string;
  /** Undefined if it is larger than the post allows, or incomplete. */
  bytes: Buffer | undefined;
}

/** A POST, of JSON unless the headers say otherwise. */
export interface Post {
  url: string;
  headers: Record<string, string>;
  body: string;
  /** The size up to which the body of the answer is read as a whole. By default only its beginning is read. */
  answerBytes?: number;
}

/** Posts once. Rejects only if `stop` is aborted before there is an answer. */
export type PostOnce = (post: Post, stop: AbortSignal) => Promise<PostResult>;

export interface PosterOptions {
  /** Looks up the addresses of a host. Connections are made only to these addresses. */
  findAddresses: FindAddresses;
  /** The total time of a POST, from the lookup of the host to the end of the answer. */
  timeoutMilliseconds: number;
  /** Replaces Node's own function that makes the connections. */
  connect?: NonNullable<ClientRequestArgs["createConnection"]>;
}

/** How much of an answer is read and stored. */
const excerptBytes = 1_024;

/** How long an idle connection is kept. Servers usually keep it for at least five seconds. */
const idleMilliseconds = 2_000;

/** A connection that is older is not used again, so that a target can move to another address. */
const maxAgeMilliseconds = 60_000;

/** The idle connections to a host are at most this many. */
const keepingOptions: AgentOptions = { keepAlive: true, timeout: idleMilliseconds, maxFreeSockets: 64 };

/**
 * Posts to URLs that API clients chose. A connection is made to a checked address, and kept for further posts to the same
 * host for a short time. A POST follows no redirects, has a time limit, and reads a limited part of the answer. Only the
 * status matters: an endless or incomplete body does not make a POST fail.
 */
export function createPoster({ findAddresses, timeoutMilliseconds, connect }: PosterOptions): PostOnce {
  const createAgents = (options: AgentOptions) => {
    const agents = { "http:": limitAge(new HttpAgent(options)), "https:": limitAge(new HttpsAgent(options)) };
    if (connect) for (const agent of Object.values(agents)) agent.createConnection = connect;
    return agents;
  };
  const keeping = createAgents(keepingOptions);
  const closing = createAgents({});
  const lookup: LookupFunction = (host, { all }, answer) => {
    findAddresses(host).then(
      (found) => (all ? answer(null, found) : answer(null, found[0]!.address, found[0]!.family)),
      (error) => answer(error, ""),
    );
  };

  return async ({ url, headers, body, answerBytes }, stop) => {
    const target = new URL(url);
    const protocol = target.protocol as "http:" | "https:";
    const send = protocol === "https:" ? requestHttps : requestHttp;
    const options = {
      method: "POST",
      headers: { "content-type": "application/json", "user-agent": "messaging-webhooks", ...headers },
      lookup,
    };
    try {
      await checkAddress(target.hostname, findAddresses);
      return await withinLimits<PostResult>(timeoutMilliseconds, stop, (exchange) => {
        const sendBy = (agents: typeof keeping) => {
          const request = send(target, { ...options, agent: agents[protocol] });
          exchange.request = request;
          // The promise now follows the answer, so a later error of the request cannot reject it.
          request.on("response", (response) => exchange.resolve(readAnswer(response, answerBytes)));
          request.on("error", (error) => {
            // The target may have closed a kept connection before the request arrived.
            if (!exchange.isOver && request.reusedSocket && isReset(error)) sendBy(closing);
            else exchange.reject(error);
          });
          request.end(body);
        };
        sendBy(keeping);
      });
    } catch (error) {
      if (stop.aborted) throw error;
      return { error: causeOf(error as Error) };
    }
  };
}

class Timeout extends Error {
  readonly code = "timeout";
}

/** A request and the promise of its result. */
interface Exchange<Result> {
  /** The request that is ended with the exchange. */
  request?: ClientRequest;
  /** Whether a result or an error is known. A further request is pointless then. */
  isOver: boolean;
  resolve(result: Promise<Result>): void;
  reject(error: unknown): void;
}

/** Runs an exchange, and ends its request when its time is over or a stop is requested. A started answer ends early. */
async function withinLimits<Result>(
  milliseconds: number,
  stop: AbortSignal,
  send: (exchange: Exchange<Result>) => void,
): Promise<Result> {
  stop.throwIfAborted();
  const { promise, resolve, reject } = Promise.withResolvers<Result>();
  const exchange: Exchange<Result> = {
    isOver: false,
    resolve(result) {
      exchange.isOver = true;
      resolve(result);
    },
    reject(error) {
      exchange.isOver = true;
      reject(error);
    },
  };
  const endWith = (error: unknown) => {
    exchange.reject(error);
    exchange.request?.destroy();
  };
  const onStop = () => endWith(stop.reason);
  const timer = setTimeout(() => endWith(new Timeout()), milliseconds);
  stop.addEventListener("abort", onStop);
  try {
    send(exchange);
    return await promise;
  } finally {
    clearTimeout(timer);
    stop.removeEventListener("abort", onStop);
  }
}

/** Makes an agent close connections that are too old, instead of keeping them. The age counts from the first answer. */
function limitAge<Kept extends HttpAgent>(agent: Kept): Kept {
  const madeAt = new WeakMap<Duplex, number>();
  const keep = agent.keepSocketAlive.bind(agent);
  agent.keepSocketAlive = (socket) => {
    const made = madeAt.get(socket) ?? performance.now();
    madeAt.set(socket, made);
    const isYoung = performance.now() - made < maxAgeMilliseconds;
    return isYoung && (keep(socket) as unknown as boolean);
  };
  return agent;
}

/** Checks a host that is an IP address, because Node does not call `lookup` for it. @throws AddressRefused */
async function checkAddress(hostname: string, findAddresses: FindAddresses): Promise<void> {
  const host = hostname.replace(/^\[(.*)\]$/, "$1");
  if (isIP(host) !== 0) await findAddresses(host);
}

/** Reads the status and the body, or the beginning of a larger one. An error in the body does not matter. */
function readAnswer(response: IncomingMessage, answerBytes: number | undefined): Promise<PostResult> {
  const maxBytes = answerBytes ?? excerptBytes;
  const chunks: Buffer[] = [];
  let bytes = 0;
  return new Promise((resolve) => {
    response.on("data", (chunk: Buffer) => {
      chunks.push(chunk);
      bytes += chunk.length;
      if (answerBytes === undefined ? bytes >= maxBytes : bytes > maxBytes) response.destroy();
    });
    response.on("error", () => {});
    response.on("close", () => {
      const body = Buffer.concat(chunks);
      const answer = body.subarray(0, excerptBytes).toString().replaceAll("\0", "\ufffd");
      const type = response.headers["content-type"] ?? "";
      const content = { type, bytes: response.complete && bytes <= maxBytes ? body : undefined };
      resolve({ status: response.statusCode!, answer, ...(answerBytes !== undefined && { content }) });
    });
  });
}

/** Whether the other side has closed the connection. */
const isReset = ({ code }: NodeJS.ErrnoException) => code === "ECONNRESET" || code === "EPIPE";

/** An error's code. The error's message may contain the address. */
const causeOf = (error: Error): string => (error as NodeJS.ErrnoException).code ?? error.name;
