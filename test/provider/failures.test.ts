import { describe, expect, test } from "vitest";
import { errors } from "../../generated/errors.ts";
import { describeFailure, meaningOf } from "../../server/provider/failures.ts";
import { simulatedOutcomeOf } from "../../server/provider/simulated/send.ts";
import { twilioFailures } from "../../server/provider/twilio/failures.ts";

/** The codes that people meet, by what has to change before the text can be delivered. */
const codes = {
  recipient: ["21211", "21214", "21217", "21265", "21266", "21610", "21614", "21635", "30004", "30005", "30006"],
  content: ["21602", "21617", "30007", "http_413"],
  number: ["21212", "21606", "21612", "21659", "21660", "21661", "30032", "30034"],
  account: [
    "10001",
    "20003",
    "20005",
    "20403",
    "20404",
    "21408",
    "21608",
    "30002",
    "http_401",
    "http_403",
    "provider_paused",
    "provider_not_usable",
  ],
  capacity: ["20429", "21611", "30001", "30017", "30022", "30023", "http_429", "number_pace"],
  unreachable: ["30003", "30008", "provider_unreachable", "outcome_unknown"],
} as const;

const [{ nextStep: nextSteps }] = errors.message_failed;

describe.each(Object.entries(codes))("a failure about the %s", (about, ofCause) => {
  test.each(ofCause)("has the code %s, which has a meaning", (code) => {
    expect(describeFailure(code)).toEqual({
      code,
      message: null,
      moreInfo: null,
      meaning: expect.stringMatching(/^[A-Z].*\.$/),
      about,
    });
  });

  test("has a next step of its own", () => {
    const nextStep = nextSteps[about as keyof typeof codes];
    expect(/check the phone number/i.test(nextStep)).toBe(about === "recipient");
    expect(/tell the operator/i.test(nextStep)).toBe(about === "account" || about === "number");
    expect(Object.values(nextSteps).filter((each) => each === nextStep)).toHaveLength(1);
  });
});

test("the table of the provider has no other codes, and at least thirty", () => {
  const known = Object.values(codes).flat();
  expect([...twilioFailures.keys()].filter((code) => !known.includes(code as (typeof known)[number]))).toEqual([]);
  expect(twilioFailures.size).toBeGreaterThanOrEqual(30);
});

test.each(["21999", "http_418", "E-17", "__proto__", "constructor", "toString", ""])(
  "the code %j, which nobody knows, is for the operator",
  (code) => {
    expect(meaningOf(code)).toEqual({ about: "account", meaning: expect.stringMatching(/does not know/) });
  },
);

test.each(["01", "03", "04", "07", "10"])("the simulated refusal of +150055500%s has a known code", (end) => {
  const outcome = simulatedOutcomeOf({ id: crypto.randomUUID(), to: `+150055500${end}` as never });
  expect(outcome).toMatchObject({ kind: "refused" });
  if (outcome.kind === "refused") expect(meaningOf(outcome.errorCode).meaning).not.toMatch(/does not know/);
});
