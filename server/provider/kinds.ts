import type { Config } from "../config.ts";
import type { ProviderKind } from "./provider.ts";
import { simulatedWith } from "./simulated/kind.ts";
import { createTwilioDialect, twilioReader } from "./twilio/callbacks.ts";
import { twilioPageOf } from "./twilio/failures.ts";
import { inboundForm, statusForm } from "./twilio/forms.ts";
import { twilio } from "./twilio/kind.ts";
import { signForm } from "./twilio/signature.ts";

type Settings = Config["provider"];

/** The kinds of carriers. A new kind is a folder, a line here, and its settings in `config.ts`. */
export const kinds: { [Kind in Settings["kind"]]: ProviderKind<Extract<Settings, { kind: Kind }>> } = {
  simulated: simulatedWith(twilioPageOf),
  twilio,
};

/** The kind of the configured carrier. */
export const kindOf = ({ kind }: Settings): ProviderKind<Settings> => kinds[kind] as ProviderKind<Settings>;

/** The callbacks of the requirement's three paths: one signature and one set of names, whatever carrier is configured. */
export const requiredCallbacks = {
  createDialect: createTwilioDialect,
  reader: twilioReader,
  signForm,
  inboundForm,
  statusForm,
};
