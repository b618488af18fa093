import { afterEach, beforeEach } from "vitest";
import { createLog } from "../../server/log.ts";
import type { OutboundText, Provider } from "../../server/provider/provider.ts";
import { createTwilioProvider, type TwilioOptions } from "../../server/provider/twilio.ts";
import { uniquePhone } from "./factories.ts";
import { createStandIn, late, type StandIn } from "./stand-in.ts";

export const accountSid = "AC00000000000000000000000000000001";
export const authToken = "token of the tests: ü";

/** The provider `twilio` alone, with a stand-in of its own for each test. */
export interface TwilioBench {
  readonly standIn: StandIn;
  /** What the provider wrote to its log. */
  readonly logLines: string[];
  /** A provider that sends to the stand-in and is closed after the test. */
  open(options?: Partial<TwilioOptions>): Provider & { close(): Promise<void> };
  /** Another stand-in, closed after the test. */
  openStandIn(): Promise<StandIn>;
}

export function useTwilio(): TwilioBench {
  const closers: (() => Promise<void>)[] = [];
  const logLines: string[] = [];
  let standIn: StandIn | undefined;
  async function openStandIn(): Promise<StandIn> {
    const opened = await createStandIn();
    closers.push(opened.close);
    return opened;
  }

  beforeEach(async () => {
    standIn = await openStandIn();
    logLines.length = 0;
  });
  afterEach(async () => {
    await Promise.all(closers.splice(0).map((close) => close()));
  });

  return {
    standIn: late(() => standIn),
    logLines,
    openStandIn,
    open(options) {
      const provider = createTwilioProvider({
        accountSid,
        authToken,
        baseUrl: standIn!.url,
        callbackBaseUrl: undefined,
        log: createLog("debug", { write: (line) => logLines.push(line) }),
        timeoutMilliseconds: 5_000,
        ...options,
      });
      closers.push(provider.close);
      return provider;
    },
  };
}

/** A text to a phone of its own, with characters that a form must not mistake. */
export const newText = (): OutboundText => ({
  kind: "text",
  id: crypto.randomUUID(),
  teamId: crypto.randomUUID(),
  from: uniquePhone(),
  to: uniquePhone(),
  body: "Tom & Jerry + 100 % = ü 👍\nbye",
});
