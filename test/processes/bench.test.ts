import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runProgram, useProcesses } from "../support/process.ts";

const { newPath } = useProcesses();

test("the benchmark measures a row, and says how it compares and what a request took", {
  timeout: 120_000,
}, async () => {
  const output = join(newPath(), "bench.json");
  const bench = ["test/bench/bench.ts", "verify", "--quick", "--output", output];
  const { code, stdout, stderr } = await runProgram(process.execPath, bench);

  expect({ code, stderr }).toMatchObject({ code: 0 });
  const { rows } = JSON.parse(readFileSync(output, "utf8"));
  expect(rows).toEqual([expect.objectContaining({ id: "verify", unit: "/s" })]);
  const [{ taken, compared }] = rows;
  for (const { figure } of [taken, compared[0].taken]) expect(figure.median).toBeGreaterThan(0);
  expect(compared[0].ratio.rounds).toEqual([taken.figure.rounds[0] / compared[0].taken.figure.rounds[0]]);
  expect(stdout).toMatch(/^verify .*\n\nCPU time and latency per request:\n/m);
});
