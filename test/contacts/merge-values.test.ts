import fc from "fast-check";
import { expect, test } from "vitest";
import { mergeValues } from "../../server/contacts/merges/merge-values.ts";

const numbered = (count: number, prefix: string) => Array.from({ length: count }, (_, at) => `${prefix} ${at}`);

// A comparison of each item with each other takes some seconds for these cases. The time is that of the processor, because
// other programs can keep it from this one.
test.each([
  ["texts", (text: string): unknown => text],
  ["objects", (text: string): unknown => ({ text, list: [text] })],
])("appending 20,000 %s to 20,000 others is fast", (_, wrap) => {
  const [target, source] = [numbered(20_000, "a"), numbered(20_000, "b")].map((texts) => texts.map(wrap));
  const before = process.cpuUsage();

  const united = mergeValues<unknown[]>(target!, [...source!, ...target!], "append");

  expect(process.cpuUsage(before).user / 1_000).toBeLessThan(1_000);
  expect(united).toHaveLength(40_000);
});

test("append keeps the first of equal values, regardless of type and the order of names", () => {
  const target = ["1", 1, "null", null, { a: 1, b: [{ c: 2, d: 3 }] }, [1, 2], '{"a":1}', true];
  const source = [1, "1", null, { b: [{ d: 3, c: 2 }], a: 1 }, [2, 1], { a: 1 }, "true", '"1'];

  expect(mergeValues<unknown[]>(target, source, "append")).toEqual([...target, [2, 1], { a: 1 }, "true", '"1']);
});

test("append has the same result as a comparison of each JSON value with each other", () => {
  const json = fc.jsonValue({ maxDepth: 2 });
  fc.assert(
    fc.property(fc.array(json, { maxLength: 8 }), fc.array(json, { maxLength: 8 }), (target, source) => {
      const expected: unknown[] = [];
      for (const value of [...target, ...source]) {
        if (!expected.some((other) => isEqual(other, value))) expected.push(value);
      }
      expect(mergeValues<unknown[]>(target, source, "append")).toEqual(expected);
    }),
  );
});

function isEqual(a: unknown, b: unknown): boolean {
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return a === b;
  const [names, others] = [Object.keys(a), Object.keys(b)];
  if (Array.isArray(a) !== Array.isArray(b) || names.length !== others.length) return false;
  return names.every((name) => Object.hasOwn(b, name) && isEqual(Reflect.get(a, name), Reflect.get(b, name)));
}
