import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import type { Contact } from "../../generated/api.ts";
import { plusMicroseconds } from "../../server/db/timestamp.ts";
import { useApp } from "../support/app.ts";
import type { Client } from "../support/client.ts";
import { buildContact, uniquePhone } from "../support/factories.ts";

const app = useApp();

interface Filter {
  query?: string;
  tag?: string;
  external_id?: string;
  updated_after?: string;
}

const letters = fc.constantFrom(...'aabbcABCéÉ🦄%_\\ ,"{');
const name = fc.string({ unit: letters, minLength: 1, maxLength: 8 }).filter((text) => /\S/.test(text));
const tag = fc.constantFrom("a", "b", "A", "a,b", "null");
const externalId = fc.constantFrom("1", "2", "x%", "X%");

const contact = fc.record(
  { name, company: fc.string({ unit: letters, maxLength: 5 }), tags: fc.array(tag, { maxLength: 3 }), externalId },
  { requiredKeys: ["name"] },
);

/** The contacts of the team, the newest first, as each of them was answered when it was last written. */
let contacts: Contact[];
let client: Client;

beforeAll(async () => {
  ({ client } = await app.signIn());
  contacts = [];
  for (const fields of fc.sample(contact, 40)) {
    contacts.unshift(await buildContact(client, { ...fields, phones: [uniquePhone(), uniquePhone()] }));
  }
  // Some change afterwards, so that the order of changes is not that of creations.
  for (const [at, changes] of fc.sample(fc.tuple(fc.nat({ max: 39 }), contact), 10)) {
    const path = { id: contacts[at]!.id };
    contacts[at] = (await client.updateContact({ path, body: changes })).contact;
  }
});

const fold = (text: string) => text.toLowerCase();

function passes({ name, company, phones, ...contact }: Contact, filter: Filter): boolean {
  const query = filter.query === undefined ? undefined : fold(filter.query);
  const found =
    query === undefined ||
    ([...query].length < 3
      ? fold(name).startsWith(query)
      : [name, company ?? "", ...phones.map(({ phoneNumber }) => phoneNumber)].some((text) =>
          fold(text).includes(query),
        ));
  return (
    found &&
    (filter.tag === undefined || contact.tags.includes(filter.tag)) &&
    (filter.external_id === undefined || contact.externalId === filter.external_id) &&
    (filter.updated_after === undefined || contact.updatedAt > filter.updated_after)
  );
}

/** Filters that are likely to match: their values are those of a contact, or similar. */
const filter: fc.Arbitrary<Filter> = fc.nat({ max: 39 }).chain((at) => {
  const { name, company, phones, tags, externalId, updatedAt } = contacts[at]!;
  const texts = [name, company || name, phones[0]!.phoneNumber];
  const part = fc
    .tuple(fc.constantFrom(...texts), fc.nat({ max: 8 }), fc.integer({ min: 1, max: 8 }))
    .map(([text, start, length]) =>
      [...text]
        .slice(start % [...text].length)
        .slice(0, length)
        .join(""),
    );
  const cased = fc.tuple(part, fc.boolean()).map(([text, upper]) => (upper ? text.toUpperCase() : text));
  return fc.record(
    {
      query: fc.oneof({ weight: 4, arbitrary: cased }, fc.string({ unit: letters, minLength: 1, maxLength: 4 })),
      tag: tags[0] === undefined ? tag : fc.constantFrom(...tags),
      external_id: externalId === null ? fc.constantFrom("1", "2") : fc.constant(externalId),
      updated_after: fc.integer({ min: -1, max: 0 }).map((moved) => plusMicroseconds(updatedAt, moved)),
    },
    { requiredKeys: [] },
  );
});

test("with any filters and page size, all pages together are the matching contacts, newest first", async () => {
  await fc.assert(
    fc.asyncProperty(filter, fc.integer({ min: 1, max: 12 }), async (query, per_page) => {
      const expected = contacts.filter((each) => passes(each, query)).map(({ phones, notes, ...summary }) => summary);

      const found = [];
      let cursor: string | undefined;
      do {
        const page = await client.listContacts({ query: { ...query, per_page, ...(cursor && { cursor }) } });
        expect(page.hasMore).toBe(page.nextCursor !== null);
        if (page.hasMore) expect(page.contacts).toHaveLength(per_page);
        found.push(...page.contacts);
        expect(found.length).toBeLessThanOrEqual(expected.length);
        cursor = page.nextCursor ?? undefined;
      } while (cursor);

      expect(found).toEqual(expected);
    }),
    { numRuns: 80 },
  );
});
