import { randomFillSync } from "node:crypto";
import { parse, v5 as uuidv5, v7 as uuidv7, validate } from "uuid";
import type { Timestamp } from "../timestamp.ts";

// Filled for many ids at a time: a system call for sixteen bytes takes ten times as long as the rest of an id.
const randomPool = Buffer.alloc(4_096);
let usedBytes = randomPool.length;

function takeRandomBytes(): Buffer {
  if (usedBytes === randomPool.length) {
    randomFillSync(randomPool);
    usedBytes = 0;
  }
  usedBytes += 16;
  return randomPool.subarray(usedBytes - 16, usedBytes);
}

let lastMilliseconds = 0;
let sequence = 0;

/** Makes a UUIDv7, so that the ids of this process sort in the order in which they were made. */
export function newId(): string {
  const random = takeRandomBytes();
  const now = Date.now();
  // Within a millisecond the sequence counts up. It starts in the lower half of its range, so it does not overflow.
  sequence = now > lastMilliseconds ? random.readUInt32BE() >>> 1 : sequence + 1;
  lastMilliseconds = Math.max(lastMilliseconds, now);
  return uuidv7({ random, msecs: lastMilliseconds, seq: sequence });
}

/** Makes a UUIDv7 of another time than now. The ids of a millisecond are in no order. */
export const newIdAt = (time: Timestamp): string => uuidv7({ random: takeRandomBytes(), msecs: Date.parse(time) });

/** The smallest id that `newId` makes at a timestamp or later. */
export const firstIdAt = (time: Timestamp): string =>
  uuidv7({ random: new Uint8Array(16), msecs: Date.parse(time), seq: 0 });

const millisecondsOf = (id: string) => Number.parseInt(id.replaceAll("-", "").slice(0, 12), 16);

/** The time in an id, by the clock of the process that made it. */
export const timeOfId = (id: string): Timestamp => new Date(millisecondsOf(id)).toISOString();

/** Derives an id from another one and a purpose: the same two always give the same id. */
export const idFrom = (id: string, purpose: string): string => uuidv5(purpose, id);

/** The same as a UUIDv7 with the time of the other id. */
export const idWithin = (id: string, purpose: string): string =>
  uuidv7({ random: parse(idFrom(id, purpose)), msecs: millisecondsOf(id) });

/** Comes before every id. */
export const noId = "00000000-0000-0000-0000-000000000000";

/** Whether a text has the form of an id. A query with any other text as an id fails. */
export const isId = (text: string): boolean => validate(text);
