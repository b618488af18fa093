import type { Timestamp } from "../../db/timestamp.ts";
import type { Log } from "../../log.ts";
import { signAttempt } from "../../secrets/standard-webhooks.ts";
import { createExchanger, type ExchangeReport } from "../exchange.ts";
import { outcomeOf, type ReadAnswer } from "../outcome.ts";
import type { Meaning, OutboundText, Provider } from "../provider.ts";

/** The settings of an account at a carrier that somebody's own code speaks with. */
export type HttpSettings = {
  /** The address that texts are posted to. */
  url: string;
  /** Signs the posts of both sides, by Standard Webhooks: `whsec_…`. */
  secret: string;
};

export interface HttpOptions extends HttpSettings {
  /** The address that statuses are posted to; undefined if this server has no public address. */
  callbackUrl: string | undefined;
  log: Pick<Log, "warn">;
  /** The total time for one text. */
  timeoutMilliseconds?: number | undefined;
  maxConnections?: number;
  onExchange?: ExchangeReport | undefined;
}

/** What a failure can be about. */
const causes: Record<Meaning["about"], true> = {
  recipient: true,
  content: true,
  number: true,
  account: true,
  capacity: true,
  unreachable: true,
};

/** Posts texts as JSON, signed by Standard Webhooks with the id of the text. */
export function createHttpProvider({
  url,
  secret,
  callbackUrl,
  log,
  timeoutMilliseconds = 8_000,
  maxConnections = 512,
  onExchange,
}: HttpOptions): Provider & { close(): Promise<void> } {
  const { origin, pathname, search } = new URL(url);
  const exchanger = createExchanger({ origin, timeoutMilliseconds, maxConnections, onExchange });
  return {
    supportsMedia: true,
    async send(text) {
      const body = JSON.stringify(bodyOf(text, callbackUrl));
      // The receiver compares it with its own clock.
      const now = new Date().toISOString() as Timestamp;
      const headers = { "content-type": "application/json", ...signAttempt(text.id, now, body, [secret]) };
      const exchange = await exchanger.post(pathname + search, headers, body);
      const outcome = outcomeOf(exchange, readAnswer, text.kind, [secret]);
      if (outcome.kind !== "accepted") {
        const details = exchange.kind === "answered" ? { httpStatus: exchange.status } : { cause: exchange.cause };
        log.warn({ [`${text.kind}Id`]: text.id, outcome, ...details }, "provider: text not accepted");
      }
      return outcome;
    },
    close: () => exchanger.close(),
  };
}

const bodyOf = ({ id, kind, from, to, body: text, mediaUrls = [] }: OutboundText, callbackUrl: string | undefined) => ({
  ...{ id, kind, from, to, text, mediaUrls },
  callbackUrl: callbackUrl ?? null,
});

const readAnswer: ReadAnswer = ({ id, code, message, about, optedOut }, status) => ({
  id,
  code,
  message,
  about: isCause(about) ? about : status === 429 ? "capacity" : undefined,
  optedOut: optedOut === true,
});

const isCause = (value: unknown): value is Meaning["about"] =>
  typeof value === "string" && Object.hasOwn(causes, value);
