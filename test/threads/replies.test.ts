import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { plusMicroseconds } from "../../server/db/timestamp.ts";
import { useApp } from "../support/app.ts";
import type { Client } from "../support/client.ts";
import { buildBusinessNumber, buildMessage, uniquePhone } from "../support/factories.ts";

const app = useApp();

/** Three replies, a microsecond apart. */
const moments = ["2026-03-01T12:00:00.123455Z", "2026-03-01T12:00:00.123456Z", "2026-03-01T12:00:00.123457Z"];

let client: Client;
let id: string;
beforeAll(async () => {
  const signedIn = await app.signIn();
  client = signedIn.client;
  const { team } = signedIn;
  const number = await buildBusinessNumber(app.em(), { team });
  const phone = uniquePhone();
  for (const moment of moments) {
    const message = await buildMessage(app.em(), { team, number, phone });
    id = message.threadId;
    await app.em().execute("update message set created_at = ?::timestamptz where id = ?", [moment, message.id]);
  }
});

/** The moments of the replies after `since`. */
async function repliesAfter(since: string): Promise<string[]> {
  const { replies } = await client.listThreadReplies({ path: { id }, query: { since } });
  return replies.map(({ createdAt }) => createdAt);
}

test.each([
  ["just as createdAt is written", "2026-03-01T12:00:00.123456Z"],
  ["in lower case", "2026-03-01t12:00:00.123456z"],
  ["with a space for the T", "2026-03-01 12:00:00.123456Z"],
  ["with a comma", "2026-03-01T12:00:00,123456Z"],
  ["without an offset, which is UTC", "2026-03-01T12:00:00.123456"],
  ["with the offset zero", "2026-03-01T12:00:00.123456+00:00"],
  ["with minus zero", "2026-03-01T12:00:00.123456-00:00"],
  ["with an offset to the east", "2026-03-01T17:30:00.123456+05:30"],
  ["with an offset to the west, without its colon", "2026-03-01T07:00:00.123456-0500"],
  ["with an offset that makes it another day", "2026-03-02T02:00:00.123456+14:00"],
  ["with nanoseconds", "2026-03-01T12:00:00.123456000Z"],
  ["with nanoseconds that are cut", "2026-03-01T12:00:00.123456999Z"],
])("since %s returns the replies strictly after that microsecond", async (_, since) => {
  expect(await repliesAfter(since)).toEqual([moments[2]]);
});

test("an unencoded plus sign, which arrives as a space, counts as a plus sign", async () => {
  const answer = await client.request("GET", `/api/threads/${id}/replies?since=2026-03-01T17:30:00.123456+05:30`);

  expect(answer.body.replies).toMatchObject([{ createdAt: moments[2] }]);
});

test.each([
  ["a date, which is its midnight", "2026-03-01", 3],
  ["the next day", "2026-03-02", 0],
  ["a time without seconds", "2026-03-01T12:00Z", 3],
  ["the minute after", "2026-03-01T12:01Z", 0],
  ["a time without a fraction", "2026-03-01T12:00:00Z", 3],
  ["fewer digits, which end in zeros", "2026-03-01T12:00:00.12345Z", 3],
  ["the next of them", "2026-03-01T12:00:00.12346Z", 0],
  ["the last microsecond of the day before in a zone ahead", "2026-03-01T23:59:59.999999+12:00", 3],
  ["a leap day", "2024-02-29", 3],
  ["the first day there is", "0001-01-01", 3],
  ["the last possible timestamp", "9999-12-31T23:59:59.999999999Z", 0],
])("since %s", async (_, since, count) => {
  expect(await repliesAfter(since)).toEqual(moments.slice(3 - count));
});

test("a timestamp in any notation returns exactly the later replies", async () => {
  const written = fc.record({
    distance: fc.oneof(fc.integer({ min: -3, max: 3 }), fc.integer({ min: -1e12, max: 1e12 })),
    offsetMinutes: fc.integer({ min: -(23 * 60 + 59), max: 23 * 60 + 59 }),
    separator: fc.constantFrom("T", "t", " "),
    point: fc.constantFrom(".", ","),
    nanoseconds: fc.option(fc.integer({ min: 0, max: 999 })),
    colon: fc.boolean(),
  });

  await fc.assert(
    fc.asyncProperty(written, async ({ distance, offsetMinutes, separator, point, nanoseconds, colon }) => {
      const moment = plusMicroseconds(moments[1]!, distance);
      const local = plusMicroseconds(moment, offsetMinutes * 60_000_000).slice(0, -1);
      const [hours, minutes] = [Math.floor(Math.abs(offsetMinutes) / 60), Math.abs(offsetMinutes) % 60];
      const [hh, mm] = [hours, minutes].map((part) => String(part).padStart(2, "0"));
      const since = [
        local.replace("T", separator).replace(".", point),
        nanoseconds === null ? "" : String(nanoseconds).padStart(3, "0"),
        `${offsetMinutes < 0 ? "-" : "+"}${hh}${colon ? ":" : ""}${mm}`,
      ].join("");

      expect(await repliesAfter(since)).toEqual(moments.filter((each) => each > moment));
    }),
    { numRuns: 40 },
  );
});

test.each([
  ["nothing", ""],
  ["words", "yesterday"],
  ["seconds since 1970", "1772366400"],
  ["a year", "2026"],
  ["a month", "2026-03"],
  ["30 February", "2026-02-30"],
  ["30 February with a time", "2026-02-30T12:00:00Z"],
  ["a leap day of another year", "2025-02-29"],
  ["31 April", "2026-04-31T00:00:00.000000+02:00"],
  ["a month 13", "2026-13-01"],
  ["a month zero", "2026-00-10"],
  ["a day zero", "2026-03-00"],
  ["an hour 25", "2026-03-01T25:00Z"],
  ["a minute 60", "2026-03-01T12:60Z"],
  ["a second 61", "2026-03-01T12:00:61Z"],
  ["an offset of 24 hours", "2026-03-01T12:00:00+24:00"],
  ["an offset of 60 minutes", "2026-03-01T12:00:00+01:60"],
  ["ten digits of fraction", "2026-03-01T12:00:00.1234567890Z"],
  ["a point without digits", "2026-03-01T12:00:00.Z"],
  ["a time without its date", "12:00:00Z"],
  ["a single digit for the month", "2026-3-01"],
  ["no separators", "20260301T120000Z"],
  ["white space before it", " 2026-03-01"],
  ["a line break after it", "2026-03-01\n"],
  ["more after it", "2026-03-01T12:00:00Z or later"],
  ["digits of another script", "٢٠٢٦-03-01"],
  ["the year zero", "0000-01-01"],
  ["a timestamp before the first year", "0001-01-01T00:00:00+01:00"],
  ["a timestamp after the last year", "9999-12-31T23:59:59-01:00"],
  ["an expanded year", "+002026-03-01"],
  ["infinity, which PostgreSQL would take", "infinity"],
  ["a zone's name", "2026-03-01T12:00:00 Europe/Berlin"],
  ["a NUL", "2026-03-01\0"],
])("since with %s is invalid_since", async (_, since) => {
  await expect(repliesAfter(since)).rejects.toMatchObject({ status: 422, error: "invalid_since" });
});

test("since is required exactly once", async () => {
  for (const query of ["", "?since=2026-03-01&since=2026-03-01", "?Since=2026-03-01"]) {
    const answer = await client.request("GET", `/api/threads/${id}/replies${query}`);
    expect(answer).toMatchObject({ status: 422, body: { error: "invalid_since" } });
  }
});
