import fc from "fast-check";
import { expect, test } from "vitest";
import { networkOf } from "../../server/http/holder.ts";
import { UnfinishedBodies, type UnfinishedBody } from "../../server/http/unfinished-bodies.ts";

/** Adds bodies, and records the names of those that end. */
function observe(limits: { bodies: number; bytes: number }) {
  const bodies = new UnfinishedBodies(limits);
  const ended: string[] = [];
  const add = (holder: string, name = holder) => bodies.add(holder, () => ended.push(name));
  return { bodies, ended, add };
}

test("beyond the share of a holder, the oldest body of the holder ends", () => {
  const { add, ended } = observe({ bodies: 6, bytes: 100 });
  for (const name of ["a1", "a2", "a3", "a4", "a5"]) add("a", name);
  add("b");

  expect(ended).toEqual(["a1", "a2"]);
});

test("when all places are taken, the oldest body of all ends for a new holder", () => {
  const { add, ended } = observe({ bodies: 4, bytes: 100 });
  for (const holder of ["a", "b", "c", "d", "e", "f"]) add(holder);

  expect(ended).toEqual(["a", "b"]);
});

test("bodies count by the bytes that have arrived, and a holder's only body may have more than a share", () => {
  const { bodies, add, ended } = observe({ bodies: 10, bytes: 100 });
  const first = add("a", "a1");
  bodies.grow(first, 90);
  expect(ended).toEqual([]);

  add("a", "a2");
  bodies.grow(add("b"), 10);
  expect(ended).toEqual([]);
  bodies.grow(add("c"), 1);
  expect(ended).toEqual(["a1"]);
});

test("a body that has arrived gives its places back, once", () => {
  const { bodies, add, ended } = observe({ bodies: 2, bytes: 10 });
  for (const _ of [1, 2, 3]) {
    const body = add("a");
    bodies.grow(body, 10);
    bodies.remove(body);
    bodies.remove(body);
  }

  expect(ended).toEqual([]);
});

test("however bodies come and grow, the limits hold, each ends at most once, and a new body is among the rest", () => {
  const step = fc.record({
    holder: fc.constantFrom("a", "b", "c", "d"),
    does: fc.constantFrom("add", "grow", "remove"),
    bytes: fc.integer({ min: 1, max: 20 }),
    which: fc.nat(),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 150 }), (steps) => {
      const bodies = new UnfinishedBodies({ bodies: 5, bytes: 40 });
      const open: UnfinishedBody[] = [];
      for (const { holder, does, bytes, which } of steps) {
        if (does === "add") {
          const body: UnfinishedBody = bodies.add(holder, () => void open.splice(open.indexOf(body), 1));
          open.push(body);
          expect(open).toContain(body);
        } else if (open.length > 0) {
          const body = open[which % open.length]!;
          if (does === "grow") bodies.grow(body, bytes);
          else bodies.remove(open.splice(open.indexOf(body), 1)[0]!);
        }
        expect(open.length).toBeLessThanOrEqual(5);
        expect(open.reduce((sum, body) => sum + body.bytes, 0)).toBeLessThanOrEqual(40);
      }
    }),
  );
});

test.each([
  ["203.0.113.7", "203.0.113.7"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2"],
  ["2001:db8:1:2::1", "2001:db8:1:2"],
  ["2001:DB8::1", "2001:db8:0:0"],
  ["fe80::1%eth0", "fe80:0:0:0"],
  ["::1", "0:0:0:0"],
  ["", ""],
])("the address %s counts as %s", (address, network) => {
  expect(networkOf(address)).toBe(network);
});
