import { beforeAll, expect, test } from "vitest";
import { useApp } from "../support/app.ts";
import type { Client } from "../support/client.ts";
import { buildContact } from "../support/factories.ts";

const app = useApp();

let client: Client;

const contacts: [name: string, company: string | undefined, phone: string][] = [
  ["Ada Lovelace", "Analytical Engines", "+12025550101"],
  ["Grace Hopper", "Navy", "+12025550102"],
  ["Zoë Ångström", "Ørsted", "+4520123456"],
  ["ΟΔΥΣΣΕΥΣ Ιθακησιος", undefined, "+302101234567"],
  ["Søren 100% sure_thing", "back\\slash", "+4520123457"],
  ["李小龍", "嘉禾電影", "+85223456789"],
  ["🦄 Farm 👩‍👩‍👧", undefined, "+12025550107"],
  ['O\'Brien, "Jim" (sales) <j@x.org>', "A&B; --", "+12025550108"],
  ["%", "_", "+12025550109"],
  ["Müller", "STRASSE  zwei", "+4915112345678"],
  ["null", undefined, "+12025550111"],
];

beforeAll(async () => {
  ({ client } = await app.signIn());
  for (const [name, company, phone] of contacts) {
    await buildContact(client, { name, phones: [phone], ...(company && { company }) });
  }
});

async function search(query: string): Promise<string[]> {
  const { contacts } = await client.listContacts({ query: { query, per_page: 100 } });
  return contacts.map(({ name }) => name);
}

const [ada, grace, zoe, odysseus, soren, bruce, farm, brien, percent, muller, nil] = contacts.map(([name]) => name) as [
  ...[string, string, string, string, string, string, string, string, string, string, string],
];

test.each([
  ["a part of the name", "lovel", [ada]],
  ["the beginning of the name", "Ada", [ada]],
  ["the end of a name", "ace", [grace, ada]],
  ["the whole name", "Grace Hopper", [grace]],
  ["a part across a space", "ace Hop", [grace]],
  ["a space and two letters", " Ho", [grace]],
  ["two letters and a space", "da ", [ada]],
  ["a part of the company", "engin", [ada]],
  ["two spaces within the company", "asse  z", [muller]],
  ["a part of the phone", "2025550102", [grace]],
  ["the beginning of a phone with its plus sign", "+4520", [soren, zoe]],
  ["a text that no contact has", "xyzzy", []],
  ["a text that begins like a name", "Ada Byron", []],
  ["the end of a name and the beginning of the company", "LovelaceAnalytical", []],
  ["the words of a name in another order", "Lovelace Ada", []],
])("%s finds exactly the matching contacts (%j)", async (_, query, expected) => {
  expect(await search(query)).toEqual(expected);
});

test.each([
  ["LOVELACE", [ada]],
  ["aNaLyT", [ada]],
  ["ZOË", [zoe]],
  ["ångström", [zoe]],
  ["ÅNGSTRÖM", [zoe]],
  ["ørs", [zoe]],
  ["οδυσσευς", [odysseus]],
  ["ΟΔΥΣΣΕΥΣ", [odysseus]],
  ["οδυσ", [odysseus]],
  ["ΟΔΥΣ", [odysseus]],
  ["ΙΘΑΚΗΣΙΟΣ", [odysseus]],
  ["MÜLLER", [muller]],
  ["strasse", [muller]],
])("the case of letters does not matter: %s", async (query, expected) => {
  expect(await search(query)).toEqual(expected);
});

test.each([
  ["100%", [soren]],
  ["1%%", []],
  ["sure_", [soren]],
  ["s_r", []],
  ["%%%", []],
  ["___", []],
  ["ack\\sl", [soren]],
  ["k\\\\s", []],
  ["O'B", [brien]],
  ['"Jim"', [brien]],
  ["(sales)", [brien]],
  ["<j@x", [brien]],
  ["A&B; --", [brien]],
  [".*", []],
  ["a.a", []],
  ["nul", [nil]],
  ["NULL", [nil]],
])("signs have no special meaning: %s", async (query, expected) => {
  expect(await search(query)).toEqual(expected);
});

test.each([
  ["李小龍", [bruce]],
  ["小龍", []],
  ["李", [bruce]],
  ["嘉禾電", [bruce]],
  ["嘉禾", []],
  ["🦄 F", [farm]],
  ["🦄", [farm]],
  ["👩‍👩‍👧", [farm]],
])("characters of every script count as characters: %s", async (query, expected) => {
  expect(await search(query)).toEqual(expected);
});

test.each([
  ["a", [ada]],
  ["A", [ada]],
  ["ad", [ada]],
  ["AD", [ada]],
  ["da", []],
  ["ho", []],
  ["na", []],
  ["+1", []],
  ["Zo", [zoe]],
  ["ZO", [zoe]],
  ["οδ", [odysseus]],
  ["%", [percent]],
  ["_", []],
  ["\\", []],
  ["s%", []],
  [" ", []],
  ["o'", [brien]],
  ["nu", [nil]],
])("one or two characters find only names that begin with them: %j", async (query, expected) => {
  expect(await search(query)).toEqual(expected);
});

test("a contact is found by its current name and by any of its phones, and is listed once if both match", async () => {
  const { client: own } = await app.signIn();
  const { id } = await buildContact(own, {
    name: "Jean",
    company: "Jean & Co",
    phones: ["+12025550120", "+12025550121"],
  });
  const find = async (query: string) => (await own.listContacts({ query: { query } })).contacts.length;

  expect([await find("jean"), await find("5550120"), await find("5550121"), await find("+120255501")]).toEqual([
    1, 1, 1, 1,
  ]);

  const { contact } = await own.addContactPhone({ path: { id }, body: { phoneNumber: "+12025550122" } });
  await own.deleteContactPhone({ path: { id, phoneId: contact.phones[0]!.id } });
  await own.updateContact({ path: { id }, body: { name: "Joan", company: null } });

  expect([await find("5550122"), await find("joan"), await find("jo")]).toEqual([1, 1, 1]);
  expect([await find("5550120"), await find("jean"), await find("je")]).toEqual([0, 0, 0]);
});

test("names and companies with any white space and signs can be stored and found", async () => {
  const { client: own } = await app.signIn();
  for (const name of ["a   b", "a\t\t\tb", "a\n\n\nb", 'a"""b', "a{,}b", "a\\\\\\b", "a''''b", "\u2028\u2028\u2028x"]) {
    const { id } = await buildContact(own, { name, company: name });
    const query = [...name].slice(1, 4).join("");
    const { contacts } = await own.listContacts({ query: { query } });
    expect(
      contacts.map((each) => each.id),
      JSON.stringify(name),
    ).toEqual([id]);
  }
});
