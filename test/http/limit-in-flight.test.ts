import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, test } from "vitest";
import type { HttpAnswer, HttpContext } from "../../server/http/context.ts";
import { limitInFlight } from "../../server/http/limit-in-flight.ts";

/** Requests that run until the test ends them. */
function createHeldRequests(options: Parameters<typeof limitInFlight>[0]) {
  const limit = limitInFlight(options);
  const running: { address: string; end(): void }[] = [];
  const refused: string[] = [];
  return {
    refused,
    send(address: string): void {
      const ctx = { state: { address, headers: [], requestId: "" } } as unknown as HttpContext;
      const run = () =>
        new Promise<HttpAnswer>((resolve) => {
          running.push({ address, end: () => resolve({ status: 200, body: "" }) });
        });
      limit(ctx, run).catch(({ status }) => refused.push(`${address} ${status}`));
    },
    async running() {
      await nextTurn();
      return running.map(({ address }) => address).join("");
    },
    async end(address: string) {
      const [ended] = running.splice(
        running.findIndex((request) => request.address === address),
        1,
      );
      ended!.end();
      await nextTurn();
    },
  };
}

test("an address gets half of the slots, and the requests beyond it are refused at once", async () => {
  const { send, running, refused } = createHeldRequests({ slots: 6 });
  for (const address of "aaaaab") send(address);

  expect(await running()).toBe("aaab");
  expect(refused).toEqual(["a 503", "a 503"]);
});

test("requests that wait get the slots of others in turns of their addresses, within the share of each", async () => {
  const { send, running, end, refused } = createHeldRequests({ slots: 8, line: { places: 40, patience: 10_000 } });
  for (const address of "aaaaaaabbbbccc") send(address);
  expect(await running()).toBe("aaaabbc");

  await end("a");
  // Two are free: with a further one, even the smallest holder would have more than are left.
  expect(await running()).toBe("aaabbc");
  await end("a");
  expect(await running()).toBe("aabbcc");
  await end("a");
  expect(await running()).toBe("abbcca");
  await end("b");
  expect(await running()).toBe("abccab");
  expect(refused).toEqual([]);
});

test("the line has shares, too, and a request waits for a limited time", async () => {
  const { send, running, end, refused } = createHeldRequests({ slots: 1, line: { places: 4, patience: 50 } });
  for (const address of "aaaab") send(address);
  expect(await running()).toBe("a");
  expect(refused).toEqual(["a 503"]);

  await expect.poll(() => refused).toEqual(["a 503", "a 503", "a 503", "b 503"]);
  await end("a");
  send("b");
  expect(await running()).toBe("b");
});
