import type { PhoneConsent } from "../../generated/api.ts";
import type { FoundConsent } from "./find-consent.ts";

export function presentConsent(phone: string, found: FoundConsent): PhoneConsent {
  const { optedOutAt, entry } = found;
  return {
    phone,
    state: optedOutAt === null ? (entry?.consent ?? "unknown") : "opted_out",
    since: optedOutAt ?? entry?.createdAt ?? null,
    decidedBy: entry,
  };
}
