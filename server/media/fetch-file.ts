/**
 * Fetches files from the addresses that a provider names.
 *
 * Promises: a connection is made only to a checked address, over https. Over http only the private addresses are reached that
 * the operator allows. Credentials go to the first host alone. The bytes are counted, whatever the answer says of them.
 * Costs: a connection for each request. At most 5 MiB of memory for a file.
 */
import { type IncomingMessage, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import type { LookupFunction } from "node:net";
import { type FindAddresses, isPublic } from "../webhooks/addresses.ts";

/** Fetches a file. @throws FileRefused, or an error after which another attempt may succeed */
export type FetchFile = (url: string, stop: AbortSignal) => Promise<Buffer>;

/** The headers with which a carrier's file is requested. */
export type AuthorizeMedia = (url: URL) => Record<string, string>;

/** Why a file is not taken. Another attempt would have the same result. */
export type Refusal =
  | "address_refused"
  | "encoded_answer"
  | "invalid_address"
  | "not_https"
  | "too_large"
  | "too_many_redirects";

export class FileRefused extends Error {
  readonly code: Refusal;

  constructor(code: Refusal) {
    super(code);
    this.code = code;
  }
}

/** An attempt that failed. The message contains no address. */
class AttemptFailed extends Error {
  readonly code: string;

  constructor(code: string) {
    super(code);
    this.code = code;
  }
}

export interface FileFetcherOptions {
  /** Looks up the addresses of a host. Connections are made only to these addresses. @throws AddressRefused */
  findAddresses: FindAddresses;
  authorize: AuthorizeMedia;
  /** The total time of a file, with all redirects. */
  timeoutMilliseconds?: number;
}

const maxBytes = 5 * 1_048_576;
const maxRedirects = 3;
const redirectStatuses = [301, 302, 303, 307, 308];

export function createFileFetcher({
  findAddresses,
  authorize,
  timeoutMilliseconds = 30_000,
}: FileFetcherOptions): FetchFile {
  return async (source, stop) => {
    const timeout = AbortSignal.timeout(timeoutMilliseconds);
    const signal = AbortSignal.any([stop, timeout]);
    try {
      let url = parse(source);
      let credentials = authorize(url);
      for (let redirects = 0; ; redirects += 1) {
        const response = await request(url, { credentials, findAddresses, signal });
        const location = locationOf(response);
        if (location === undefined) return await readFile(response);
        response.destroy();
        if (redirects === maxRedirects) throw new FileRefused("too_many_redirects");
        const next = parse(location, url);
        // Dropped for the rest of the way, because another host could lead back to an address of its choice.
        if (next.origin !== url.origin) credentials = {};
        url = next;
      }
    } catch (error) {
      if (timeout.aborted && !stop.aborted) throw new AttemptFailed("timeout");
      if ((error as { code?: string }).code === "address_refused") throw new FileRefused("address_refused");
      throw error;
    }
  };
}

function parse(address: string, base?: URL): URL {
  const url = URL.parse(address, base?.href);
  if (!url || !/^https?:$/.test(url.protocol)) throw new FileRefused("invalid_address");
  // Node would send them as credentials.
  url.username = "";
  url.password = "";
  return url;
}

interface RequestOptions extends Pick<FileFetcherOptions, "findAddresses"> {
  credentials: Record<string, string>;
  signal: AbortSignal;
}

/** Requests a file at a checked address, and returns the answer once its head has arrived. */
async function request(url: URL, { credentials, findAddresses, signal }: RequestOptions): Promise<IncomingMessage> {
  const found = await untilAborted(signal, findAddresses(url.hostname.replace(/^\[(.*)\]$/, "$1")));
  if (url.protocol !== "https:" && found.some(({ address }) => isPublic(address))) throw new FileRefused("not_https");
  const lookup: LookupFunction = (_, { all }, answer) =>
    all ? answer(null, found) : answer(null, found[0]!.address, found[0]!.family);
  const send = url.protocol === "https:" ? requestHttps : requestHttp;
  const headers = { "accept-encoding": "identity", "user-agent": "messaging-media", ...credentials };
  return new Promise((resolve, reject) => {
    send(url, { agent: false, headers, lookup, signal }).on("response", resolve).on("error", reject).end();
  });
}

/** Rejects with an abort, because a look-up cannot be aborted. */
function untilAborted<T>(signal: AbortSignal, promise: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason);
    if (signal.aborted) onAbort();
    signal.addEventListener("abort", onAbort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", onAbort));
  });
}

/** The address that a redirect leads to; undefined if the answer is none. */
const locationOf = ({ statusCode = 0, headers }: IncomingMessage): string | undefined =>
  redirectStatuses.includes(statusCode) ? (headers.location ?? "") : undefined;

async function readFile(response: IncomingMessage): Promise<Buffer> {
  try {
    const { statusCode, headers } = response;
    if (statusCode !== 200) throw new AttemptFailed(`http_${statusCode}`);
    if ((headers["content-encoding"] ?? "identity") !== "identity") throw new FileRefused("encoded_answer");
    const chunks: Buffer[] = [];
    let bytes = 0;
    for await (const chunk of response as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > maxBytes) throw new FileRefused("too_large");
      chunks.push(chunk);
    }
    return Buffer.concat(chunks);
  } finally {
    response.destroy();
  }
}
