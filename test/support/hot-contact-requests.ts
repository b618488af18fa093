import { newId } from "../../server/db/schema/ids.ts";
import { buildContact, uniquePhone } from "./factories.ts";
import { type HotRequest, times } from "./hot-request.ts";

/** The requests for contacts whose statements are hot. */
export const hotContactRequests: Record<string, HotRequest> = {
  "pages of contacts": {
    async work({ client }, count) {
      await times(count, () => buildContact(client, { name: "a name" }));
      await client.listContacts();
      await client.listContacts({ query: { query: "name" } });
    },
    statements: {
      "list-contacts": /^select .* limit 101/,
      "search-newest-contacts": /\) as "c" where "c"\."search_text"/,
      "search-blocks": /contact_search_keys/,
    },
  },
  "upserts of new contacts": {
    work: ({ client }, count) => times(count, (index) => client.upsertContact({ body: newContact(index) })),
    statements: {
      "lock-free-contacts": /where pg_try_advisory_xact_lock/,
      "find-holders": /a\.by = 'phone'/,
      "find-newest-contacts": /select team_id, ordinal, created_at from contact/,
      "find-similar-names": /^with similar_contact as/,
      "insert-contacts": /^insert into contact \(/,
      "insert-audit-events": /^insert into audit_event/,
      "insert-contact-tags": /^insert into contact_tag/,
      "insert-contact-phones": /^insert into contact_phone/,
      "link-threads": /^with linked as/,
      "find-companies": /as company, c\.compared/,
      "refresh-threads": /^with shown as/,
      "insert-duplicate-groups": /^insert into duplicate_group/,
    },
  },
  "creates of contacts in a team that reads its events": {
    async work({ client }, count) {
      await client.listEvents();
      await times(count, (index) => client.createContact({ body: newContact(index) }));
    },
    statements: { "insert-events": /insert into event / },
  },
  "creates of contacts of one company": {
    work: ({ client }, count) =>
      times(count + 1, (index) => client.createContact({ body: { ...newContact(index), company: "one" } })),
    statements: { "find-similar-among": /^with named as/ },
  },
  "changes of contacts with similar names": {
    async work({ client }, count) {
      const [company, other] = [newId(), newId()];
      const contacts = await times(count + 1, () => buildContact(client, { company, name: "one name", tags: ["one"] }));
      await buildContact(client, { company: other, name: "one name" });
      const body = { company: other, tags: ["two"] };
      await times(count, (index) => client.updateContact({ path: { id: contacts[index]!.id }, body }));
      const { id } = contacts[count]!;
      await client.upsertContact({ body: { id, phones: [{ phoneNumber: uniquePhone(), isPrimary: true }] } });
    },
    statements: {
      "find-contacts": /from contact c where c\.team_id = a\.team_id and c\.id = a\.id limit 1/,
      "find-contact-phones": /from contact_phone p where p\.team_id = a\.team_id and p\.contact_id/,
      "find-group-members": /^select g\.team_id, g\.id as group_id/,
      "find-similar-members": /^with member as/,
      "delete-duplicate-groups": /^delete from duplicate_group/,
      "move-group-members": /is_in_large_company = c\.is_in_large_company or c\.is_crowded/,
      "move-similar-contacts": /set name_group_id = a\.name_group_id from unnest/,
      "update-contacts": /^update contact c set name = /,
      "update-contact-phones": /^update contact_phone/,
      "delete-contact-tags": /^delete from contact_tag/,
    },
  },
  "deletions of contacts": {
    async work({ client }, count) {
      const created = await times(count, (index) => client.createContact({ body: newContact(index) }));
      await times(count, (index) => client.deleteContact({ path: { id: created[index]!.contact.id } }));
    },
    statements: {
      "count-unlinked-threads": /^select count\(\*\)::int from thread t/,
      "unlink-threads-of-contact": /^update "thread" set "contact_id"/,
      "delete-contact-phones": /^delete from contact_phone/,
      "delete-contact": /^delete from contact where/,
    },
  },
};

const newContact = (index: number) => ({
  name: `name ${index}`,
  externalId: newId(),
  phones: [uniquePhone()],
  tags: ["one"],
  company: newId(),
});
