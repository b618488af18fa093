import fc from "fast-check";
import { expect, test } from "vitest";
import { Places } from "../../server/shares/places.ts";

/** Takes places one at a time, as many as the holder gets. */
function takeAll(places: Places, holder: string): number {
  let taken = 0;
  for (; places.hasRoomFor(holder); taken += 1) places.take(holder);
  return taken;
}

test("one holder gets half of the places, and each further holder half of what is left", () => {
  const places = new Places(1_000);

  expect(["a", "b", "c"].map((holder) => takeAll(places, holder))).toEqual([500, 250, 125]);
  expect(takeAll(places, "a")).toBe(0);
  places.release("a", 400);
  expect(takeAll(places, "b")).toBeGreaterThan(0);
});

test("a holder without a place gets the last one", () => {
  expect(takeAll(new Places(1), "a")).toBe(1);
  expect(takeAll(new Places(0), "a")).toBe(0);
  const places = new Places(3);
  expect(["a", "b", "c", "d"].map((holder) => takeAll(places, holder))).toEqual([1, 1, 1, 0]);
});

test("whatever holders take and give back, a further place leaves as many free as its holder then has", () => {
  const step = fc.record({
    holder: fc.constantFrom("a", "b", "c", "d", "e"),
    count: fc.integer({ min: 1, max: 9 }),
    gives: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 60 }), fc.array(step, { maxLength: 200 }), (total, steps) => {
      const places = new Places(total);
      const held = new Map<string, number>();
      const countFree = () => total - [...held.values()].reduce((sum, count) => sum + count, 0);
      for (const { holder, count, gives } of steps) {
        const before = held.get(holder) ?? 0;
        if (gives && before > 0) {
          const returned = Math.min(count, before);
          places.release(holder, returned);
          held.set(holder, before - returned);
        } else if (places.hasRoomFor(holder, count)) {
          places.take(holder, count);
          held.set(holder, before + count);
          expect(countFree()).toBeGreaterThanOrEqual(before === 0 ? 0 : before + count);
        } else {
          expect(before === 0 ? countFree() < count : before + count > countFree() - count).toBe(true);
        }
        expect(places.free).toBe(countFree());
        expect(places.heldBy(holder)).toBe(held.get(holder) ?? 0);
      }
    }),
  );
});
