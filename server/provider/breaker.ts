import type { Outcome, OwnCode, Provider } from "./provider.ts";

/** How many texts in a row must find the carrier unreachable. */
const maxUnreachable = 5;

/** How long no text is sent then. */
const pauseMilliseconds = 10_000;

const unreachableCode: OwnCode = "provider_unreachable";

/**
 * Spares callers the wait for a carrier that cannot be reached. After five texts in a row without a connection, texts are
 * refused at once for ten seconds. Then one text tries it, and the others are refused until it has an outcome.
 *
 * @param now the time in milliseconds, on any clock that does not go back
 */
export function withBreaker(provider: Provider, now: () => number = () => performance.now()): Provider {
  let unreachable = 0;
  let openUntil = 0;
  let isTrying = false;
  return {
    ...provider,
    async send(text) {
      const isTrial = unreachable >= maxUnreachable;
      if (isTrial && (isTrying || now() < openUntil)) {
        return { kind: "refused", errorCode: unreachableCode, optedOut: false };
      }
      if (isTrial) isTrying = true;
      const outcome = await provider.send(text);
      if (isTrial) isTrying = false;
      unreachable = isUnreachable(outcome) ? unreachable + 1 : 0;
      if (unreachable >= maxUnreachable) openUntil = now() + pauseMilliseconds;
      return outcome;
    },
  };
}

const isUnreachable = (outcome: Outcome) => outcome.kind === "refused" && outcome.errorCode === unreachableCode;
