import { createClient } from "../../support/client.ts";
import { buildContact, uniquePhone } from "../../support/factories.ts";
import type { Experiment } from "../experiment.ts";
import { nameOf, tally } from "../history.ts";
import { times } from "../load.ts";
import { signIn } from "../team.ts";

export const c8: Experiment = {
  id: "C8",
  title: "concurrent upserts of one identity, and concurrent merges of A into B and B into A, over two servers",
  passesWhen:
    "the upserts create one contact with every phone, one merge of each pair succeeds, and no phone, tag or note is lost",
  on: ["single", "citus"],
  seconds: { full: 300, short: 60 },
  async run(context) {
    const { database, servers } = await context.openServerPair();
    const rounds = context.size(30, 2);
    const problems: string[] = [];
    const names: string[] = [];
    for (let round = 0; round < rounds; round++) {
      const { key } = await signIn(database);
      const clients = servers.map(({ url }) => createClient(url, key));
      const shared = uniquePhone();
      const own = times(40, uniquePhone);
      const upserts = await Promise.all(
        own.map((phone, index) => {
          // The lookups are the external id, the phone, or both.
          const identity = [{ externalId: "crm-1" }, {}, { externalId: "crm-1" }][index % 3]!;
          const phones = index % 3 === 0 ? [phone, shared] : [shared, phone];
          return clients[index % 2]!.raw("upsertContact", { body: { name: "Ada", ...identity, phones } });
        }),
      );
      names.push(...upserts.map(nameOf));
      const created = upserts.filter(({ body }) => body.created).length;
      const { contacts } = await clients[0]!.listContacts({ query: { per_page: 100 } });
      const phones =
        contacts.length === 1 ? (await clients[1]!.getContact({ path: { id: contacts[0]!.id } })).phones : [];
      if (upserts.some(({ status }) => status !== 200))
        problems.push(`upserts: ${JSON.stringify(tally(upserts.map(nameOf)))}`);
      if (created !== 1 || contacts.length !== 1) problems.push(`${created} were created, ${contacts.length} exist`);
      const stored = phones.map(({ phoneNumber }) => phoneNumber as string);
      if (stored.toSorted().join() !== [shared, ...own].toSorted().join())
        problems.push(`${stored.length} of 41 phones`);

      const pairs = await Promise.all(
        times(5, async () => {
          const create = (tag: string) =>
            buildContact(clients[0]!, { phones: [uniquePhone(), uniquePhone()], tags: [tag], notes: [`note ${tag}`] });
          return [await create("a"), await create("b")] as const;
        }),
      );
      await Promise.all(
        pairs.map(async ([a, b]) => {
          const merge = (client: number, source: string, target: string) =>
            clients[client]!.raw("mergeContacts", {
              body: { sourceContactId: source, targetContactId: target, strategy: "append" },
            });
          const answers = await Promise.all([merge(0, a.id, b.id), merge(1, b.id, a.id)]);
          const outcomes = answers.map(nameOf);
          names.push(...outcomes);
          if (outcomes.toSorted().join() !== "200,404 contact_not_found") problems.push(`merges: ${outcomes.join()}`);
          const left = answers.find(({ status }) => status === 200)?.body.contact;
          const has = [left?.phones.length, left?.tags.length, left?.notes.length].join();
          if (has !== "4,2,2") problems.push(`phones, tags and notes after a merge: ${has}`);
        }),
      );
    }
    return { n: names.length, problems, details: { rounds, servers: 2, answers: tally(names) } };
  },
};
