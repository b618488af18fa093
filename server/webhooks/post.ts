import { type ClientRequestArgs, type IncomingMessage, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { isIP, type LookupFunction } from "node:net";
import type { FindAddresses } from "./addresses.ts";

/** What came of one POST: an answer, as far as it was read, or why there is none. */
export type PostResult = { status: number; answer: string } | { error: string };

/** A POST of JSON. */
export interface Post {
  url: string;
  headers: Record<string, string>;
  body: string;
}

/** Posts once. Rejects only when it is told to stop before there is an answer. */
export type PostOnce = (post: Post, stop: AbortSignal) => Promise<PostResult>;

export interface PosterOptions {
  /** The addresses that a host may be reached at. Nothing else is connected to. */
  findAddresses: FindAddresses;
  /** How long a POST may take in all, from finding the host to the end of the answer. */
  timeoutMilliseconds: number;
  /** Makes the connections instead. */
  connect?: NonNullable<ClientRequestArgs["createConnection"]>;
}

/** As much of an answer as is worth keeping; the rest is not read. */
const excerptBytes = 1_024;

/**
 * Posts to addresses that strangers chose: each time on a connection of its own to an address that is checked for it,
 * without following redirects, for a limited time, and reading a limited piece of the answer. The status decides: an
 * answer whose body goes on for ever, or breaks off, is one all the same.
 */
export function createPoster({ findAddresses, timeoutMilliseconds, connect }: PosterOptions): PostOnce {
  const lookup: LookupFunction = (host, { all }, answer) => {
    findAddresses(host).then(
      (found) => (all ? answer(null, found) : answer(null, found[0]!.address, found[0]!.family)),
      (error) => answer(error, ""),
    );
  };

  return async ({ url, headers, body }, stop) => {
    const { protocol, hostname } = new URL(url);
    const options = {
      method: "POST",
      headers: { "content-type": "application/json", "user-agent": "messaging-webhooks", ...headers },
      lookup,
      signal: AbortSignal.any([stop, AbortSignal.timeout(timeoutMilliseconds)]),
      ...(connect ? { createConnection: connect } : { agent: false }),
    };
    try {
      await checkAddress(hostname, findAddresses);
      return await new Promise<PostResult>((resolve, reject) => {
        const request = protocol === "https:" ? requestHttps(url, options) : requestHttp(url, options);
        // From here on the promise is the answer's: an error of the request can no longer reject it.
        request.on("response", (response) => resolve(readAnswer(response)));
        request.on("error", reject);
        request.end(body);
      });
    } catch (error) {
      if (stop.aborted) throw error;
      return { error: causeOf(error as Error) };
    }
  };
}

/** A host that is an address is connected to without being looked up. @throws AddressRefused */
async function checkAddress(hostname: string, findAddresses: FindAddresses): Promise<void> {
  const host = hostname.replace(/^\[(.*)\]$/, "$1");
  if (isIP(host) !== 0) await findAddresses(host);
}

/** The status and how the body begins, however it ends. */
function readAnswer(response: IncomingMessage): Promise<PostResult> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  return new Promise((resolve) => {
    response.on("data", (chunk: Buffer) => {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes >= excerptBytes) response.destroy();
    });
    response.on("error", () => {});
    response.on("close", () => {
      const text = Buffer.concat(chunks).subarray(0, excerptBytes).toString();
      resolve({ status: response.statusCode!, answer: text.replaceAll("\0", "\ufffd") });
    });
  });
}

/** An error's code; its message could quote the address. */
function causeOf(error: Error): string {
  const code = (error as NodeJS.ErrnoException).code ?? error.name;
  return code === "ABORT_ERR" ? "timeout" : code;
}
