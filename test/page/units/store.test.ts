import fc from "fast-check";
import { expect, test } from "vitest";
import { isOnItsWay, laterStatus, mergeRows } from "../../../page/store.ts";

const statuses = ["queued", "sending", "sent", "delivered", "undelivered", "failed", "read"] as const;
const groups = [["queued"], ["sending"], ["sent"], ["delivered", "undelivered", "failed"], ["read"]];
const rank = (status: string) => groups.findIndex((group) => group.includes(status));

test("a status never goes back, whatever is reported in whatever order", () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...statuses)), (reports) => {
      let status: (typeof statuses)[number] = "queued";
      for (const report of reports) {
        const next: (typeof statuses)[number] = laterStatus(status, report);
        expect(rank(next)).toBeGreaterThanOrEqual(rank(status));
        expect([status, report]).toContain(next);
        status = next;
      }
    }),
  );
});

test("the first final status stays, and only a delivered text is read", () => {
  for (const final of ["undelivered", "failed"] as const) {
    for (const report of statuses) expect(laterStatus(final, report)).toBe(final);
  }
  expect(laterStatus("delivered", "failed")).toBe("delivered");
  expect(laterStatus("delivered", "read")).toBe("read");
  expect(laterStatus<string>("sent", "a status of a later version")).toBe("sent");
});

test("a text is on its way until its final status", () => {
  expect(statuses.filter(isOnItsWay)).toEqual(["queued", "sending", "sent"]);
  expect(isOnItsWay("a status of a later version")).toBe(false);
});

const rows = fc.array(
  fc.record({ id: fc.constantFrom("a", "b", "c", "d"), micros: fc.nat(999_999), version: fc.nat(9) }),
);
const timed = ({ id, micros, version }: { id: string; micros: number; version: number }) => {
  return { id, version, createdAt: `2026-11-21T10:15:30.${String(micros).padStart(6, "0")}Z` };
};

test("merged rows are unique and ordered to the microsecond, and the same in whatever pieces they arrive", () => {
  const newer = (a: ReturnType<typeof timed>, b: ReturnType<typeof timed>) => (b.version > a.version ? b : a);
  fc.assert(
    fc.property(rows, fc.nat(20), (given, cut) => {
      const all = given.map((row) => timed({ ...row, micros: row.id.charCodeAt(0) * 7 }));
      const atOnce = mergeRows([], all, newer);
      const inPieces = mergeRows(mergeRows([], all.slice(0, cut), newer), all.slice(cut), newer);
      expect(inPieces).toEqual(atOnce);
      expect(new Set(atOnce.map(({ id }) => id)).size).toBe(atOnce.length);
      expect(atOnce.map(({ createdAt }) => createdAt)).toEqual(atOnce.map(({ createdAt }) => createdAt).toSorted());
    }),
  );
  const [early, late] = [timed({ id: "b", micros: 1, version: 0 }), timed({ id: "a", micros: 2, version: 0 })];
  expect(mergeRows([late], [early], newer)).toEqual([early, late]);
});
