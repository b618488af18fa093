import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runProgram, useProcesses } from "../support/process.ts";

const { newPath } = useProcesses();

test("the benchmark measures a row, compares it with its reference, and shows the cost of a request", {
  timeout: 120_000,
}, async () => {
  const output = join(newPath(), "bench.json");
  const bench = ["test/bench/bench.ts", "verify", "--quick", "--output", output];
  const { code, stdout, stderr } = await runProgram(process.execPath, bench);

  expect({ code, stderr }).toEqual({ code: 0, stderr: "verify …\n" });
  const { rows } = JSON.parse(readFileSync(output, "utf8"));
  expect(rows).toEqual([expect.objectContaining({ id: "verify", unit: "/s" })]);
  const [{ measurements, comparisons }] = rows;
  for (const { figure } of [measurements, comparisons[0].measurements]) expect(figure.median).toBeGreaterThan(0);
  expect(comparisons[0].ratio.rounds).toEqual([
    measurements.figure.rounds[0] / comparisons[0].measurements.figure.rounds[0],
  ]);
  expect(stdout).toMatch(/^verify .*\n\nCPU time and latency per request:\n/m);
});
