import { afterEach, beforeEach } from "vitest";
import { createLog } from "../../server/log.ts";
import type { OutboundText, Provider } from "../../server/provider/provider.ts";
import { createTwilioProvider, type TwilioOptions } from "../../server/provider/twilio/send.ts";
import { uniquePhone } from "./factories.ts";
import { createFakeServer, type FakeServer } from "./fake-server.ts";
import { createLazily } from "./lazily.ts";

export const accountSid = "AC00000000000000000000000000000001";
export const authToken = "token of the tests: ü";

/** The provider `twilio` with a new fake server for each test. */
export interface TwilioTest {
  readonly fakeServer: FakeServer;
  /** The log of the provider. */
  readonly logLines: string[];
  /** A provider that sends to the fake server and is closed after the test. */
  open(options?: Partial<TwilioOptions>): Provider & { close(): Promise<void> };
  /** Opens another fake server, which is closed after the test. */
  openFakeServer(): Promise<FakeServer>;
}

export function useTwilio(): TwilioTest {
  const closers: (() => Promise<void>)[] = [];
  const logLines: string[] = [];
  let fakeServer: FakeServer | undefined;
  async function openFakeServer(): Promise<FakeServer> {
    const opened = await createFakeServer();
    closers.push(opened.close);
    return opened;
  }

  beforeEach(async () => {
    fakeServer = await openFakeServer();
    logLines.length = 0;
  });
  afterEach(async () => {
    await Promise.all(closers.splice(0).map((close) => close()));
  });

  return {
    fakeServer: createLazily("the fake server", () => fakeServer),
    logLines,
    openFakeServer,
    open(options) {
      const provider = createTwilioProvider({
        accountSid,
        authToken,
        baseUrl: fakeServer!.url,
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

/** A text to an unused phone, with characters that a form must encode. */
export const newText = (): OutboundText => ({
  kind: "text",
  id: crypto.randomUUID(),
  teamId: crypto.randomUUID(),
  from: uniquePhone(),
  to: uniquePhone(),
  body: "Tom & Jerry + 100 % = ü 👍\nbye",
});
