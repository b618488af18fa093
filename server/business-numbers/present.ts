import type { BusinessNumberSummary, BusinessNumber as WireBusinessNumber } from "../../generated/api.ts";
import type { BusinessNumber } from "../db/schema/entities/business-number.ts";

export function presentBusinessNumberSummary(number: BusinessNumber): BusinessNumberSummary {
  return {
    id: number.id,
    name: number.name,
    phoneNumber: number.phoneNumber,
    friendlyName: number.friendlyName ?? null,
    type: number.type,
    status: number.status,
    isPrimary: number.isPrimary,
    capabilities: number.capabilities,
    agentProfile: number.agentProfile ?? null,
    perSecond: number.messagesPerSecond ?? null,
    createdAt: number.createdAt,
    updatedAt: number.updatedAt,
  };
}

export function presentBusinessNumber(number: BusinessNumber): WireBusinessNumber {
  const { help = null, optOut = null, optIn = null } = number.autoReplies;
  return {
    ...presentBusinessNumberSummary(number),
    phoneNumberSid: number.phoneNumberSid,
    inboundWebhookUrl: number.inboundWebhookUrl ?? null,
    autoReplies: { help, optOut, optIn },
    settings: number.settings,
  };
}
