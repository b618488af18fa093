/** A store of objects outside of the database. An object is named by its team and its file. */
export interface ObjectStore {
  /** Stores an object, or replaces it. @throws StoreUnavailable */
  put(key: ObjectKey, bytes: Buffer, sha256: Buffer): Promise<void>;
  /** Reads an object, as it comes. @throws StoreUnavailable */
  get(key: ObjectKey): AsyncGenerator<Uint8Array>;
  /** Deletes an object; a missing one counts as deleted. @throws StoreUnavailable */
  delete(key: ObjectKey): Promise<void>;
  /** Ends the idle connections. */
  close(): Promise<void>;
}

export interface ObjectKey {
  teamId: string;
  id: string;
}

/** The store did not answer as it should. Neither the message nor the code contains an address or a key. */
export class StoreUnavailable extends Error {
  readonly code: string;

  constructor(code: string) {
    super(`The store of files is unavailable: ${code}`);
    this.code = code;
  }
}
