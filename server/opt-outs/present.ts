import type {
  ConsentEntry,
  PhoneConsent,
  SuspectedRevocation,
  OptedOutPhone as WireOptOut,
} from "../../generated/api.ts";
import type { Entry } from "./entries.ts";
import type { FoundConsent } from "./find-consent.ts";
import type { ProviderBlock } from "./find-provider-blocks.ts";
import type { OptedOutPhone } from "./lists/list-opt-outs.ts";
import type { SuspectedCase } from "./suspected/cases.ts";

export function presentConsent(
  phone: string,
  { optedOutAt, entry }: FoundConsent,
): Pick<PhoneConsent, "phone" | "state" | "since" | "decidedBy"> {
  return {
    phone,
    state: optedOutAt === null ? (entry?.consent ?? "unknown") : "opted_out",
    since: optedOutAt ?? entry?.createdAt ?? null,
    decidedBy: entry && presentEntry(entry),
  };
}

export const presentPhone = (
  phone: string,
  found: FoundConsent,
  providerBlocks: ProviderBlock[],
  suspected: SuspectedCase | null,
): PhoneConsent => ({
  ...presentConsent(phone, found),
  providerBlocks,
  suspected: suspected && presentCase(suspected),
});

export function presentCase({ id, phoneNumber, ...rest }: SuspectedCase): SuspectedRevocation {
  return { id, phone: phoneNumber, ...rest };
}

export function presentEntry(entry: Entry): ConsentEntry {
  const { id, phoneNumber, consent, source, reason, keyword, messageId, isEffective } = entry;
  const { occurredAt, createdAt, apiKeyId, evidence } = entry;
  const { note = null, url = null, wording = null, address = null, userAgent = null, vendor = null } = evidence ?? {};
  return {
    id,
    phone: phoneNumber,
    consent,
    source,
    reason,
    keyword,
    messageId,
    effective: isEffective,
    occurredAt,
    createdAt,
    apiKeyId,
    evidence: evidence && { note, url, wording, address, userAgent, vendor },
  };
}

export const presentOptOut = ({ phoneNumber, createdAt, ...said }: OptedOutPhone): WireOptOut => ({
  phone: phoneNumber,
  since: createdAt,
  ...said,
});
