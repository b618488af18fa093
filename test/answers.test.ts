import { expect, test } from "vitest";
import { compareWithContract } from "./support/answers.ts";

test("an answer of the contract that no test has seen is a complaint, but for 500", () => {
  expect(() => compareWithContract(new Set())).toThrow(/^No test has seen sendText 409 recipient_opted_out,/m);
  expect(() => compareWithContract(new Set())).toThrow(/^No test has seen callMcp 202,/m);
  expect(() => compareWithContract(new Set())).not.toThrow(/ 500 /);
});

test.each(["getThread 418 teapot", "getThread 201", "getThread 404 contact_not_found"])(
  "%s is a complaint, because the contract does not name it",
  (answer) => {
    expect(() => compareWithContract(new Set([answer]))).toThrow(`${answer} was answered, which the contract does not`);
  },
);
