import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runProgram, useProcesses } from "../support/process.ts";

const { newPath } = useProcesses();

test("the benchmark measures every row, and says of each how it compares", { timeout: 120_000 }, async () => {
  const output = join(newPath(), "bench.json");
  const bench = ["test/bench/bench.ts", "--quick", "--output", output];
  const { code, stdout, stderr } = await runProgram(process.execPath, bench);

  expect({ code, stderr }).toMatchObject({ code: 0 });
  const { rows } = JSON.parse(readFileSync(output, "utf8"));
  const listed = await runProgram(process.execPath, ["test/bench/bench.ts", "--help"]);
  const ids = listed.stdout
    .trimEnd()
    .split("\n")
    .map((line) => line.split(" ")[0]);
  expect(rows.map(({ id }: { id: string }) => id)).toEqual(ids);
  for (const { id, perSecond, compared } of rows) {
    expect(stdout).toContain(`\n${id} `);
    expect(perSecond.median).toBeGreaterThan(0);
    for (const { ratio } of compared) expect(ratio.median).toBeGreaterThan(0);
  }
});

test("the benchmark refuses rows that it does not have", async () => {
  const { code, stderr } = await runProgram(process.execPath, ["test/bench/bench.ts", "nothing"]);

  expect({ code, stderr }).toMatchObject({ code: 1, stderr: expect.stringContaining("There is no row nothing") });
});
