import { randomFillSync } from "node:crypto";
import { ArrayType, p, Type } from "@mikro-orm/core";
import { v5 as uuidv5, v7 as uuidv7, validate } from "uuid";
import { fromPostgres, type Timestamp } from "./timestamp.ts";

/** Keeps PostgreSQL's microseconds: a moment is a Timestamp string in the code and never a `Date`. */
class MomentType extends Type<Timestamp, string> {
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

/** A column for a moment, in microseconds. */
export const moment = () => p.type(MomentType).$type<Timestamp, string>();

/** Any texts at all: the ORM's own array takes "null" for null, trims spaces and writes line breaks as JSON does. */
class TextsType extends ArrayType<string> {
  override convertToDatabaseValue(texts: string[]): string {
    return `{${texts.map((text) => `"${text.replace(/["\\]/g, "\\$&")}"`).join(",")}}`;
  }
}

/** A column for a list of texts. */
export const texts = () => p.type(TextsType).$type<string[]>();

// Drawn for many ids at a time: asking the system for sixteen bytes takes ten times as long as all else of an id.
const randomBytes = Buffer.alloc(4_096);
let drawn = randomBytes.length;

function drawRandom(): Buffer {
  if (drawn === randomBytes.length) {
    randomFillSync(randomBytes);
    drawn = 0;
  }
  drawn += 16;
  return randomBytes.subarray(drawn - 16, drawn);
}

let msecs = 0;
let seq = 0;

/** A new id: UUIDv7, so that ids made one after the other sort in that order. */
export function newId(): string {
  const random = drawRandom();
  const now = Date.now();
  // Within a millisecond one is counted on from the other; the half of the numbers above the first leaves room for that.
  seq = now > msecs ? random.readUInt32BE() >>> 1 : seq + 1;
  msecs = Math.max(msecs, now);
  return uuidv7({ random, msecs, seq });
}

/** The least id that `newId` makes at a moment or later. */
export const firstIdAt = (moment: Timestamp): string =>
  uuidv7({ random: new Uint8Array(16), msecs: Date.parse(moment), seq: 0 });

/** An id that is the same for the same purpose of the same other id. */
export const idFrom = (id: string, purpose: string): string => uuidv5(purpose, id);

/** Whether a text could be an id at all; asked of any other one, the database fails. */
export const isId = (text: string): boolean => validate(text);

/** When a row was made and last changed; set by the code that writes it, from the database's clock. */
export const writeTimes = { createdAt: moment(), updatedAt: moment() };

/** The primary key of a table that belongs to a team: the tenant first. */
export const tenantIdentity = {
  teamId: p.uuid().primary(),
  id: p.uuid().primary(),
};

/**
 * The foreign key from a scalar id to another row of the same team. The code uses the id; this one only makes the
 * constraint.
 */
export const ofTeam = <Target extends { new (): object }>(target: Target, column: string) =>
  p
    .manyToOne(target)
    .joinColumns("team_id", column)
    .referencedColumnNames("team_id", "id")
    .ownColumns()
    .updateRule("no action");
