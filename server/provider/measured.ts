import type { Outcome, Provider } from "./provider.ts";

/** What is told of one call. */
export interface MeasuredSend {
  outcome: Outcome["kind"];
  seconds: number;
}

/** A provider whose every call is told when it has ended, and that runs within `around`, if that is given. */
export function measured(
  provider: Provider,
  tell: (send: MeasuredSend) => void,
  around?: (send: () => Promise<Outcome>) => Promise<Outcome>,
): Provider {
  return {
    ...(provider.isSimulated && { isSimulated: provider.isSimulated }),
    ...(provider.foresee && { foresee: provider.foresee }),
    async send(text) {
      const started = performance.now();
      const send = () => provider.send(text);
      const outcome = await (around ? around(send) : send());
      tell({ outcome: outcome.kind, seconds: (performance.now() - started) / 1_000 });
      return outcome;
    },
  };
}
