import type { Log } from "../../log.ts";
import { createExchanger, type ExchangeReport } from "../exchange.ts";
import { outcomeOf, type ReadAnswer } from "../outcome.ts";
import type { OutboundText, Provider } from "../provider.ts";
import { ownCodes } from "./failures.ts";
import { addressOf, authorizationOf, type SmsgateSettings } from "./settings.ts";

export interface SmsgateOptions {
  settings: SmsgateSettings;
  log: Pick<Log, "warn">;
  /** The total time for one text. */
  timeoutMilliseconds?: number | undefined;
  maxConnections?: number;
  onExchange?: ExchangeReport | undefined;
}

/** How long a text waits for a phone that is off or offline. A later text would only confuse. */
const secondsToLive = 4 * 3_600;

/**
 * Sends through an Android phone, by the service that it is connected to. A text goes there by its own id, which the service
 * takes once.
 *
 * @see https://docs.sms-gate.app/features/sending-messages/
 */
export function createSmsgateProvider({
  settings,
  log,
  timeoutMilliseconds = 8_000,
  maxConnections = 64,
  onExchange,
}: SmsgateOptions): Provider & { close(): Promise<void> } {
  const { origin, pathname } = new URL(addressOf(settings));
  const exchanger = createExchanger({ origin, timeoutMilliseconds, maxConnections, onExchange });
  const authorization = authorizationOf(settings);
  const headers = { "content-type": "application/json", accept: "application/json", authorization };
  // The service would refuse numbers that its own list of numbering plans does not have yet.
  const path = `${pathname.replace(/\/$/, "")}/messages?skipPhoneValidation=true`;

  return {
    async send(text) {
      const code = ownRefusal(text, settings);
      if (code !== undefined) return { kind: "refused", errorCode: code, optedOut: false };
      const exchange = await exchanger.post(path, headers, JSON.stringify(bodyOf(text, settings)));
      const outcome = outcomeOf(exchange, readAnswerTo(text), text.kind, [settings.password]);
      if (outcome.kind !== "accepted") {
        const details = exchange.kind === "answered" ? { httpStatus: exchange.status } : { cause: exchange.cause };
        log.warn({ [`${text.kind}Id`]: text.id, outcome, ...details }, "provider: text not accepted");
      }
      return outcome;
    },
    close: () => exchanger.close(),
  };
}

/** The code of a text that the SIM card cannot send. */
function ownRefusal({ from, mediaUrls = [] }: OutboundText, { phone }: SmsgateSettings): string | undefined {
  if (from !== phone) return ownCodes.number;
  return mediaUrls.length > 0 ? ownCodes.files : undefined;
}

const bodyOf = ({ id, to, body }: OutboundText, { deviceId, simNumber }: SmsgateSettings) => ({
  ...{ id, deviceId },
  simNumber: Number(simNumber),
  phoneNumbers: [to],
  textMessage: { text: body },
  ttl: secondsToLive,
  withDeliveryReport: true,
});

/**
 * Reads the answer to a text. A conflict says that the service has a text with this id, so something on the way has repeated
 * the request. A full queue is the only refusal with a status of 5xx.
 */
const readAnswerTo =
  ({ id: own }: OutboundText): ReadAnswer =>
  ({ id, message }, status) => {
    const words = typeof message === "string" ? message : "";
    if (status === 409) return { id: own, code: undefined, verdict: "taken" };
    if (status === 503 && words.includes("queue limits exceeded")) {
      return { id, code: ownCodes.queue, message, verdict: "refused" };
    }
    return { id, code: words.includes("select device") ? ownCodes.device : undefined, message };
  };
