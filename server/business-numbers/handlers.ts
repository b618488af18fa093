import type { AreaHandlers } from "../operations/handlers.ts";
import type { E164 } from "../phone.ts";
import {
  archiveBusinessNumber,
  createBusinessNumber,
  makePrimaryBusinessNumber,
  updateBusinessNumber,
} from "./change-business-numbers.ts";
import { getBusinessNumber, listBusinessNumbers } from "./list-business-numbers.ts";
import { presentBusinessNumber, presentBusinessNumberSummary } from "./present.ts";

/** Translates contract ↔ domain for the business-numbers area. Contains no rules. */
export const businessNumbers: AreaHandlers<"business-numbers"> = {
  async listBusinessNumbers({ query }, scope) {
    const numbers = await listBusinessNumbers(scope, {
      status: query.status,
      type: query.type,
      agentProfile: query.agent_profile,
      isPrimary: query.is_primary,
    });
    return { businessNumbers: numbers.map(presentBusinessNumberSummary) };
  },

  async createBusinessNumber({ body }, scope) {
    const number = await createBusinessNumber(scope, {
      name: body.name,
      phoneNumber: body.phoneNumber as E164,
      phoneNumberSid: body.phoneNumberSid,
      friendlyName: body.friendlyName ?? null,
      type: body.type,
      isPrimary: body.isPrimary,
      agentProfile: body.agentProfile ?? null,
      inboundWebhookUrl: body.inboundWebhookUrl ?? null,
      autoReplies: body.autoReplies,
      settings: body.settings ?? {},
      capabilities: body.capabilities ?? {},
    });
    return { success: true, businessNumber: presentBusinessNumber(number) };
  },

  async getBusinessNumber({ path }, scope) {
    return presentBusinessNumber(await getBusinessNumber(scope, path.id));
  },

  async updateBusinessNumber({ path, body }, scope) {
    const number = await updateBusinessNumber(scope, path.id, {
      name: body.name,
      friendlyName: body.friendlyName,
      status: body.status,
      agentProfile: body.agentProfile,
      inboundWebhookUrl: body.inboundWebhookUrl,
      autoReplies: body.autoReplies === null ? {} : body.autoReplies,
      settings: body.settings === null ? {} : body.settings,
      capabilities: body.capabilities === null ? {} : body.capabilities,
    });
    return { success: true, businessNumber: presentBusinessNumber(number) };
  },

  async makePrimaryBusinessNumber({ path }, scope) {
    return {
      success: true,
      businessNumber: presentBusinessNumber(await makePrimaryBusinessNumber(scope, path.id)),
    };
  },

  async archiveBusinessNumber({ path }, scope) {
    return { success: true, businessNumber: presentBusinessNumber(await archiveBusinessNumber(scope, path.id)) };
  },
};
