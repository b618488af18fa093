import { expect, test } from "vitest";
import { withBreaker } from "../../server/provider/breaker.ts";
import type { Outcome } from "../../server/provider/provider.ts";
import { newText } from "../support/twilio.ts";

const unreachable: Outcome = { kind: "refused", errorCode: "provider_unreachable", optedOut: false };
const accepted: Outcome = { kind: "accepted", providerId: "SM1", status: "queued" };

/** A carrier with a clock, whose outcomes a test chooses. */
function openCarrier() {
  const carrier = { now: 0, calls: 0, outcome: unreachable as Outcome | Promise<Outcome> };
  const provider = withBreaker(
    {
      async send() {
        carrier.calls += 1;
        return carrier.outcome;
      },
    },
    () => carrier.now,
  );
  /** Sends texts one after another. Returns how many reached the carrier. */
  const send = async (count: number) => {
    const before = carrier.calls;
    const outcomes: Outcome[] = [];
    for (let sent = 0; sent < count; sent += 1) outcomes.push(await provider.send(newText()));
    return { calls: carrier.calls - before, outcomes };
  };
  return { carrier, provider, send };
}

test("after five texts in a row without a connection, texts are refused at once for ten seconds", async () => {
  const { carrier, send } = openCarrier();

  expect((await send(8)).calls).toBe(5);
  carrier.now = 9_999;
  expect(await send(1)).toEqual({ calls: 0, outcomes: [unreachable] });
});

test("after that, one text tries the carrier, and the others are refused until it has an outcome", async () => {
  const { carrier, provider, send } = openCarrier();
  await send(5);
  carrier.now = 10_000;
  let answer: (outcome: Outcome) => void = () => {};
  carrier.outcome = new Promise((resolve) => {
    answer = resolve;
  });

  const trial = provider.send(newText());
  expect(await send(3)).toEqual({ calls: 0, outcomes: [unreachable, unreachable, unreachable] });
  carrier.outcome = accepted;
  answer(accepted);

  expect(await trial).toEqual(accepted);
  expect((await send(3)).calls).toBe(3);
});

test("a trial without a connection begins another pause", async () => {
  const { carrier, send } = openCarrier();
  await send(5);

  carrier.now = 10_000;
  expect((await send(3)).calls).toBe(1);
  carrier.now = 19_999;
  expect((await send(1)).calls).toBe(0);
  carrier.now = 20_000;
  carrier.outcome = { kind: "unknown" };
  expect((await send(3)).calls).toBe(3);
});

test.each<[string, Outcome]>([
  ["an acceptance", accepted],
  ["an unknown outcome", { kind: "unknown" }],
  ["another refusal", { kind: "refused", errorCode: "21211", optedOut: false }],
])("%s ends the row", async (_, outcome) => {
  const { carrier, send } = openCarrier();
  await send(4);
  carrier.outcome = outcome;
  await send(1);
  carrier.outcome = unreachable;

  expect((await send(8)).calls).toBe(5);
});
