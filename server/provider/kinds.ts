import type { Config } from "../config.ts";
import type { ProviderKind } from "./provider.ts";
import { simulated } from "./simulated/kind.ts";
import { twilio } from "./twilio/kind.ts";

type Settings = Config["provider"];

/** The kinds of carriers. A new kind is a folder, a line here, and its settings in `config.ts`. */
export const kinds: { [Kind in Settings["kind"]]: ProviderKind<Extract<Settings, { kind: Kind }>> } = {
  simulated,
  twilio,
};

/** The kind of the configured carrier. */
export const kindOf = ({ kind }: Settings): ProviderKind<Settings> => kinds[kind] as ProviderKind<Settings>;
