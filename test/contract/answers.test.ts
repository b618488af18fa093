import { expect, test } from "vitest";
import { compareWithContract } from "../support/answers.ts";

test("each answer of the contract that no test has received is reported, except 500", () => {
  expect(() => compareWithContract(new Set())).toThrow(/^No test has seen sendText 409 recipient_opted_out,/m);
  expect(() => compareWithContract(new Set())).toThrow(/^No test has seen callMcp 202,/m);
  expect(() => compareWithContract(new Set())).not.toThrow(/ 500 /);
});

test.each(["getThread 418 teapot", "getThread 201", "getThread 404 contact_not_found"])(
  "%s is reported as an answer that is not in the contract",
  (answer) => {
    expect(() => compareWithContract(new Set([answer]))).toThrow(`${answer} was answered, which the contract does not`);
  },
);
