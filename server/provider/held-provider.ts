import type { Provider } from "./provider.ts";

/** Wraps a provider: refuses every text while `isHeld`. */
export function holdable(provider: Provider, isHeld: () => boolean): Provider {
  return {
    ...provider,
    async send(text) {
      return isHeld() ? { kind: "refused", errorCode: "live_texts_off", optedOut: false } : provider.send(text);
    },
  };
}
