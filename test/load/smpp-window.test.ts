import { expect, test } from "vitest";
import { createLog } from "../../server/log.ts";
import { createSmppProvider } from "../../server/provider/smpp/send.ts";
import { openSessions } from "../../server/provider/smpp/sessions.ts";
import { uniquePhone } from "../support/factories.ts";
import { useSmsc } from "../support/smsc.ts";

const smsc = useSmsc();

/** The texts of a round. */
const texts = 1_000;

/** The least texts a second that a window of ten must reach on loopback. */
const least = 300;

test("a window of ten sends at least 300 texts a second, and never has eleven without an answer", {
  retry: 3,
}, async () => {
  const settings = {
    ...{ url: smsc.url, systemId: "fast", password: "", systemType: "" },
    ...{ bind: "transceiver", longTexts: "udh", receiptIds: "same" },
  };
  const log = createLog("silent");
  const sessions = openSessions(settings, { receive: async () => {}, log });
  const provider = createSmppProvider({ settings, sessions, log });
  let open = 0;
  let most = 0;
  let id = 0;
  smsc.behaviour = (_, { answer }) => {
    open += 1;
    most = Math.max(most, open);
    setImmediate(() => {
      open -= 1;
      id += 1;
      answer(0, String(id));
    });
  };
  try {
    await smsc.bound("fast");
    const started = performance.now();
    let next = 0;
    const send = async () => {
      for (; next < texts; ) {
        next += 1;
        const text = { kind: "text" as const, id: "id", teamId: "team", from: "+12025550123" as never };
        const outcome = await provider.send({ ...text, to: uniquePhone() as never, body: `text ${next}` });
        expect(outcome.kind).toBe("accepted");
      }
    };
    await Promise.all(Array.from({ length: 50 }, send));
    const perSecond = texts / ((performance.now() - started) / 1_000);

    expect(most).toBeLessThanOrEqual(10);
    expect(perSecond).toBeGreaterThan(least);
  } finally {
    await sessions.close();
  }
});
