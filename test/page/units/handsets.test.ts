import fc from "fast-check";
import { expect, test } from "vitest";
import type { SimulatedText } from "../../../generated/api.ts";
import {
  addNote,
  addReplies,
  addTexts,
  listHandsets,
  newNumber,
  noHandsets,
  raiseStatus,
  screenOf,
} from "../../../page/phone/handsets.ts";

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

test("a screen has the texts, replies and consents of its handset by their time", () => {
  let handsets = addTexts(noHandsets, [textOf("late", { createdAt: at(9) }), textOf("early")]);
  handsets = addTexts(handsets, [textOf("elsewhere", { to: "+12025550124" })]);
  handsets = addReplies(handsets, [{ id: "r", from: phone, to: "+12025550100", text: "STOP", createdAt: at(5) }]);
  handsets = addNote(handsets, { id: "n", phone, consent: "opted_out", createdAt: at(6) });

  const screen = screenOf(handsets, phone);

  expect(screen.map(({ kind, createdAt }) => [kind, createdAt])).toEqual([
    ["text", at(1)],
    ["reply", at(5)],
    ["note", at(6)],
    ["text", at(9)],
  ]);
});

test("the same reports in any order and number leave the same status and error code", () => {
  const report = fc.constantFrom(
    ...(["sent", "delivered", "read"] as const).map((status) => ({ status, errorCode: null })),
  );
  fc.assert(
    fc.property(fc.array(report), (reports) => {
      let handsets = addTexts(noHandsets, [textOf("a")]);
      for (const { status, errorCode } of reports) handsets = raiseStatus(handsets, "a", status, errorCode)!;
      const order = ["queued", "sent", "delivered", "read"];
      const highest = reports.map(({ status }) => order.indexOf(status)).reduce((a, b) => Math.max(a, b), 0);
      expect(handsets.texts[0]!.status).toBe(order[highest]);
    }),
  );
});

test("an error code comes with its status, and a late status changes neither", () => {
  let handsets = addTexts(noHandsets, [textOf("a")]);
  handsets = raiseStatus(handsets, "a", "undelivered", "30003")!;
  handsets = raiseStatus(handsets, "a", "sent", null)!;
  handsets = addTexts(handsets, [textOf("a", { status: "sent" })]);

  expect(handsets.texts).toMatchObject([{ status: "undelivered", errorCode: "30003" }]);
  expect(raiseStatus(handsets, "unknown", "sent", null)).toBeUndefined();
});

test("handsets are listed by their newest line, and those without one come last", () => {
  let handsets = addTexts(noHandsets, [textOf("a"), textOf("b", { to: "+12025550124", createdAt: at(2) })]);
  handsets = addReplies(handsets, [{ id: "r", from: phone, to: "+12025550100", text: "hi", createdAt: at(3) }]);

  expect(listHandsets(handsets, ["+12025550199", phone])).toEqual([
    { phone, last: "hi", lastAt: at(3) },
    { phone: "+12025550124", last: "text b", lastAt: at(2) },
    { phone: "+12025550199", last: undefined, lastAt: undefined },
  ]);
});

test("a new number is one that nobody has", () => {
  expect(newNumber(new Set(["+12025550101"]))).toBe("+12025550102");
  const all = new Set(Array.from({ length: 100 }, (_, index) => `+120255501${String(index).padStart(2, "0")}`));
  expect(newNumber(all)).toBeUndefined();
});
