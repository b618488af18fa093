import { expect, test } from "vitest";
import { createProgress } from "../../cli/rows/progress.ts";

interface Point {
  second: number;
  rows: number;
  fraction?: number;
}

/** Shows the rows at some seconds of a run that starts at 0, and returns the written texts. */
function textsOf(points: Point[], { isTTY = true, ends = false } = {}): string[] {
  let now = 0;
  const texts: string[] = [];
  const stderr = { isTTY, columns: 200, write: (text: string) => texts.push(text) };
  const progress = createProgress({ env: {}, stdin: undefined as never, stdout: stderr, stderr }, () => now);
  for (const { second, rows, fraction } of points) {
    now = second * 1_000;
    progress.show({ rows, failed: 0, fraction });
  }
  if (ends) progress.end();
  return texts;
}

const lastLine = (points: Point[]): string => textsOf(points).at(-1)!;

const everySecond = (count: number, rowsAt: (second: number) => number, of?: number) =>
  Array.from({ length: count }, (_, second) => {
    const rows = rowsAt(second);
    return { second, rows, ...(of !== undefined && { fraction: rows / of }) };
  });

test("the rate and the time left follow the last seconds, not the start of the run", () => {
  const line = lastLine(everySecond(61, (second) => (second <= 30 ? second * 100 : 3_000 + (second - 30) * 10), 4_300));

  expect(line).toContain("3,300 rows, 10/s, 1 m 40 s left");
});

test("a slow first row does not count for the rate", () => {
  const points = everySecond(6, (second) => 1 + second * 20, 1_000).map((each) => ({
    ...each,
    second: each.second + 30,
  }));
  expect(lastLine(points)).toContain("101 rows, 20/s, 45 s left");
});

test.each([{ isTTY: true }, { isTTY: false }])(
  "the last line has the rate and the time of the whole run, %o",
  ({ isTTY }) => {
    const points = everySecond(61, (second) => (second <= 30 ? second * 100 : 3_000 + (second - 30) * 10));
    const text = textsOf(points, { isTTY, ends: true }).join("").trimEnd();
    expect(text.replace(/\W*K?$/, "")).toMatch(/3,300 rows, 55\/s, 1 m 0 s$/);
  },
);

test("rows of an earlier run do not count for the rate", () => {
  expect(lastLine(everySecond(6, (second) => 50_000 + second * 20))).toContain("50,100 rows, 20/s");
});
