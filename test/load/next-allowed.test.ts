import { expect, test } from "vitest";
import { emOfTeam } from "../../server/db/commit/of-teams.ts";
import { newId } from "../../server/db/schema/ids.ts";
import { plusMicroseconds } from "../../server/db/timestamp.ts";
import { findNextAllowed } from "../../server/texts/quiet-hours/next-allowed.ts";
import { useApp } from "../support/app.ts";

const app = useApp();

const zones = `Africa/Cairo Africa/Casablanca America/Asuncion America/Chicago America/Havana America/Los_Angeles
  America/New_York America/Nuuk America/Phoenix America/Santiago America/Sao_Paulo America/St_Johns Antarctica/Troll
  Asia/Beirut Asia/Gaza Asia/Jerusalem Asia/Kathmandu Asia/Kolkata Asia/Tehran Asia/Tokyo Atlantic/Azores
  Australia/Adelaide Australia/Lord_Howe Australia/Sydney Europe/Berlin Europe/Dublin Europe/London Pacific/Apia
  Pacific/Auckland Pacific/Chatham`.split(/\s+/);

const windows = [
  ["21:00", "08:00"],
  ["22:30", "02:30"],
  ["23:59", "01:37"],
  ["01:15", "02:15"],
] as const;

const minute = 60_000_000;

/** The day before each change of the zones' clocks in 2026, found by their offsets. */
async function daysBeforeChanges(): Promise<{ zone: string; day: string }[]> {
  return app.em().execute(
    `select zone, to_char(day at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS".000000Z"') as day
     from unnest(?::text[]) as zone, generate_series(timestamptz '2026-01-01Z', timestamptz '2026-12-31Z', interval '1 day') as day
     where (day at time zone zone) - (day at time zone 'UTC')
       <> ((day + interval '1 day') at time zone zone) - ((day + interval '1 day') at time zone 'UTC')`,
    [`{${zones.join(",")}}`],
  );
}

/** The clock of a zone at each minute of three days, as this program and not PostgreSQL knows it. */
function clocksOf({ zone, day }: { zone: string; day: string }): string[] {
  const format = new Intl.DateTimeFormat("en", {
    timeZone: zone,
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  });
  return Array.from({ length: 3 * 1_440 }, (_, index) => format.format(Date.parse(day) + index * 60_000));
}

const isQuiet = (clock: string, [from, to]: readonly [string, string]) =>
  from < to ? clock >= from && clock < to : clock >= from || clock < to;

test("around each change of the clocks of 30 zones, the first allowed minute is found, and never an earlier time", async () => {
  const changes = await daysBeforeChanges();
  expect(new Set(changes.map(({ zone }) => zone)).size).toBeGreaterThan(18);
  const steady = zones.map((zone) => ({ zone, day: "2026-06-10T00:00:00.000000Z" }));
  const em = emOfTeam(app.database.orm, newId());

  for (const { zone, day } of [...changes, ...steady]) {
    const clocks = clocksOf({ zone, day });
    // Two days in steps of 97 minutes and 13.5 seconds.
    const times = windows.flatMap((window) =>
      Array.from({ length: 30 }, (_, index) => ({ window, first: index * 97 })),
    );
    const found = await findNextAllowed(
      em,
      times.map(({ window: [from, to], first }) => {
        return { at: plusMicroseconds(day, first * minute + 13_500_000), from, to, zones: [zone] };
      }),
    );

    for (const [index, { window, first }] of times.entries()) {
      const next = clocks.findIndex((clock, at) => at >= first && !isQuiet(clock, window));
      const expected = next === first ? undefined : plusMicroseconds(day, next * minute);
      expect(found[index], `${zone} ${day} ${window}, ${first} minutes later`).toBe(expected);
    }
  }
});

test("a time must be allowed in all zones", async () => {
  const em = emOfTeam(app.database.orm, newId());
  const at = "2026-11-26T03:00:00.000000Z";
  const hours = { from: "21:00", to: "08:00" };

  const found = await findNextAllowed(em, [
    { ...hours, at, zones: ["America/New_York"] },
    { ...hours, at, zones: ["America/Los_Angeles"] },
    { ...hours, at, zones: ["America/New_York", "America/Los_Angeles"] },
    { ...hours, at: "2026-11-26T18:00:00.000000Z", zones: ["America/New_York", "America/Los_Angeles"] },
  ]);

  expect(found).toEqual(["2026-11-26T13:00:00.000000Z", undefined, "2026-11-26T16:00:00.000000Z", undefined]);
});

test("quiet hours have their first microsecond, and not the one after their last", async () => {
  const em = emOfTeam(app.database.orm, newId());
  const night = { from: "21:00", to: "08:00", zones: ["UTC"] };
  const day = { from: "08:00", to: "21:00", zones: ["UTC"] };
  const [morning, evening] = ["2026-11-26T08:00:00.000000Z", "2026-11-26T21:00:00.000000Z"];
  const [beforeMorning, beforeEvening] = [plusMicroseconds(morning, -1), plusMicroseconds(evening, -1)];

  const found = await findNextAllowed(
    em,
    [night, day].flatMap((hours) => [beforeMorning, morning, beforeEvening, evening].map((at) => ({ ...hours, at }))),
  );

  const nextMorning = "2026-11-27T08:00:00.000000Z";
  expect(found).toEqual([...[morning, undefined, undefined, nextMorning], ...[undefined, evening, evening, undefined]]);
});

test("the end of quiet hours that leave a minute a day is found on days of 23 and of 25 hours", async () => {
  const em = emOfTeam(app.database.orm, newId());
  const hours = { from: "10:00", to: "09:59", zones: ["Europe/Berlin"] };

  const found = await findNextAllowed(em, [
    { ...hours, at: "2026-03-28T09:00:00.000000Z" },
    { ...hours, at: "2026-10-24T08:00:00.000000Z" },
  ]);

  expect(found).toEqual(["2026-03-29T07:59:00.000000Z", "2026-10-25T08:59:00.000000Z"]);
});
