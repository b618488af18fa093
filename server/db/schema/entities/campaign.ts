import { defineEntity, p } from "@mikro-orm/core";
import { timestamp } from "../columns.ts";

const CampaignSchema = defineEntity({
  name: "Campaign",
  tableName: "campaign",
  properties: {
    teamId: p.uuid().primary(),
    testMode: p.boolean().primary(),
    name: p.string().length(64).primary(),
    handedOver: p.integer(),
    updatedAt: timestamp(),
  },
});

/** How many texts of a campaign were handed over. A message has no campaign, so the rest is in `PendingMessage`. */
export class Campaign extends CampaignSchema.class {}
CampaignSchema.setClass(Campaign);
