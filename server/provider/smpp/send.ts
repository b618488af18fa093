import { randomInt } from "node:crypto";
import type { Log } from "../../log.ts";
import type { ExchangeReport } from "../exchange.ts";
import type { OutboundText, Outcome, OwnCode, Provider } from "../provider.ts";
import type { PduExchange } from "./connection.ts";
import { divideText, type EncodedText, encodeWhole } from "./divide-text.ts";
import { codeOfStatus, filesCode, windowCode } from "./failures.ts";
import { type Address, tags, writeShortMessage } from "./pdu.ts";
import { canonicalId } from "./receipt-ids.ts";
import { windowFull } from "./session.ts";
import type { Sessions } from "./sessions.ts";
import type { SmppSettings } from "./settings.ts";

export interface SmppOptions {
  settings: SmppSettings;
  sessions: Pick<Sessions, "sender">;
  log: Pick<Log, "warn">;
  /** The total time for one text. */
  timeoutMilliseconds?: number | undefined;
  onExchange?: ExchangeReport | undefined;
}

/** The class of a short message that begins with a header. */
const withHeader = 0x40;

/** Asks for a receipt of the final state. */
const wantsReceipt = 1;

/** The part of the time of a text that it may wait for a free place. */
const placeShare = 1 / 4;

/** An id of a text at the carrier that can be stored: printable ASCII characters. */
const storableId = /^[\x21-\x7e]{1,64}$/;

/**
 * Sends through an SMSC. A status other than 0 is a definite refusal, as is a text that was not written. The outcome is unknown
 * if a text was written and not answered, or if an earlier part of it was accepted.
 */
export function createSmppProvider({
  settings,
  sessions,
  log,
  timeoutMilliseconds = 8_000,
  onExchange,
}: SmppOptions): Pick<Provider, "send"> {
  let reference = randomInt(256);

  async function submit(text: OutboundText): Promise<{ outcome: Outcome; exchange?: PduExchange }> {
    if ((text.mediaUrls?.length ?? 0) > 0) return { outcome: refusedWith(filesCode) };
    const deadline = performance.now() + timeoutMilliseconds;
    const times = { deadline, placeMilliseconds: timeoutMilliseconds * placeShare };
    reference = (reference + 1) % 256;
    const encoded = settings.longTexts === "payload" ? encodeWhole(text.body) : divideText(text.body, reference);
    const bodies = bodiesOf(text, encoded);
    for (const [index, body] of bodies.entries()) {
      const exchange = await sessions.sender().submit(body, times);
      onExchange?.({ request: `submit_sm ${settings.url}`, body: body.toString("hex"), exchange: shown(exchange) });
      const isTaken = exchange.kind === "answered" && exchange.status === 0;
      if (isTaken && index < bodies.length - 1) continue;
      const outcome = outcomeOf(exchange, settings);
      // An earlier part may have reached the phone.
      return { exchange, outcome: outcome.kind === "refused" && index > 0 ? { kind: "unknown" } : outcome };
    }
    throw new Error("a text has at least one part");
  }

  return {
    async send(text) {
      const { outcome, exchange } = await submit(text);
      if (outcome.kind !== "accepted") {
        log.warn({ [`${text.kind}Id`]: text.id, outcome, exchange }, "provider: text not accepted");
      }
      return outcome;
    },
  };
}

function outcomeOf(exchange: PduExchange, settings: SmppSettings): Outcome {
  if (exchange.kind === "unsent") {
    return refusedWith(exchange.cause === windowFull ? windowCode : ("provider_unreachable" satisfies OwnCode));
  }
  if (exchange.kind === "lost") return { kind: "unknown" };
  if (exchange.status !== 0) return refusedWith(codeOfStatus(exchange.status));
  if (!storableId.test(exchange.id)) return { kind: "unknown" };
  return { kind: "accepted", providerId: canonicalId(exchange.id, "answer", settings), status: "queued" };
}

const refusedWith = (errorCode: string): Outcome => ({ kind: "refused", errorCode, optedOut: false });

const shown = (exchange: PduExchange): Parameters<ExchangeReport>[0]["exchange"] =>
  exchange.kind === "answered" ? { ...exchange, body: `message_id ${exchange.id}` } : exchange;

/** The bodies of the `submit_sm` of a text, of which only the last asks for a receipt. */
function bodiesOf({ from, to }: OutboundText, { dataCoding, haveHeaders, isLong, parts }: EncodedText): Buffer[] {
  return parts.map((part, index) =>
    writeShortMessage({
      source: addressOfPhone(from),
      destination: addressOfPhone(to),
      esmClass: haveHeaders ? withHeader : 0,
      registeredDelivery: index === parts.length - 1 ? wantsReceipt : 0,
      dataCoding,
      shortMessage: isLong ? Buffer.alloc(0) : part,
      optional: new Map(isLong ? [[tags.messagePayload, part]] : []),
    }),
  );
}

/** An international number of the numbering plan of telephones, which has no plus sign. */
const addressOfPhone = (phone: string): Address => ({ ton: 1, npi: 1, digits: phone.slice(1) });
