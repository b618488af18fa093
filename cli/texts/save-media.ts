import { writeFile } from "node:fs/promises";
import { refuseRedirect } from "../client/exchange.ts";
import { describe, isNetworkFailure } from "../client/send-by-fetch.ts";
import { UnsentRequest } from "../client/unsent-request.ts";
import { type ConnectionOptions, connect, requireKey } from "../connection/connect.ts";
import { Failure, refusalOf } from "../failures.ts";
import type { Io } from "../io.ts";
import { type OutputOptions, writeResult } from "../output/output.ts";

/**
 * Saves a file of a message, and writes where it is, with its type and size. A file that exists is kept.
 *
 * @throws Failure if the server refuses the request, the connection is lost, or the file cannot be written
 */
export async function saveMedia(
  io: Io,
  options: ConnectionOptions & OutputOptions,
  id: string,
  target: string,
): Promise<void> {
  const connection = await connect(io, options);
  const request = new Request(`${connection.url}/api/media/${encodeURIComponent(id)}`);
  if (options.dryRun || options.curl) throw new UnsentRequest(request);
  requireKey(connection);
  const { contentType, bytes } = await fetchBytes(request, connection.apiKey!, options.timeout ?? 30);
  // Only the owner can read the file, because a stranger has sent it.
  await writeFile(target, bytes, { flag: "wx", mode: 0o600 }).catch((error: NodeJS.ErrnoException) => {
    throw new Failure("usage", `${target} cannot be written: ${error.code === "EEXIST" ? "it exists" : error.code}.`);
  });
  await writeResult(io, options, { file: target, contentType, bytes: bytes.length }, { id: "file" });
}

interface Fetched {
  contentType: string | null;
  bytes: Buffer;
}

async function fetchBytes(request: Request, apiKey: string, timeoutSeconds: number): Promise<Fetched> {
  try {
    const signal = AbortSignal.timeout(timeoutSeconds * 1_000);
    const response = await fetch(request, { headers: { "x-api-key": apiKey }, signal, redirect: "manual" });
    refuseRedirect(request.url, response.status, response.headers.get("location"));
    if (!response.ok) throw refusalOf(response.status, await response.json().catch(() => undefined));
    return { contentType: response.headers.get("content-type"), bytes: Buffer.from(await response.arrayBuffer()) };
  } catch (error) {
    if (error instanceof Error && error.name === "TimeoutError")
      throw new Failure("server", `The server did not answer within ${timeoutSeconds} s.`);
    if (!(error instanceof TypeError && isNetworkFailure(error))) throw error;
    throw new Failure("server", `The connection was lost: ${describe(error)}.`);
  }
}
