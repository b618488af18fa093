import { afterEach, expect, test, vi } from "vitest";
import { createLog } from "../../server/log.ts";
import type { Pace } from "../../server/provider/provider.ts";
import { createDispatcher } from "../../server/texts/pending/dispatcher.ts";
import { useApp } from "../support/app.ts";
import { recordStatements } from "../support/statements.ts";

const app = useApp();

afterEach(() => vi.restoreAllMocks());

test("every look is for lines only while a number has a pace, and else one in five seconds", async () => {
  const paces = new Map<string, Pace>();
  const carrier = { ...app.provider, paces };
  const log = createLog("silent");
  const dispatcher = createDispatcher({ orm: app.database.orm, log, carrierOf: () => carrier, files: {} as never });
  let now = performance.now();
  vi.spyOn(performance, "now").mockImplementation(() => now);
  const looksForLines = async () => {
    const sent = await recordStatements(() => dispatcher.dispatch());
    return sent.some(({ text }) => text.includes("line_number_id is not null"));
  };

  expect([await looksForLines(), await looksForLines()]).toEqual([true, false]);
  now += 5_000;
  expect([await looksForLines(), await looksForLines()]).toEqual([true, false]);
  paces.set("+12025550123", { numberId: "", perSecond: 1 });
  expect([await looksForLines(), await looksForLines()]).toEqual([true, true]);
});
