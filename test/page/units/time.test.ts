import fc from "fast-check";
import { expect, test } from "vitest";
import { showTime } from "../../../page/time.ts";

test("a time is shown in the zone of the browser, and in full with the zone and UTC", () => {
  const now = new Date("2026-11-21T12:00:00Z");

  const shown = showTime("2026-11-21T10:15:30.123456Z", now, "America/New_York");

  expect(shown).toMatchObject({ short: "05:15", day: "Today" });
  expect(shown.full).toContain("Saturday, November 21, 2026");
  expect(shown.full).toContain("EST");
  expect(shown.full).toContain("2026-11-21T10:15:30.123456 UTC");
});

test.each([
  ["2026-11-21T04:59:59Z", "Yesterday"],
  ["2026-11-21T05:00:00Z", "Today"],
  ["2026-11-20T04:59:59Z", "Thu, Nov 19"],
  ["2025-11-20T04:59:59Z", "Wed, Nov 19, 2025"],
])("days end at midnight of the zone: %s is %s", (timestamp, day) => {
  expect(showTime(timestamp, new Date("2026-11-21T12:00:00Z"), "America/New_York").day).toBe(day);
});

test("the day before is Yesterday on every day, also after a change of the clocks", () => {
  const zones = fc.constantFrom("America/New_York", "Europe/Berlin", "Australia/Lord_Howe", "UTC", "Asia/Kathmandu");
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 365 * 24 }), zones, (hours, zone) => {
      const now = new Date(Date.UTC(2026, 0, 2) + hours * 3_600_000);
      expect(showTime(now.toISOString(), now, zone).day).toBe("Today");
      let before = now;
      while (showTime(before.toISOString(), now, zone).day === "Today") before = new Date(before.getTime() - 900_000);
      expect(showTime(before.toISOString(), now, zone).day).toBe("Yesterday");
    }),
    { numRuns: 25 },
  );
});
