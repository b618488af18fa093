import type { CommandsOf } from "../operation-command.ts";

/** The commands about what belongs to a team as a whole. */
export const team: CommandsOf<"usage" | "audit" | "keys" | "business-numbers"> = {
  getUsage: {
    name: "usage",
    rows: "days",
    columns: ["day", "testMode", "received", "sent", "delivered", "failed", "segments", "passcodes"],
    id: "day",
    examples: ["messaging usage --days 7", "messaging usage -o csv > usage.csv"],
  },

  listAuditEvents: {
    name: "audit",
    rows: "auditEvents",
    columns: ["at", "apiKeyId", "operation", "target", "outcome", "address"],
    examples: ["messaging audit --limit 20", "messaging audit --all -o csv > audit.csv"],
  },

  getKey: { name: "whoami", examples: ["messaging whoami --jq .scopes"] },

  listBusinessNumbers: {
    name: "numbers list",
    aliases: ["ls"],
    flags: { is_primary: "primary" },
    rows: "businessNumbers",
    columns: ["id", "name", "phoneNumber", "type", "status", "isPrimary"],
  },
  createBusinessNumber: {
    name: "numbers create",
    aliases: ["add"],
    flags: {
      phoneNumber: "phone",
      phoneNumberSid: "sid",
      isPrimary: "primary",
      autoReplies: "auto-reply",
      settings: "setting",
      capabilities: "capability",
    },
    record: "businessNumber",
    examples: ["messaging numbers create --name Support --phone +12025550101 --sid PN1 --capability sms=true"],
  },
  getBusinessNumber: { name: "numbers get", positionals: ["id"] },
  updateBusinessNumber: {
    name: "numbers update",
    positionals: ["id"],
    flags: { autoReplies: "auto-reply", settings: "setting", capabilities: "capability" },
    record: "businessNumber",
    examples: [
      "messaging numbers update $NUMBER_ID --status paused --unset friendly-name",
      "messaging numbers update $NUMBER_ID --capability sms=true --capability mms=true",
      'messaging numbers update $NUMBER_ID --auto-reply help="Acme: call +12025550100" --auto-reply optOut="You get no more texts."',
    ],
  },
  makePrimaryBusinessNumber: { name: "numbers make-primary", positionals: ["id"], record: "businessNumber" },
  archiveBusinessNumber: {
    name: "numbers archive",
    aliases: ["rm"],
    positionals: ["id"],
    record: "businessNumber",
  },
};
