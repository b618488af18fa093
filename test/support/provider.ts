import type { OutboundText, Outcome, Provider } from "../../server/provider/provider.ts";

/** A provider that keeps what it was given, and answers what the test wants: by default it accepts. */
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
