import fc from "fast-check";
import { expect, test } from "vitest";
import { fromPostgres, parseTimestamp, plusMicroseconds } from "../../server/db/timestamp.ts";

const isoDay = (milliseconds: number) => new Date(milliseconds).toISOString();

/** A timestamp of the years 1 to 9999 in the wire format, and its parts. */
const moment = fc
  .record({
    seconds: fc.integer({
      min: Date.parse("0001-01-02T00:00:00Z") / 1000,
      max: Date.parse("9999-12-30T00:00:00Z") / 1000,
    }),
    micros: fc.oneof(fc.integer({ min: 0, max: 999_999 }), fc.constantFrom(0, 1, 10, 100_000, 999_999)),
  })
  .map(({ seconds, micros }) => ({
    seconds,
    micros,
    wire: `${isoDay(seconds * 1000).slice(0, 19)}.${String(micros).padStart(6, "0")}Z`,
  }));

test("PostgreSQL's text of a timestamp, without trailing zeros, becomes six digits on the wire", () => {
  fc.assert(
    fc.property(moment, ({ micros, wire }) => {
      const fraction = micros === 0 ? "" : `.${wire.slice(20, 26).replace(/0+$/, "")}`;
      expect(fromPostgres(`${wire.slice(0, 10)} ${wire.slice(11, 19)}${fraction}+00`)).toBe(wire);
    }),
  );
});

test("the wire format of a timestamp is parsed as the same timestamp", () => {
  fc.assert(
    fc.property(moment, ({ wire }) => {
      expect(parseTimestamp(wire)).toBe(wire);
      expect(parseTimestamp(wire.toLowerCase())).toBe(wire);
      expect(parseTimestamp(wire.replace(".", ","))).toBe(wire);
      expect(parseTimestamp(wire.replace("T", " ").replace("Z", ""))).toBe(wire);
    }),
  );
});

test("the offset of a timestamp is subtracted in every notation", () => {
  const offset = fc.integer({ min: -(23 * 60 + 59), max: 23 * 60 + 59 });
  fc.assert(
    fc.property(moment, offset, fc.boolean(), ({ seconds, wire }, minutes, withColon) => {
      const local = `${isoDay(seconds * 1000 + minutes * 60_000).slice(0, 19)}${wire.slice(19, 26)}`;
      const hours = String(Math.floor(Math.abs(minutes) / 60)).padStart(2, "0");
      const rest = `${withColon ? ":" : ""}${String(Math.abs(minutes) % 60).padStart(2, "0")}`;

      expect(parseTimestamp(`${local}${minutes < 0 ? "-" : "+"}${hours}${rest}`)).toBe(wire);
      // A plus sign that was not percent-encoded in a query arrives as a space.
      if (minutes >= 0) expect(parseTimestamp(`${local} ${hours}${rest}`)).toBe(wire);
    }),
  );
});

test.each([
  ["2026-11-21", "2026-11-21T00:00:00.000000Z"],
  ["2026-11-21T10:15", "2026-11-21T10:15:00.000000Z"],
  ["2026-11-21T10:15Z", "2026-11-21T10:15:00.000000Z"],
  ["2026-11-21T10:15:30", "2026-11-21T10:15:30.000000Z"],
  ["2026-11-21T10:15:30.1", "2026-11-21T10:15:30.100000Z"],
  ["2026-11-21T10:15:30.123456999Z", "2026-11-21T10:15:30.123456Z"],
  ["2024-02-29T23:59:59.999999Z", "2024-02-29T23:59:59.999999Z"],
  ["2026-01-01T00:30:00+01:00", "2025-12-31T23:30:00.000000Z"],
  ["2026-12-31T23:30:00-0100", "2027-01-01T00:30:00.000000Z"],
])("%s is read as %s", (text, read) => {
  expect(parseTimestamp(text)).toBe(read);
});

test.each([
  ...["", " ", "now", "yesterday", "1763720130", "2026", "2026-11", "2026-W47-6", "21.11.2026", "Nov 21 2026"],
  ...["2026-13-01", "2026-00-01", "2026-11-00", "2026-11-31", "2026-02-29", "2023-02-29T10:00:00Z"],
  ...["2026-11-21T24:00:01Z", "2026-11-21T25:00:00Z", "2026-11-21T10:60:00Z", "2026-11-21T10:15:61Z"],
  ...["2026-11-21T10:15:30.Z", "2026-11-21T10:15:30.1234567890Z", "2026-11-21T1:15:30Z", "2026-11-21Z"],
  ...["2026-11-21T10:15:30+24:00", "2026-11-21T10:15:30+01:60", "2026-11-21T10:15:30+1", "2026-11-21T10:15:30UTC"],
  ...["+2026-11-21T10:15:30Z", "-0001-11-21T10:15:30Z", "0001-01-01T00:00:00+01:00", "9999-12-31T23:59:59-01:00"],
  ...["2026-11-21T10:15:30Z ", " 2026-11-21", "2026-11-21T10:15:30Z\n", "２０２６-11-21"],
])("%j is not a timestamp", (text) => {
  expect(parseTimestamp(text)).toBeUndefined();
});

test("any text is either refused or parsed into the wire format", () => {
  const texts = fc.oneof(fc.string(), fc.stringMatching(/^\d{4}-\d\d-\d\d([T ]\d\d:\d\d(:\d\d)?)?(Z|[+-]\d\d:\d\d)?$/));
  fc.assert(
    fc.property(texts, (text) => {
      const read = parseTimestamp(text);
      if (read === undefined) return;
      expect(read).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/);
      expect(parseTimestamp(read)).toBe(read);
    }),
    { numRuns: 300 },
  );
});

test("microseconds are added exactly, and timestamps sort as text", () => {
  const step = fc.integer({ min: -86_400_000_000, max: 86_400_000_000 });
  fc.assert(
    fc.property(moment, step, ({ seconds, micros, wire }, microseconds) => {
      const total = BigInt(seconds) * 1_000_000n + BigInt(micros) + BigInt(microseconds);
      const later = plusMicroseconds(wire, microseconds);

      expect(BigInt(Date.parse(`${later.slice(0, 19)}Z`)) * 1000n + BigInt(later.slice(20, 26))).toBe(total);
      expect(later).toMatch(/\.\d{6}Z$/);
      expect(plusMicroseconds(later, -microseconds)).toBe(wire);
      expect(Math.sign(later < wire ? -1 : later > wire ? 1 : 0)).toBe(Math.sign(microseconds));
    }),
  );
});
