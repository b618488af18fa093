import fc from "fast-check";
import { expect, test } from "vitest";
import { newId } from "../../server/db/schema/ids.ts";
import { useApp } from "../support/app.ts";
import { buildContact, uniquePhone } from "../support/factories.ts";

const app = useApp();

/** The searchable values of a contact: an external id and phones, by their positions in a pool. */
interface Modelled {
  id: string;
  externalId: string | undefined;
  phones: number[];
}

interface Upsert {
  /** The position of the contact whose id is given. */
  contact: number | undefined;
  externalId: string | undefined;
  phones: number[] | undefined;
  name: string | undefined;
}

/** The position of a contact that does not exist. */
const nobody = 99;

/** Now and then absent: once against `weight` times. */
const maybe = <T>(arbitrary: fc.Arbitrary<T>, weight: number) =>
  fc.oneof({ weight, arbitrary }, { weight: 1, arbitrary: fc.constant(undefined) });
const externalId = maybe(fc.constantFrom("crm-1", "crm-2", "crm-3"), 1);
const phones = (pool: number, most: number) => fc.uniqueArray(fc.nat(pool - 1), { minLength: 1, maxLength: most });
const upsert: fc.Arbitrary<Upsert> = fc.record({
  contact: fc.constantFrom(0, 1, 2, 3, nobody, ...Array.from({ length: 10 }, () => undefined)),
  externalId,
  phones: maybe(phones(7, 2), 3),
  name: maybe(fc.constant("Ada"), 3),
});
const team = fc.array(fc.record({ externalId, phones: phones(5, 3) }), { minLength: 4, maxLength: 4 });

/** The expected answer of an upsert: a code, or the contact and the lookup that found it. */
function judge(contacts: Modelled[], given: Upsert): { outcome: string; match?: Modelled } {
  const lookUps = [
    { by: "id", found: contacts.filter((_, place) => place === given.contact) },
    {
      by: "externalId",
      found: contacts.filter((each) => given.externalId !== undefined && each.externalId === given.externalId),
    },
    ...(given.phones ?? []).map((phone) => ({
      by: "phone",
      found: contacts.filter((each) => each.phones.includes(phone)),
    })),
  ].filter(({ found }) => found.length > 0);
  if (lookUps.length === 0) return { outcome: given.name && given.phones ? "created" : "validation_error" };

  const clear = lookUps.filter(({ found }) => found.length === 1);
  const named = new Set(clear.map(({ found }) => found[0]!));
  const isSettled = lookUps.every(({ found }) => found.some((each) => named.has(each)));
  if (!isSettled) return { outcome: "ambiguous_contact_match" };
  const [match] = named;
  return named.size === 1 ? { outcome: clear[0]!.by, match: match! } : { outcome: "contact_identity_conflict" };
}

test("for any shared values, an upsert finds the contact that its values name, or answers the reason", async () => {
  await fc.assert(
    fc.asyncProperty(team, fc.array(upsert, { minLength: 10, maxLength: 10 }), async (members, upserts) => {
      const { client } = await app.signIn({ withNumber: false });
      const numbers = Array.from({ length: 7 }, uniquePhone);
      const wire = ({ externalId, phones }: Pick<Upsert, "externalId" | "phones">) => ({
        ...(externalId !== undefined && { externalId }),
        ...(phones && { phones: phones.map((phone) => numbers[phone]!) }),
      });
      const contacts: Modelled[] = await Promise.all(
        members.map(async (member) => ({ ...member, id: (await buildContact(client, wire(member))).id })),
      );

      for (const given of upserts) {
        const { outcome, match } = judge(contacts, given);
        const id = given.contact === undefined ? undefined : (contacts[given.contact]?.id ?? newId());
        const body = { ...wire(given), ...(id && { id }), ...(given.name && { name: given.name }) };

        const answer = await client.raw("upsertContact", { body });

        if (answer.status !== 200) {
          expect(answer.body.error, JSON.stringify(body)).toBe(outcome);
          continue;
        }
        const { created, matchedBy, contact } = answer.body;
        expect(created ? "created" : matchedBy, JSON.stringify(body)).toBe(outcome);
        expect(contact.id === match?.id || (created && contacts.every((each) => each.id !== contact.id))).toBe(true);
        if (created && id) expect(contact.id).toBe(id);
        const found = match ?? { id: contact.id, externalId: undefined, phones: [] };
        if (created) contacts.push(found);
        found.externalId = given.externalId ?? found.externalId;
        found.phones = [...new Set([...found.phones, ...(given.phones ?? [])])];
      }

      const stored = await Promise.all(contacts.map(({ id }) => client.getContact({ path: { id } })));
      expect(
        stored.map(({ externalId, phones }) => [externalId, phones.map((each) => each.phoneNumber).sort()]),
      ).toEqual(
        contacts.map(({ externalId, phones }) => [externalId ?? null, phones.map((phone) => numbers[phone]).sort()]),
      );
      expect((await client.listContacts({ query: { per_page: 100 } })).contacts).toHaveLength(contacts.length);
    }),
    { numRuns: 8 },
  );
});

test("an id or an external id settles a phone that many newer contacts share", async () => {
  const { client } = await app.signIn({ withNumber: false });
  const phones = [uniquePhone()];
  const oldest = await buildContact(client, { phones, externalId: "crm-1" });
  for (let newer = 0; newer < 5; newer += 1) await buildContact(client, { phones });

  for (const identity of [{ id: oldest.id }, { externalId: "crm-1" }]) {
    const { contact } = await client.upsertContact({ body: { ...identity, phones } });
    expect(contact.id).toBe(oldest.id);
  }
});
