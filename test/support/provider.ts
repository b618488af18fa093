import type { OutboundText, Outcome, Provider } from "../../server/provider/provider.ts";

/** A provider that records its texts, with a configurable answer. By default it accepts. */
export interface RecordingProvider extends Provider {
  readonly texts: OutboundText[];
  answer(text: OutboundText): Outcome | Promise<Outcome>;
}

export function createRecordingProvider(): RecordingProvider {
  const texts: OutboundText[] = [];
  return {
    texts,
    answer: ({ id }) => ({ kind: "accepted", providerId: `SM${id.replaceAll("-", "")}`, status: "queued" }),
    async send(text) {
      texts.push(text);
      return this.answer(text);
    },
  };
}
