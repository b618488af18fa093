import { defineEntity, p } from "@mikro-orm/core";
import { indexOf, tenantIdentity, texts, writeTimes } from "../columns.ts";
import { Team } from "./team.ts";

const ContactSchema = defineEntity({
  name: "Contact",
  tableName: "contact",
  properties: {
    ...tenantIdentity,
    team: () => p.manyToOne(Team).joinColumns("team_id").referencedColumnNames("id").ownColumns(),
    name: p.string().length(255),
    company: p.string().length(255).nullable(),
    role: p.string().length(255).nullable(),
    externalId: p.string().length(255).nullable(),
    tags: texts(),
    notes: texts(),
    metadata: p.json<Record<string, unknown>>(),
    searchText: p.text(),
    searchTrigrams: texts(),
    nameGroupId: p.uuid().nullable(),
    isCrowded: p.boolean().default(false),
    isInLargeCompany: p.boolean().default(false),
    ...writeTimes,
    ordinal: p.integer().default(-1),
  },
  indexes: [
    indexOf`create index "contact_list_index" on "contact" ("team_id", "created_at" desc, "id" desc)`,
    indexOf`create index "contact_updated_index" on "contact" ("team_id", "updated_at")`,
    indexOf`create index "contact_external_id_index" on "contact" ("team_id", "external_id", "created_at" desc, "id" desc) where "external_id" is not null`,
    indexOf`create index "contact_name_group_index" on "contact" ("team_id", "name_group_id", "created_at" desc, "id" desc) where "name_group_id" is not null`,
    indexOf`create index "contact_search_index" on "contact" using gin (contact_search_keys("team_id", "ordinal", "search_trigrams")) with (fastupdate = on, gin_pending_list_limit = 64)`,
    indexOf`create index "contact_company_index" on "contact" ("team_id", lower("company"), "is_in_large_company") where "company" is not null and not "is_crowded"`,
    indexOf`create index "contact_name_index" on "contact" using gin ("team_id", lower("company"), "name" gin_trgm_ops) with (fastupdate = off) where "company" is not null and not "is_crowded" and "is_in_large_company"`,
    indexOf`create index "contact_crowded_index" on "contact" ("team_id", lower("company"), lower("name")) where "is_crowded"`,
  ],
});

/**
 * A person that a team talks to. A contact has at least one ContactPhone, and exactly one of them is primary. Some
 * columns are derived. A search uses `searchText`, its trigrams and the `ordinal`, see contacts/lists/search-blocks.ts.
 * `nameGroupId` is the group of similar names in the same company. `isCrowded` and `isInLargeCompany` decide how the
 * contact is found by its name, see contacts/duplicates/similar-names.ts.
 */
export class Contact extends ContactSchema.class {}
ContactSchema.setClass(Contact);
