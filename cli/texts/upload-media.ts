import { hash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { createClient } from "../client/client.ts";
import { type ConnectionOptions, connect } from "../connection/connect.ts";
import { usageError } from "../failures.ts";
import { type Io, quiet } from "../io.ts";
import { type OutputOptions, writeResult } from "../output/output.ts";

/** `messaging media upload`: uploads a file, and writes its record. @throws Failure */
export async function uploadMedia(io: Io, options: ConnectionOptions & OutputOptions, path: string): Promise<void> {
  const file = await read(path);
  const client = createClient(io, await connect(io, options), options);
  await writeResult(io, options, { ...(await client.upload(file)) }, { record: "media", id: "id" });
}

/** The files of a text, as the flags of `sendMessage` have them. */
interface MediaFlags {
  mediaUrl?: string[];
  mediaId?: string[];
}

/**
 * `messaging send --media`: uploads the files among files and addresses. The same file has the same key, so a repetition of
 * the command sends the same ids. With `--dry-run` and `--curl`, nothing is uploaded.
 *
 * @throws Failure
 */
export async function attachMedia(io: Io, options: ConnectionOptions, given: string[]): Promise<MediaFlags> {
  const isAddress = (each: string) => /^[a-z]+:\/\//i.test(each);
  const urls = given.filter(isAddress);
  const paths = given.filter((each) => !isAddress(each));
  const files = await Promise.all(paths.map(read));
  const ids: string[] = [];
  if (options.dryRun || options.curl) ids.push(...paths.map((path) => `the id of ${path}`));
  else if (files.length > 0) {
    const client = createClient(options.verbose ? io : quiet(io), await connect(io, options), options);
    for (const file of files) ids.push((await client.upload(file, `media-${hash("sha256", file)}`)).media.id);
  }
  return { ...(urls.length > 0 && { mediaUrl: urls }), ...(ids.length > 0 && { mediaId: ids }) };
}

function read(path: string): Promise<Uint8Array<ArrayBuffer>> {
  return readFile(path).catch((error: NodeJS.ErrnoException) => {
    throw usageError(`${path} cannot be read: ${error.code}`);
  });
}
