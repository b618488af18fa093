import { expect, test } from "vitest";
import { createProgress } from "../../cli/rows/progress.ts";

/** Shows the rows at some seconds of a run, and returns the last line. */
function lastLine(points: { second: number; rows: number; fraction?: number }[]): string {
  let now = 0;
  const lines: string[] = [];
  const stderr = { isTTY: true, columns: 200, write: (text: string) => lines.push(text) };
  const progress = createProgress({ env: {}, stdin: undefined as never, stdout: stderr, stderr }, () => now);
  for (const { second, rows, fraction } of points) {
    now = second * 1_000;
    progress.show({ rows, failed: 0, fraction });
  }
  return lines.at(-1)!;
}

const everySecond = (count: number, rowsAt: (second: number) => number, of?: number) =>
  Array.from({ length: count }, (_, second) => {
    const rows = rowsAt(second);
    return { second, rows, ...(of !== undefined && { fraction: rows / of }) };
  });

test("the rate and the time left follow the last seconds, not the start of the run", () => {
  const line = lastLine(everySecond(61, (second) => (second <= 30 ? second * 100 : 3_000 + (second - 30) * 10), 4_300));

  expect(line).toContain("3,300 rows, 10/s, 1 m 40 s left");
});

test("rows of an earlier run do not count for the rate", () => {
  expect(lastLine(everySecond(6, (second) => 50_000 + second * 20))).toContain("50,100 rows, 20/s");
});
