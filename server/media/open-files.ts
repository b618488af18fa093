import type { EntityManager } from "../db/orm.ts";
import { fail } from "../errors.ts";
import type { FileMeans, StoredFile } from "../operations/scope.ts";
import { createMediaLinks } from "../secrets/media-links.ts";
import type { ObjectStore } from "./object-store.ts";
import { readParts } from "./parts.ts";

export interface FileOptions {
  secretKey: string;
  oldSecretKey: string | undefined;
  /** Undefined: all files are in the database. */
  objects: ObjectStore | undefined;
  openEm(teamId: string): EntityManager;
  /** The public URL of the server, without a trailing slash. */
  publicUrl(): string;
}

/** Makes what the operations of files need. */
export const openFiles = ({ secretKey, oldSecretKey, objects, openEm, publicUrl }: FileOptions): FileMeans => ({
  links: createMediaLinks(secretKey, oldSecretKey),
  open(file) {
    const { contentType, bytes, store } = file;
    const parts = store === "s3" ? readObject(objects, file) : readParts(openEm(file.teamId), file);
    return { contentType, bytes, parts };
  },
  publicUrl,
});

/** Reads an object. @throws server_error (503) while the store does not answer; Error if the object is not whole */
async function* readObject(objects: ObjectStore | undefined, file: StoredFile): AsyncGenerator<Uint8Array> {
  let left = file.bytes;
  try {
    if (!objects) throw new Error("MEDIA_STORE is not set");
    for await (const part of objects.get(file)) {
      left -= part.length;
      yield part;
    }
  } catch (cause) {
    fail("server_error", { status: 503, message: "The store of files does not answer. Try again shortly.", cause });
  }
  if (left !== 0) throw new Error(`file ${file.id} has another size in the store`);
}
