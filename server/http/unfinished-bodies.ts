import { ApiError } from "../errors.ts";
import type { BodyLimits } from "../shares/limits.ts";
import { Places } from "../shares/places.ts";

/** A body of which a part has arrived. */
export interface UnfinishedBody {
  readonly holder: string;
  bytes: number;
  /** Ends it, because its place is needed. */
  readonly end: (reason: ApiError) => void;
}

/**
 * The unfinished bodies of one kind of request. They count by the bytes that have arrived, because announcing costs a
 * caller nothing. None is refused: when a holder's share is used up, the holder's oldest body ends, and when all places
 * are taken, the oldest of all.
 */
export class UnfinishedBodies {
  readonly #bodies: Places;
  readonly #bytes: Places;
  /** In the order in which they began. */
  readonly #all = new Set<UnfinishedBody>();
  readonly #byHolder = new Map<string, Set<UnfinishedBody>>();

  constructor({ bodies, bytes }: BodyLimits) {
    this.#bodies = new Places(bodies);
    this.#bytes = new Places(bytes);
  }

  /** Adds a body that begins. `end` is called with the refusal, a `server_error` (503), if it has to end. */
  add(holder: string, end: (reason: ApiError) => void): UnfinishedBody {
    while (!this.#bodies.hasRoomFor(holder)) this.#endOldest(this.#byHolder.get(holder) ?? this.#all);
    const body = { holder, bytes: 0, end };
    this.#bodies.take(holder);
    this.#all.add(body);
    const own = this.#byHolder.get(holder) ?? new Set();
    this.#byHolder.set(holder, own.add(body));
    return body;
  }

  /** Counts bytes that have arrived. A holder's only body may exceed the share, while there is room. */
  grow(body: UnfinishedBody, bytes: number): void {
    const { holder } = body;
    const own = this.#byHolder.get(holder) ?? new Set();
    while (own.has(body) && !this.#bytes.hasRoomFor(holder, bytes)) {
      if (own.size > 1) this.#endOldest(own);
      else if (bytes > this.#bytes.free) this.#endOldest(this.#all);
      else break;
    }
    if (!own.has(body)) return;
    this.#bytes.take(holder, bytes);
    body.bytes += bytes;
  }

  /** Removes a body that has arrived or is given up. */
  remove(body: UnfinishedBody): void {
    if (!this.#all.delete(body)) return;
    const { holder, bytes } = body;
    const own = this.#byHolder.get(holder)!;
    own.delete(body);
    if (own.size === 0) this.#byHolder.delete(holder);
    this.#bodies.release(holder);
    if (bytes > 0) this.#bytes.release(holder, bytes);
  }

  #endOldest(bodies: Set<UnfinishedBody>): void {
    const [oldest] = bodies;
    this.remove(oldest!);
    oldest!.end(refusal());
  }
}

const refusal = () =>
  new ApiError("server_error", {
    status: 503,
    retryAfterSeconds: 1,
    message: "The server is reading too many request bodies. Try again shortly.",
  });
