import type { Outcome, Provider } from "./provider.ts";

/** The outcome and duration of one call. */
export interface MeasuredSend {
  outcome: Outcome["kind"];
  seconds: number;
  /** The carrier's code, if it refuses the server's own credentials. */
  serverRefusedWith?: string | undefined;
}

/** Wraps a provider: reports every call to `onSend` at its end, and runs the call within `around`, if given. */
export function measured(
  provider: Provider,
  onSend: (send: MeasuredSend) => void,
  around?: (send: () => Promise<Outcome>) => Promise<Outcome>,
): Provider {
  return {
    ...provider,
    async send(text) {
      const started = performance.now();
      const send = () => provider.send(text);
      const outcome = await (around ? around(send) : send());
      const serverRefusedWith = "refusesServer" in outcome ? outcome.errorCode : undefined;
      onSend({ outcome: outcome.kind, seconds: (performance.now() - started) / 1_000, serverRefusedWith });
      return outcome;
    },
  };
}
