import type { Config } from "../config.ts";
import { http } from "./http/kind.ts";
import type { AccountKind, ProviderKind } from "./provider.ts";
import { simulatedWith } from "./simulated/kind.ts";
import { smpp } from "./smpp/kind.ts";
import { smsgate } from "./smsgate/kind.ts";
import { telnyx } from "./telnyx/kind.ts";
import { createTwilioDialect, twilioReader } from "./twilio/callbacks.ts";
import { twilioPageOf } from "./twilio/failures.ts";
import { inboundForm, statusForm } from "./twilio/forms.ts";
import { twilio } from "./twilio/kind.ts";
import { signForm } from "./twilio/signature.ts";

type Settings = Config["provider"];

/** The kinds of the configured carrier. A new one is a folder, a line here, and its settings in `config.ts`. */
export const kinds: { [Kind in Settings["kind"]]: ProviderKind<Extract<Settings, { kind: Kind }>> } = {
  simulated: simulatedWith(twilioPageOf),
  twilio,
};

/** Any kind of accounts. */
export type AnyAccountKind = AccountKind<Record<string, string>>;

/** The kinds of accounts, by the names that are part of the addresses of their callbacks. */
export const accountKinds: ReadonlyMap<string, AnyAccountKind> = new Map<string, AnyAccountKind>(
  Object.entries({ http, smpp, smsgate, telnyx, twilio }),
);

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
