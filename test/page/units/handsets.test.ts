import fc from "fast-check";
import { expect, test } from "vitest";
import type { SimulatedText } from "../../../generated/api.ts";
import { addLines, handsetOf, listHandsets, newNumber, type Reply, raiseStatus } from "../../../page/phone/handsets.ts";

const at = (second: number) => `2026-11-21T10:15:${String(second).padStart(2, "0")}.000000Z`;
const phone = "+12025550123";

function textOf(id: string, given: Partial<SimulatedText> = {}): SimulatedText {
  return {
    id,
    kind: "text",
    from: "+12025550100",
    to: phone,
    text: `text ${id}`,
    code: null,
    status: "queued",
    errorCode: null,
    testMode: false,
    createdAt: at(1),
    ...given,
  } as SimulatedText;
}

const replyAt = (second: number): Reply => {
  return { kind: "reply", id: "r", from: phone, to: "+12025550100", text: "hi", createdAt: at(second) };
};

test("lines are unique and ordered by their time, and each belongs to the handset that shows it", () => {
  let lines = addLines([], [textOf("late", { createdAt: at(9) }), textOf("early")]);
  lines = addLines(lines, [textOf("elsewhere", { to: "+12025550124", createdAt: at(2) }), replyAt(5)]);
  lines = addLines(lines, [replyAt(5), textOf("late", { createdAt: at(9) })]);

  expect(lines.map((line) => [line.id, handsetOf(line)])).toEqual([
    ["early", phone],
    ["elsewhere", "+12025550124"],
    ["r", phone],
    ["late", phone],
  ]);
});

test("the same reports in any order and number leave the same status and error code", () => {
  const report = fc.constantFrom(
    ...(["sent", "delivered", "read"] as const).map((status) => ({ status, errorCode: null })),
  );
  fc.assert(
    fc.property(fc.array(report), (reports) => {
      let lines = addLines([], [textOf("a")]);
      for (const { status, errorCode } of reports) lines = raiseStatus(lines, "a", status, errorCode)!;
      const order = ["queued", "sent", "delivered", "read"];
      const highest = reports.map(({ status }) => order.indexOf(status)).reduce((a, b) => Math.max(a, b), 0);
      expect(lines).toMatchObject([{ status: order[highest] }]);
    }),
  );
});

test("an error code comes with its status, and a late status changes neither", () => {
  let lines = addLines([], [textOf("a")]);
  lines = raiseStatus(lines, "a", "undelivered", "30003")!;
  lines = raiseStatus(lines, "a", "sent", null)!;
  lines = addLines(lines, [textOf("a", { status: "sent" })]);

  expect(lines).toMatchObject([{ status: "undelivered", errorCode: "30003" }]);
  expect(raiseStatus(lines, "unknown", "sent", null)).toBeUndefined();
});

test("handsets are listed by their newest line, and those without one come last", () => {
  const [a, b] = [textOf("a"), textOf("b", { to: "+12025550124", createdAt: at(2) })];
  const lines = addLines([], [a, b, replyAt(3)]);

  expect(listHandsets(lines, ["+12025550199", phone])).toEqual([
    { phone, last: replyAt(3) },
    { phone: "+12025550124", last: b },
    { phone: "+12025550199" },
  ]);
});

test("a new number is one that nobody has", () => {
  expect(newNumber(new Set(["+12025550101"]))).toBe("+12025550102");
  const all = new Set(Array.from({ length: 100 }, (_, index) => `+120255501${String(index).padStart(2, "0")}`));
  expect(newNumber(all)).toBeUndefined();
});
