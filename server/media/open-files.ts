import type { EntityManager } from "../db/orm.ts";
import { newId } from "../db/schema/ids.ts";
import { plusMicroseconds } from "../db/timestamp.ts";
import { fail } from "../errors.ts";
import type { FileMeans, ReceivedFile, StoredFile } from "../operations/scope.ts";
import { createMediaLinks } from "../secrets/media-links.ts";
import { contentTypeOf, unknownType } from "./content-type.ts";
import type { ObjectStore } from "./object-store.ts";
import { readParts } from "./parts.ts";
import { markObject, sha256Of } from "./record-attempt.ts";

export interface FileOptions {
  secretKey: string;
  oldSecretKey: string | undefined;
  /** Undefined: all files are in the database. */
  objects: ObjectStore | undefined;
  openEm(teamId: string): EntityManager;
  /** The public URL of the server, without a trailing slash. */
  publicUrl(): string;
  /** Whether everybody can reach that URL. */
  isPublic: boolean;
}

/** Makes what the operations of files need. */
export function openFiles({ secretKey, oldSecretKey, objects, openEm, publicUrl, isPublic }: FileOptions): FileMeans {
  const links = createMediaLinks(secretKey, oldSecretKey);
  return {
    links,
    link({ teamId, id }, now, seconds) {
      // Links end with a whole second.
      const expiresAt = `${plusMicroseconds(now, seconds * 1_000_000).slice(0, 19)}.000000Z`;
      return { url: `${publicUrl()}/media/${links.sign({ teamId, id, expiresAt })}`, expiresAt };
    },
    hasPublicLinks: isPublic,
    hasObjects: objects !== undefined,
    open(file) {
      const { contentType, bytes, store } = file;
      const parts = store === "s3" ? readObject(objects, file) : readParts(openEm(file.teamId), file);
      return { contentType, bytes, parts };
    },
    async receive(teamId, { bytes: file }) {
      if (file.length === 0) fail("media_type_not_allowed", { message: "The body has no bytes." });
      const contentType = await contentTypeOf(file);
      if (contentType === unknownType) fail("media_type_not_allowed");
      const received = {
        id: newId(),
        file,
        contentType,
        sha256: sha256Of(file),
        store: objects ? "s3" : "db",
      } as const;
      if (objects) await putObject(objects, openEm(teamId), { ...received, teamId });
      return received;
    },
  };
}

/**
 * Stores an object whose row follows. A mark for its deletion is stored before, and removed by the transaction of its row,
 * so that no object without a row stays.
 *
 * @throws server_error (503) while the store does not answer
 */
async function putObject(objects: ObjectStore, em: EntityManager, file: ReceivedFile & { teamId: string }) {
  await markObject(em, file);
  await objects.put(file, file.file, file.sha256).catch(failUnavailable);
}

const failUnavailable = (cause: unknown): never =>
  fail("server_error", { status: 503, message: "The store of files does not answer. Try again shortly.", cause });

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
    failUnavailable(cause);
  }
  if (left !== 0) throw new Error(`file ${file.id} has another size in the store`);
}
