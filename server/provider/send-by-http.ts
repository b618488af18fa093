import type { Log } from "../log.ts";
import { createExchanger, type ExchangeReport } from "./exchange.ts";
import { outcomeOf, type ReadAnswer } from "./outcome.ts";
import type { OutboundText, Provider } from "./provider.ts";

/** How a carrier takes a text by one POST, and how it answers. */
interface HttpCarrier {
  /** Scheme, host and port. */
  origin: string;
  /** Makes the request of a text. The path has the query. */
  requestOf(text: OutboundText): { path: string; headers: Record<string, string>; body: string };
  readAnswer: ReadAnswer;
  /** What the carrier may repeat of the request, and must not be quoted. */
  secrets: readonly string[];
}

/** What sending by HTTP needs beside. */
export interface HttpMeans {
  log: Pick<Log, "warn">;
  /** The total time for one text. */
  timeoutMilliseconds?: number | undefined;
  maxConnections?: number;
  onExchange?: ExchangeReport | undefined;
}

/** A provider whose connections are ended by `close`. */
export type HttpProvider = Provider & Required<Pick<Provider, "close">>;

/** Sends texts by HTTP, each once, and logs those that are not accepted. `outcomeOf` tells a refusal from an unknown outcome. */
export function sendByHttp(
  { origin, requestOf, readAnswer, secrets }: HttpCarrier,
  { log, timeoutMilliseconds = 8_000, maxConnections = 512, onExchange }: HttpMeans,
): Pick<HttpProvider, "send" | "close"> {
  const exchanger = createExchanger({ origin, timeoutMilliseconds, maxConnections, onExchange });
  return {
    async send(text) {
      const { path, headers, body } = requestOf(text);
      const exchange = await exchanger.post(path, headers, body);
      const outcome = outcomeOf(exchange, readAnswer, text, secrets);
      if (outcome.kind !== "accepted") {
        const details = exchange.kind === "answered" ? { httpStatus: exchange.status } : { cause: exchange.cause };
        log.warn({ [`${text.kind}Id`]: text.id, outcome, ...details }, "provider: text not accepted");
      }
      return outcome;
    },
    close: () => exchanger.close(),
  };
}
