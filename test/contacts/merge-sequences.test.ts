import fc from "fast-check";
import { expect, test } from "vitest";
import { useApp } from "../support/app.ts";
import { buildBusinessNumber, buildContact, buildMessage, uniquePhone } from "../support/factories.ts";

const app = useApp();

const poolSize = 5;

/** Contacts in the order of creation, by the positions of their phones in a pool. */
interface Team {
  /** Phones that had threads before any contact had them. */
  early: number[];
  contacts: number[][];
  /** Phones that got threads after that. */
  late: number[];
  /** The positions of source and target. */
  merges: [number, number][];
}

const phone = fc.nat(poolSize - 1);
const contact = fc.nat(4);
const teams: fc.Arbitrary<Team> = fc.record({
  early: fc.uniqueArray(phone, { maxLength: 3 }),
  contacts: fc.array(fc.uniqueArray(phone, { minLength: 1, maxLength: 2 }), { minLength: 5, maxLength: 5 }),
  late: fc.uniqueArray(phone, { minLength: 2, maxLength: 4 }),
  merges: fc.array(fc.tuple(contact, contact), { minLength: 4, maxLength: 8 }),
});

/** What the decisions say of contacts and threads, without a database. */
class Model {
  /** The phones of those who are still there. */
  readonly phones = new Map<number, Set<number>>();
  readonly threads: { phone: number; contact: number | undefined }[] = [];

  addThread(phone: number): void {
    const [holder, another] = this.holders(phone);
    this.threads.push({ phone, contact: another === undefined ? holder : undefined });
  }

  addContact(contact: number, phones: number[]): void {
    this.phones.set(contact, new Set(phones));
    this.link(contact, phones);
  }

  /** How many threads show the target after the merge and another contact before, or what refuses the merge. */
  merge(source: number, target: number): number | string {
    if (source === target) return "cannot_merge_same_contact";
    const [from, to] = [this.phones.get(source), this.phones.get(target)];
    if (!from || !to) return "contact_not_found";
    const before = this.threads.map((thread) => this.shown(thread));
    this.phones.set(target, to.union(from));
    this.phones.delete(source);
    for (const thread of this.threads) if (thread.contact === source) thread.contact = target;
    this.link(target, [...from]);
    return this.threads.filter((thread, at) => before[at] !== target && this.shown(thread) === target).length;
  }

  /** The contact that a thread with a phone shows. */
  shown({ phone, contact }: { phone: number; contact: number | undefined }): number | undefined {
    return contact ?? this.holders(phone)[0];
  }

  private link(contact: number, phones: number[]): void {
    for (const thread of this.threads) {
      const isOnly = this.holders(thread.phone).every((holder) => holder === contact);
      if (phones.includes(thread.phone) && isOnly) thread.contact ??= contact;
    }
  }

  /** The oldest first. */
  private holders(phone: number): number[] {
    return [...this.phones].flatMap(([contact, phones]) => (phones.has(phone) ? contact : [])).sort();
  }
}

test("any sequence of merges keeps all phones and threads, each with the contact that the rules define", async () => {
  await fc.assert(
    fc.asyncProperty(teams, async ({ early, contacts, late, merges }) => {
      const { client, team } = await app.signIn({ withNumber: false });
      const number = await buildBusinessNumber(app.em(), { team });
      const numbers = Array.from({ length: poolSize }, uniquePhone);
      const model = new Model();
      const threadIds: string[] = [];
      const addThread = async (phone: number) => {
        // The second time from a number of its own, or it would be the same thread.
        const again = early.includes(phone) && late.includes(phone) && threadIds.length >= early.length;
        const from = again ? await buildBusinessNumber(app.em(), { team }) : number;
        const place = await buildMessage(app.em(), { team, number: from, phone: numbers[phone]! });
        threadIds.push(place.threadId);
        model.addThread(phone);
      };

      for (const phone of early) await addThread(phone);
      const ids: string[] = [];
      for (const [place, phones] of contacts.entries()) {
        const given = { name: `contact ${place}`, phones: phones.map((phone) => numbers[phone]!) };
        ids.push((await buildContact(client, given)).id);
        model.addContact(place, phones);
      }
      for (const phone of late) await addThread(phone);

      for (const [source, target] of merges) {
        const expected = model.merge(source, target);
        const body = { sourceContactId: ids[source]!, targetContactId: ids[target]! };
        const answer = await client.raw("mergeContacts", { body });
        expect(answer.status === 200 ? answer.body.movedThreads : answer.body.error).toBe(expected);
      }

      const { contacts: left } = await client.listContacts();
      const survivors = [...model.phones.keys()].toSorted((a, b) => b - a);
      expect(left.map(({ id }) => id)).toEqual(survivors.map((place) => ids[place]));
      const read = await Promise.all(left.map(({ id }) => client.getContact({ path: { id } })));
      const has = read.map(({ phones }) => phones.map(({ phoneNumber }) => phoneNumber).sort());
      expect(has).toEqual(survivors.map((place) => [...model.phones.get(place)!].map((each) => numbers[each]).sort()));
      const before = new Set(contacts.flat().map((each) => numbers[each]));
      expect(new Set(has.flat())).toEqual(before);
      const primaries = read.map(({ phones }) => phones.filter(({ isPrimary }) => isPrimary).length);
      expect(primaries).toEqual(left.map(() => 1));

      const { threads } = await client.listThreads({ query: { per_page: 100 } });
      expect(threads.map(({ id }) => id).sort()).toEqual(threadIds.toSorted());
      const names = threadIds.map((id) => threads.find((thread) => thread.id === id)!.contactName);
      const expected = model.threads.map((thread) => {
        const shown = model.shown(thread);
        return shown === undefined ? numbers[thread.phone] : `contact ${shown}`;
      });
      expect(names).toEqual(expected);
    }),
    { numRuns: 6 },
  );
});
