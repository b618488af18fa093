/** A kind of carrier for tests, which shares nothing with the kinds of the product but the interface. */
import type { OutboundText, Outcome, Provider, ProviderKind } from "../../../server/provider/provider.ts";
import { createPigeonDialect } from "./callbacks.ts";

export interface PigeonSettings {
  /** The address of the loft, without a trailing slash. */
  loft: string;
  secret: string;
}

export const pigeon: ProviderKind<PigeonSettings> = {
  describe: ({ loft }) => `pigeon, loft ${loft}`,
  failures: new Map([["hawk", { about: "unreachable", meaning: "A hawk was seen." }]]),
  create: async (settings) => createPigeonProvider(settings),
};

export const createPigeonProvider = ({ loft, secret }: PigeonSettings): Provider => ({
  callbacks: { kind: "pigeon", dialect: createPigeonDialect(secret) },
  async send({ id, from, to, body }: OutboundText): Promise<Outcome> {
    const letter = JSON.stringify({ label: id, sender: from, receiver: to, words: body });
    const response = await fetch(`${loft}/letters`, { method: "PUT", body: letter });
    const { ref, refusal } = (await response.json()) as { ref?: string; refusal?: string };
    if (refusal !== undefined) return { kind: "refused", errorCode: refusal, optedOut: refusal === "silence" };
    return { kind: "accepted", providerId: ref!, status: "queued" };
  },
});
