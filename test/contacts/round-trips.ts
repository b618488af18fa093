import fc from "fast-check";
import { expect } from "vitest";
import type { TestApp } from "../support/app.ts";
import type { Client } from "../support/client.ts";
import { buildBusinessNumber, buildContact, buildMessage, type TestTeam, uniquePhone } from "../support/factories.ts";
import { bodyOf, people, poolSize, strategies } from "./people.ts";

export interface Named {
  id: string;
}

/** Two contacts, and all that is derived from them, but for the times of their last changes. */
export async function readState(app: TestApp, client: Client, team: TestTeam, contacts: Named[]) {
  const read = async (contact: Named) => ({
    ...(await client.getContact({ path: { id: contact.id } })),
    updatedAt: undefined,
  });
  const query = (text: string) => app.em().execute(text, [team.id]);
  const { duplicateGroups } = await client.listDuplicateContacts({ query: { per_page: 100 } });
  const tags = [...new Set((await client.listContacts()).contacts.flatMap((contact) => contact.tags))].toSorted();
  const tagged = tags.map(async (tag) => (await client.listContacts({ query: { tag } })).contacts.map(({ id }) => id));
  return {
    contacts: await Promise.all(contacts.map(read)),
    order: (await client.listContacts()).contacts.map(({ id }) => id),
    tagged: await Promise.all(tagged),
    links: await query("select id, contact_id, contact_name, contact_tags from thread where team_id = ? order by id"),
    groups: duplicateGroups
      .map(({ reason, contacts }) => [reason, ...contacts.map(({ id }) => id)].join(" "))
      .toSorted(),
  };
}

const cases = fc.record({
  first: people,
  second: people,
  another: people,
  /** The phones that have threads before and after the contacts are made, from two numbers. */
  early: fc.uniqueArray(fc.nat(poolSize - 1), { maxLength: 3 }),
  late: fc.uniqueArray(fc.nat(poolSize - 1), { maxLength: 3 }),
  order: fc.shuffledSubarray([0, 1, 2], { minLength: 3 }),
  strategies,
});

/**
 * Previews, merges and unmerges random pairs, beside a third contact: the preview equals the merge to the byte, or is refused
 * with the same code, and in the end everything is as it was.
 */
export async function checkRoundTrips(app: TestApp, numRuns: number): Promise<void> {
  let undone = 0;
  const property = fc.asyncProperty(cases, async ({ first, second, another, early, late, order, strategies }) => {
    const { client, team } = await app.signIn({ withNumber: false });
    const numbers = [await buildBusinessNumber(app.em(), { team }), await buildBusinessNumber(app.em(), { team })];
    const pool = Array.from({ length: poolSize }, uniquePhone);
    const talk = async (phones: number[], number: (typeof numbers)[number]) => {
      for (const at of phones) await buildMessage(app.em(), { team, number, phone: pool[at]! });
    };
    await talk(early, numbers[0]!);
    const made: Named[] = [];
    for (const person of [first, second, another]) made.push(await buildContact(client, bodyOf(person, pool)));
    await talk(late, numbers[1]!);
    const pair = [made[order[0]!]!, made[order[1]!]!];
    const [source, target] = pair;
    const before = await readState(app, client, team, pair);
    const body = { sourceContactId: source!.id, targetContactId: target!.id, ...(strategies as object) };

    const seen = await client.raw("previewMerge", { body });
    expect(await readState(app, client, team, pair)).toEqual(before);
    const merged = await client.raw("mergeContacts", { body: { ...body, fingerprint: seen.body.fingerprint } });

    expect(seen.status).toBe(merged.status);
    if (merged.status !== 200) {
      expect(seen.body.error).toBe(merged.body.error);
      return;
    }
    const { contact, movedThreads, mergeId } = merged.body;
    const moment = seen.body.contact.updatedAt;
    expect(JSON.stringify(seen.body.contact).replaceAll(moment, contact.updatedAt)).toBe(JSON.stringify(contact));
    expect(seen.body.movedThreads).toBe(movedThreads);

    const answer = await client.undoMerge({ path: { id: mergeId }, body: {} });

    expect(await readState(app, client, team, pair)).toEqual(before);
    const read = await Promise.all(pair.map(({ id }) => client.getContact({ path: { id } })));
    expect([answer.source, answer.target]).toEqual(read);
    expect(answer.kept).toEqual([]);
    // A newer block of the search has newer contacts.
    const numbered = await app
      .em()
      .execute<{ ordinal: number }[]>("select ordinal from contact where team_id = ? order by created_at", [team.id]);
    expect(numbered).toEqual(numbered.toSorted((a, b) => a.ordinal - b.ordinal));
    expect(answer.target.updatedAt).toBe(answer.source.updatedAt);
    expect(answer.source.updatedAt > contact.updatedAt).toBe(true);
    undone += 1;
  });
  await fc.assert(property, { numRuns });
  expect(undone).toBeGreaterThan(numRuns / 4);
}
