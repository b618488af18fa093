import { type ClientRequestArgs, type IncomingMessage, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { isIP, type LookupFunction } from "node:net";
import type { FindAddresses } from "./addresses.ts";

/** The result of one POST: the answer, as far as it was read, or the reason for its absence. */
export type PostResult = { status: number; answer: string } | { error: string };

/** A POST of JSON. */
export interface Post {
  url: string;
  headers: Record<string, string>;
  body: string;
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

/**
 * Posts to URLs that API clients chose. Each POST uses a new connection to a checked address, follows no redirects, has
 * a time limit, and reads a limited part of the answer. Only the status matters: an endless or incomplete body does not
 * make a POST fail.
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
        // The promise now follows the answer, so a later error of the request cannot reject it.
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

/** Checks a host that is an IP address, because Node does not call `lookup` for it. @throws AddressRefused */
async function checkAddress(hostname: string, findAddresses: FindAddresses): Promise<void> {
  const host = hostname.replace(/^\[(.*)\]$/, "$1");
  if (isIP(host) !== 0) await findAddresses(host);
}

/** Reads the status and the beginning of the body. An error in the body does not matter. */
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

/** An error's code. The error's message may contain the address. */
function causeOf(error: Error): string {
  const code = (error as NodeJS.ErrnoException).code ?? error.name;
  return code === "ABORT_ERR" ? "timeout" : code;
}
