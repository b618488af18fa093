import type { CommandsOf } from "../operation-command.ts";

/** The commands about consents, erasures and exports. */
export const consents: CommandsOf<"consents" | "privacy"> = {
  getConsent: {
    name: "consents get",
    positionals: ["phone"],
    senders: ["phone"],
    id: "phone",
    examples: ["messaging consents get +12025550123 --jq .decidedBy.keyword"],
  },
  listConsents: {
    name: "consents list",
    aliases: ["ls"],
    senders: ["phone"],
    rows: "consents",
    columns: ["createdAt", "phone", "consent", "source", "keyword", "reason", "effective"],
    examples: [
      "messaging consents list --phone +12025550123",
      "messaging consents list --source import --since today --all -o csv > imported.csv",
    ],
  },
  listOptOuts: {
    name: "consents opt-outs",
    rows: "optOuts",
    columns: ["since", "phone", "source", "keyword"],
    id: "phone",
    examples: ["messaging consents opt-outs --all -o id > opted-out.txt"],
  },
  recordConsent: {
    name: "consents record",
    positionals: ["phone", "consent"],
    senders: ["phone"],
    record: "consent",
    examples: [
      'messaging consents record +12025550123 opted_out --reason verbal --evidence note="Asked on the telephone"',
      "messaging consents record +12025550123 opted_in --reason web_form --evidence url=https://example.com/join",
    ],
  },
  listSuspectedRevocations: {
    name: "consents pending",
    rows: "suspectedRevocations",
    columns: ["id", "phone", "kind", "rule", "dueAt", "status"],
    examples: ["messaging consents pending", "messaging consents pending --status superseded --all"],
  },
  decideSuspectedRevocation: {
    name: "consents decide",
    positionals: ["id", "decision"],
    record: "suspectedRevocation",
    examples: ['messaging consents decide $CASE_ID opted_out --note "Asked for no more texts"'],
  },
  importConsents: {
    name: "consents import",
    flags: { consents: "item" },
    id: "applied",
    examples: [
      'messaging consents import opt-outs.csv --vendor "Acme Texting" --consent opted_out --country US --dry-run',
      'messaging consents import subscribers.csv --vendor "Acme Texting" --map consent=State --map occurredAt=Since',
    ],
  },

  createErasure: {
    name: "privacy erase",
    positionals: [{ field: "phone", unless: "contactId" }],
    flags: { contactId: "contact" },
    record: "erasure",
    examples: ["messaging privacy erase +12025550123", "messaging privacy erase --contact $CONTACT_ID --yes"],
  },
  listErasures: {
    name: "privacy erasures",
    rows: "erasures",
    columns: ["id", "status", "requestedAt", "completedAt", "removed"],
    examples: ["messaging privacy erasures --all"],
  },
  getErasure: {
    name: "privacy show",
    positionals: ["id"],
    examples: ["messaging privacy show $ERASURE_ID --jq .status"],
  },
  exportPhoneData: {
    name: "privacy export",
    positionals: ["phone"],
    rows: "items",
    columns: ["kind", "id", "createdAt", "data"],
    examples: [
      "messaging privacy export +12025550123 > data.jsonl",
      "messaging privacy export +12025550123 --html > data.html",
    ],
  },
};
