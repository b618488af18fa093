import { randomFillSync } from "node:crypto";
import { ArrayType, p, Type } from "@mikro-orm/core";
import { v5 as uuidv5, v7 as uuidv7, validate } from "uuid";
import { fromPostgres, type Timestamp } from "./timestamp.ts";

/** Keeps PostgreSQL's microseconds: the code has a Timestamp string and never a `Date`. */
class TimestampType extends Type<Timestamp, string> {
  override convertToJSValue(value: string): Timestamp {
    return value.endsWith("Z") ? value : fromPostgres(value);
  }

  override getColumnType(): string {
    return "timestamptz(6)";
  }

  override compareAsType(): string {
    return "string";
  }

  override get runtimeType(): string {
    return "string";
  }
}

/** A column for a timestamp in microseconds. */
export const timestamp = () => p.type(TimestampType).$type<Timestamp, string>();

/** Keeps any texts. The ORM's own array reads "null" as null, trims spaces and writes line breaks as JSON does. */
class TextsType extends ArrayType<string> {
  override convertToDatabaseValue(texts: string[]): string {
    return `{${texts.map((text) => `"${text.replace(/["\\]/g, "\\$&")}"`).join(",")}}`;
  }
}

/** A column for an array of texts. */
export const texts = () => p.type(TextsType).$type<string[]>();

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

/** The smallest id that `newId` makes at a timestamp or later. */
export const firstIdAt = (time: Timestamp): string =>
  uuidv7({ random: new Uint8Array(16), msecs: Date.parse(time), seq: 0 });

/** Derives an id from another one and a purpose: the same two always give the same id. */
export const idFrom = (id: string, purpose: string): string => uuidv5(purpose, id);

/** Whether a text has the form of an id. A query with any other text as an id fails. */
export const isId = (text: string): boolean => validate(text);

/** The times when a row was inserted and last changed. The code that writes the row sets them, from the database's clock. */
export const writeTimes = { createdAt: timestamp(), updatedAt: timestamp() };

/** The primary key of a table that belongs to a team. The tenant is the first column. */
export const tenantIdentity = {
  teamId: p.uuid().primary(),
  id: p.uuid().primary(),
};

/**
 * The foreign key from a scalar id to another row of the same team. The code uses the id; this relation only makes the
 * constraint.
 */
export const teamRelation = <Target extends { new (): object }>(target: Target, column: string) =>
  p
    .manyToOne(target)
    .joinColumns("team_id", column)
    .referencedColumnNames("team_id", "id")
    .ownColumns()
    .updateRule("no action");
