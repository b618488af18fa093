import { expect, test } from "vitest";
import { divideByGenerator, renderGenerators } from "./generators.ts";
import { loop, type Round, sendRequests } from "./measures.ts";
import { compare } from "./report.ts";
import type { Row } from "./row.ts";
import { byWrk, requestsOf, requireWrk } from "./wrk.ts";

const send = sendRequests({ kind: "text" });
const row: Row = { id: "send", what: "", unit: "/s", measure: send, references: [{ name: "bare", measure: send }] };
const round = (figure: number, generatorBusy: number): Round => ({ figure, generatorBusy });

/** The rows of both generators, each with the row's figure and the reference's. */
const measured = (own: [Round, Round], wrk: [Round, Round]) => ({
  own: compare(
    row,
    own.map((each) => [each]),
  ),
  wrk: compare(
    row,
    wrk.map((each) => [each]),
  ),
});

test("rows that wrk cannot run are named, and so are references of others", () => {
  const other: Row = { ...row, id: "two", measure: sendRequests({ kind: "text", servers: 2 }) };
  const { chosen, skipped } = divideByGenerator([
    { ...row, references: [...row.references, { name: "loop", measure: loop }] },
    other,
  ]);

  expect(chosen.map(({ id, references }) => [id, references.map(({ name }) => name)])).toEqual([["send", ["bare"]]]);
  expect(skipped).toEqual(["send against loop", "two"]);
});

test("ratios of two generators within 15 % need no reason", () => {
  const text = renderGenerators([measured([round(100, 0.9), round(100, 0.9)], [round(115, 0.1), round(100, 0.1)])]);

  expect(text).toMatch(/1\.00 .*1\.15 .*1\.15 +✓$/);
});

test("a ratio that differs by more is named with the limit and the cost of each generator", () => {
  const text = renderGenerators([measured([round(100, 0.5), round(100, 0.97)], [round(100, 0.1), round(200, 0.2)])]);

  expect(text).toMatch(/0\.50 +✗\n/);
  expect(text).toContain(
    "send against bare differs by more than 15 %: the bench used 0.97 of a core and may have limited bare",
  );
  expect(text).toContain("a request costs the bench 5000 µs and wrk 1000 µs");
});

test("wrk gets every request of a job with its length", () => {
  const target = { key: "k_test", threadId: "", secret: "", publicUrl: "", number: "", recipients: 10, contacts: 0 };
  const job = { origins: ["http://127.0.0.1:1"], connections: 1, seconds: 1, status: 200, first: 5, count: 2_001 };
  const input = Buffer.concat([...requestsOf({ ...job, kind: "text", targets: [target] })]);

  const requests: string[] = [];
  for (let at = 0; at < input.length; ) {
    const start = input.indexOf("\n", at) + 1;
    at = start + Number(input.subarray(at, start));
    requests.push(input.subarray(start, at).toString());
  }
  expect(requests).toHaveLength(2_001);
  expect(requests[0]).toMatch(/^POST \/api\/text HTTP\/1\.1\r\nhost: 127\.0\.0\.1:1\r\n.*, 5"}$/s);
  expect(new Set(requests).size).toBe(2_001);
});

test("wrk refuses a load with a rate, and its absence is an error that says what to install", async () => {
  const job = { origins: ["http://127.0.0.1:1"], connections: 1, seconds: 1, rate: 5, status: 200, first: 0, count: 1 };
  const measure = byWrk(async (setup) => ({
    figure: (await setup.load().run({ ...job, kind: "hello", targets: [] })).busy,
  }));

  await expect(measure({} as never, {} as never)).rejects.toThrow("wrk cannot run the load of hello");
  expect(() => requireWrk("/nowhere")).toThrow("apt-get install wrk");
});
