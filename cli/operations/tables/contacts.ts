import type { CommandsOf } from "../operation-command.ts";

/** Repeatable flags have names in the singular. */
const contactFlags = { phones: "phone", tags: "tag", notes: "note" };
const tagFlags = { addTags: "add-tag", removeTags: "remove-tag" };

/** The commands about contacts. */
export const contacts: CommandsOf<"contacts"> = {
  listContacts: {
    name: "contacts list",
    aliases: ["ls"],
    rows: "contacts",
    columns: ["id", "name", "company", "primaryPhone", "tags"],
    examples: ["messaging contacts list --query lovelace", "messaging contacts list --tag vip --all -o id"],
  },
  getContact: { name: "contacts get", positionals: ["id"] },
  getContactByPhone: {
    name: "contacts find",
    aliases: ["by-phone"],
    positionals: ["phone"],
    record: "contact",
    examples: ["messaging contacts find +12025550123 --jq .contact.name"],
  },
  createContact: {
    name: "contacts create",
    aliases: ["add"],
    flags: contactFlags,
    record: "contact",
    examples: ['messaging contacts create --name "Ada Lovelace" --phone +12025550123 --tag vip --metadata plan=gold'],
  },
  updateContact: {
    name: "contacts update",
    positionals: ["id"],
    flags: { tags: "tag", notes: "note", ...tagFlags },
    record: "contact",
    examples: [
      "messaging contacts update $CONTACT_ID --role CTO --unset company",
      "messaging contacts update $CONTACT_ID --add-tag vip --remove-tag new",
    ],
  },
  deleteContact: {
    name: "contacts delete",
    aliases: ["rm"],
    positionals: ["id"],
    isVariadic: true,
    id: "contactId",
    examples: [
      "messaging contacts delete $CONTACT_ID",
      "messaging contacts list --tag old --all -o id | xargs messaging contacts delete",
    ],
  },
  upsertContact: {
    name: "contacts upsert",
    flags: { ...contactFlags, ...tagFlags },
    record: "contact",
    examples: ['messaging contacts upsert --external-id crm-7 --name "Ada Lovelace" --phone +12025550123'],
  },
  listDuplicateContacts: {
    name: "contacts duplicates",
    rows: "duplicateGroups",
    columns: ["reason", "contacts"],
    id: "reason",
  },
  mergeContacts: {
    name: "contacts merge",
    positionals: ["sourceContactId", "targetContactId"],
    flags: { sourceContactId: "source", targetContactId: "target", fields: "field" },
    record: "contact",
    examples: ["messaging contacts merge $SOURCE_ID $TARGET_ID --strategy prefer_target --field notes=append"],
  },
  previewMerge: {
    name: "contacts preview-merge",
    positionals: ["sourceContactId", "targetContactId"],
    flags: { sourceContactId: "source", targetContactId: "target", fields: "field" },
    id: "fingerprint",
    examples: ["messaging contacts preview-merge $SOURCE_ID $TARGET_ID --jq .fields.name"],
  },
  listMerges: {
    name: "contacts merges",
    rows: "merges",
    columns: ["id", "mergedAt", "sourceName", "targetName", "movedThreads", "undoneAt"],
    examples: ["messaging contacts merges --all"],
  },
  undoMerge: {
    name: "contacts unmerge",
    positionals: ["id"],
    id: "mergeId",
    examples: ["messaging contacts unmerge $MERGE_ID", "messaging contacts unmerge $MERGE_ID --keep-later"],
  },
  addContactPhone: {
    name: "contacts phones add",
    positionals: ["id", "phoneNumber"],
    flags: { phoneNumber: "number", isPrimary: "primary" },
    record: "phone",
    examples: ["messaging contacts phones add $CONTACT_ID +12025550124 --label work"],
  },
  updateContactPhone: {
    name: "contacts phones update",
    positionals: ["id", "phoneId"],
    flags: { isPrimary: "primary" },
    record: "phone",
  },
  deleteContactPhone: {
    name: "contacts phones delete",
    aliases: ["rm"],
    positionals: ["id", "phoneId"],
    record: "contact",
  },
};
