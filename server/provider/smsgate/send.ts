import type { ReadAnswer } from "../outcome.ts";
import type { OutboundText } from "../provider.ts";
import { type HttpMeans, type HttpProvider, sendByHttp } from "../send-by-http.ts";
import { ownCodes } from "./failures.ts";
import { addressOf, authorizationOf, type SmsgateSettings } from "./settings.ts";

export interface SmsgateOptions extends HttpMeans {
  settings: SmsgateSettings;
}

/** How long a text waits for a phone that is off or offline. A later text would only confuse. */
const secondsToLive = 4 * 3_600;

/**
 * Sends through an Android phone, by the service that it is connected to. A text goes there by its own id, which the service
 * takes once.
 *
 * @see https://docs.sms-gate.app/features/sending-messages/
 */
export function createSmsgateProvider({ settings, ...means }: SmsgateOptions): HttpProvider {
  const { origin, pathname } = new URL(addressOf(settings));
  const authorization = authorizationOf(settings);
  const headers = { "content-type": "application/json", accept: "application/json", authorization };
  // The service would refuse numbers that its own list of numbering plans does not have yet.
  const path = `${pathname.replace(/\/$/, "")}/messages?skipPhoneValidation=true`;
  const requestOf = (text: OutboundText) => ({ path, headers, body: JSON.stringify(bodyOf(text, settings)) });
  const secrets = [settings.password];
  const sender = sendByHttp({ origin, requestOf, readAnswer, secrets }, { maxConnections: 64, ...means });
  return {
    ...sender,
    async send(text) {
      const errorCode = ownRefusal(text, settings);
      return errorCode === undefined ? sender.send(text) : { kind: "refused", errorCode, optedOut: false };
    },
  };
}

/** The code of a text that the SIM card cannot send. */
function ownRefusal({ from, mediaUrls = [] }: OutboundText, { phone }: SmsgateSettings): string | undefined {
  if (from !== phone) return ownCodes.number;
  return mediaUrls.length > 0 ? ownCodes.files : undefined;
}

const bodyOf = ({ id, to, body }: OutboundText, { deviceId, simNumber }: SmsgateSettings) => ({
  id,
  deviceId,
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
const readAnswer: ReadAnswer = ({ id, message }, status, { id: own }) => {
  const words = typeof message === "string" ? message : "";
  if (status === 409) return { id: own, code: undefined, verdict: "taken" };
  if (status === 503 && words.includes("queue limits exceeded")) {
    return { id, code: ownCodes.queue, message, verdict: "refused" };
  }
  return { id, code: words.includes("select device") ? ownCodes.device : undefined, message };
};
