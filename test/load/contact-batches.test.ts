import fc from "fast-check";
import { expect, test } from "vitest";
import { presentWritten } from "../../server/contacts/present.ts";
import type { ContactWrite, WrittenContact } from "../../server/contacts/writes/apply-write.ts";
import { writeContacts } from "../../server/contacts/writes/write-batch.ts";
import { readClock } from "../../server/db/clock.ts";
import type { Result } from "../../server/db/commit/batcher.ts";
import { newId } from "../../server/db/schema/ids.ts";
import { transact } from "../../server/db/transaction.ts";
import { ApiError } from "../../server/errors.ts";
import type { Claim } from "../../server/operations/once/claims.ts";
import type { Written } from "../../server/operations/once/in-batch.ts";
import type { E164 } from "../../server/phone.ts";
import { useApp } from "../support/app.ts";
import type { Client } from "../support/client.ts";
import { buildBusinessNumber, buildMessage, type TestTeam } from "../support/factories.ts";
import { chainedNames } from "../support/similar-names.ts";
import { recordStatements } from "../support/statements.ts";

const app = useApp();

type Outcome = Result<Written<WrittenContact>>;

const phones = ["+12025550101", "+12025550102", "+12025550103", "+12025550104"] as E164[];
const ids = ["A", "B", "C"].map((digit) => `0000000${digit}-0000-4000-8000-000000000000`);
const conflicts = ["ambiguous_contact_match", "contact_identity_conflict"];

const ofTeam = ({ id: teamId }: TestTeam) => ({ teamId, source: { teamId, now: "2026-11-24T00:00:00.000000Z" } });

/** Writes a batch of the team's contacts in one transaction. */
function write(team: TestTeam, writes: ContactWrite[], claims: Claim[] = []): Promise<Outcome[]> {
  const claimed = writes.map((each, index) => ({ ...each, ...ofTeam(team), claim: claims[index] }));
  return app.inTeam(team.id, (tx) => writeContacts(tx, claimed));
}

/** The result of a write that is undone. */
async function probe(team: TestTeam, one: ContactWrite): Promise<Outcome> {
  let outcome: Outcome | undefined;
  const undo = new Error("undo");
  const probing = app.inTeam(team.id, async (tx) => {
    [outcome] = await writeContacts(tx, [{ ...one, ...ofTeam(team), claim: undefined }]);
    throw undo;
  });
  await expect(probing).rejects.toBe(undo);
  return outcome!;
}

const codeOf = (outcome: Outcome) =>
  !outcome.ok && outcome.error instanceof ApiError ? outcome.error.code : undefined;

/** Writes one after another. A write whose identities are in conflict before all of them counts as the first. */
async function writeInTurn(team: TestTeam, writes: ContactWrite[]): Promise<Outcome[]> {
  const probed = [];
  for (const each of writes) probed.push(await probe(team, each));
  const outcomes: Outcome[] = [];
  for (const [index, each] of writes.entries()) {
    const isInConflict = conflicts.includes(codeOf(probed[index]!) ?? "");
    outcomes.push(isInConflict ? probed[index]! : (await write(team, [each]))[0]!);
  }
  return outcomes;
}

function present(outcome: Outcome): unknown {
  if (!outcome.ok) return outcome.error instanceof ApiError ? { ...outcome.error } : outcome.error;
  return outcome.value.kind === "done" ? presentWritten(outcome.value.done) : outcome.value;
}

/** All rows that contacts and their threads have, and the answers of lists. */
async function readState({ client, team }: { client: Client; team: TestTeam }): Promise<unknown> {
  const read = (statement: string) => app.em().execute(statement, [team.id]);
  const queries = ["amber", "jetty", phones[0]!, "nav"].map((query) => ({ query }));
  return {
    contacts: await read("select * from contact where team_id = ? order by created_at"),
    phones: await read("select * from contact_phone where team_id = ? order by created_at, id"),
    tags: await read("select * from contact_tag where team_id = ? order by tag, contact_created_at"),
    groups: await read("select * from duplicate_group where team_id = ? order by newest_created_at, reason, key"),
    threads: await read("select contact_phone, contact_id from thread where team_id = ? order by contact_phone"),
    duplicates: await client.listDuplicateContacts({ query: { per_page: 100 } }),
    lists: await Promise.all(
      [...queries, { tag: "a" }, { external_id: "crm-1" }].map((query) => client.listContacts({ query })),
    ),
  };
}

/** JSON in which ids are numbered in the order of their first appearance, and timestamps in the order of time. */
function normalize(value: unknown): unknown {
  const text = JSON.stringify(value).replaceAll(
    /(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d+))?\+00/g,
    (_, ...parts) => {
      const [date, time, fraction = ""] = parts as string[];
      return `${date}T${time}.${fraction.padEnd(6, "0")}Z`;
    },
  );
  const timePattern = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z/g;
  const times = [...new Set(text.match(timePattern))].toSorted();
  const seen: string[] = [];
  return JSON.parse(
    text
      .replaceAll(timePattern, (time) => `time ${times.indexOf(time)}`)
      .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, (id) => {
        if (!seen.includes(id)) seen.push(id);
        return `id ${seen.indexOf(id)}`;
      }),
  );
}

const phone = fc.record(
  { phoneNumber: fc.constantFrom(...phones), label: fc.constantFrom("home", "work"), isPrimary: fc.boolean() },
  { requiredKeys: ["phoneNumber"] },
);
const name = fc.constantFrom(...chainedNames.slice(0, 5));
const someOf = {
  company: fc.constantFrom("Navy", "NAVY", "Army", " ", null),
  externalId: fc.constantFrom("crm-1", "crm-2", "crm-3", null),
  tags: fc.array(fc.constantFrom("a", "b", "c"), { maxLength: 3 }),
  notes: fc.array(fc.constantFrom('say "so"', "back\\slash", "null", ""), { maxLength: 2 }),
  metadata: fc.constantFrom({ a: 1 }, { b: [null] }),
};
const given = { name, id: fc.constantFrom(...ids), phones: fc.array(phone, { minLength: 1, maxLength: 2 }) };

const created = fc
  .record({ name, phones: given.phones, ...someOf }, { requiredKeys: ["name", "phones"] })
  .map((fields): ContactWrite => ({ operation: "createContact", given: fields }));
const updated = fc
  .record({ name, id: given.id, ...someOf }, { requiredKeys: ["id"] })
  .map((fields): ContactWrite => ({ operation: "updateContact", given: fields }));
const upserted = fc
  .record({ ...given, ...someOf }, { requiredKeys: [] })
  .map((fields): ContactWrite => ({ operation: "upsertContact", given: fields }));
const writes = fc.oneof(
  { weight: 1, arbitrary: created },
  { weight: 2, arbitrary: updated },
  { weight: 4, arbitrary: upserted },
);

/** A team with a thread of each phone, and contacts that are written one after another. */
async function prepareTeam(start: ContactWrite[]) {
  const signedIn = await app.signIn({ withNumber: false });
  const number = await buildBusinessNumber(app.em(), { team: signedIn.team });
  for (const each of phones) await buildMessage(app.em(), { team: signedIn.team, number, phone: each });
  for (const each of start) await write(signedIn.team, [each]);
  return signedIn;
}

test("a batch of writes has the results and leaves the rows of the same writes one after another", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(upserted, { maxLength: 6 }),
      fc.array(writes, { minLength: 2, maxLength: 12 }),
      async (start, batch) => {
        const together = await prepareTeam(start);
        const inTurn = await prepareTeam(start);

        const outcomes = await write(together.team, batch);
        const expected = await writeInTurn(inTurn.team, batch);

        const of = async (team: typeof together, answers: Outcome[]) => {
          const normalized = JSON.stringify(normalize([answers.map(present), await readState(team)]));
          return JSON.parse(normalized.replaceAll(team.team.id, "team"));
        };
        expect(await of(together, outcomes)).toEqual(await of(inTurn, expected));
      },
    ),
    { numRuns: 25 },
  );
}, 120_000);

test("a batch of two teams has the results and leaves the rows of a batch of each, also with the same ids", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(upserted, { maxLength: 4 }),
      fc.array(fc.tuple(fc.nat(1), writes), { minLength: 2, maxLength: 14 }),
      async (start, batch) => {
        const together = [await prepareTeam(start), await prepareTeam(start)];
        const apart = [await prepareTeam(start), await prepareTeam(start)];
        const claimed = batch.map(([at, each]) => ({ ...each, ...ofTeam(together[at]!.team), claim: undefined }));

        const mixed = await transact(app.database.orm, (tx) => writeContacts(tx, claimed));

        for (const at of [0, 1]) {
          const partOf = <Item>(items: Item[]) => items.filter((_, index) => batch[index]![0] === at);
          const expected = await write(
            apart[at]!.team,
            partOf(batch).map(([, each]) => each),
          );
          const of = async ({ client, team }: (typeof apart)[0], answers: Outcome[]) => {
            const normalized = JSON.stringify(normalize([answers.map(present), await readState({ client, team })]));
            return JSON.parse(normalized.replaceAll(team.id, "team"));
          };
          expect(await of(together[at]!, partOf(mixed))).toEqual(await of(apart[at]!, expected));
        }
      },
    ),
    { numRuns: 10 },
  );
}, 120_000);

test("in one batch the first write with a key runs, and the others come again: to its answer, or to a mismatch", async () => {
  const { client, team } = await prepareTeam([]);
  const apiKeyId = newId();
  const now = await readClock(app.em());
  const claim = (key: string, request: string): Claim => ({
    teamId: team.id,
    apiKeyId,
    testMode: false,
    key,
    now,
    fingerprint: Buffer.from(request),
  });
  const create = (name: string): ContactWrite => ({
    operation: "createContact",
    given: { name, phones: [{ phoneNumber: phones[0]! }] },
  });
  const refused: ContactWrite = { operation: "upsertContact", given: { name: "No phones" } };
  const batch = [create("Ada"), create("Ada"), create("Grace"), refused, refused, create("Edith")];
  const claims = [
    ...[claim("one", "Ada"), claim("one", "Ada"), claim("one", "Grace")],
    ...[claim("two", "refused"), claim("two", "refused"), claim("three", "Edith")],
  ];
  const kindOf = (outcome: Outcome) => (outcome.ok ? outcome.value.kind : codeOf(outcome));

  const first = (await write(team, batch, claims)).map(kindOf);
  const second = (await write(team, batch, claims)).map(kindOf);

  expect(first).toEqual(["done", "again", "again", "validation_error", "again", "done"]);
  expect(second).toEqual([
    ...["answered", "answered", "idempotency_key_mismatch"],
    ...["validation_error", "again", "answered"],
  ]);
  const { contacts } = await client.listContacts();
  expect(contacts.map(({ name }) => name)).toEqual(["Edith", "Ada"]);
});

test("the contacts of a batch have different timestamps, in the order of their writes", async () => {
  const { client, team } = await prepareTeam([]);
  const names = Array.from({ length: 20 }, (_, at) => `name ${at}`);

  await write(
    team,
    names.map(
      (name, at): ContactWrite => ({
        operation: "createContact",
        given: { name, phones: [{ phoneNumber: phones[at % 4]! }] },
      }),
    ),
  );

  const { contacts } = await client.listContacts({ query: { per_page: 100 } });
  expect(contacts.map(({ name }) => name)).toEqual(names.toReversed());
  expect(new Set(contacts.map(({ updatedAt }) => updatedAt)).size).toBe(20);
});

test("a batch of one has as many statements as a batch of many, with keys and without", async () => {
  const count = async (size: number) => {
    const { team } = await prepareTeam([
      { operation: "upsertContact", given: { id: ids[0]!, name: "A", phones: [{ phoneNumber: phones[0]! }] } },
    ]);
    const now = await readClock(app.em());
    const batch = Array.from({ length: size }, (_, at): ContactWrite[] => {
      const fields = { name: chainedNames[at % 5]!, company: "Navy", externalId: `crm-${at}`, tags: [`tag ${at}`] };
      const phoneNumber = `+1303555${String(1_000 + at)}` as E164;
      return [
        { operation: "createContact", given: { ...fields, phones: [{ phoneNumber }] } },
        { operation: "upsertContact", given: { ...fields, phones: [{ phoneNumber: phones[at % 4]! }] } },
        { operation: "updateContact", given: { id: ids[0]!, ...fields } },
      ];
    }).flat();
    const claims = batch.map((_, at) => ({
      teamId: team.id,
      apiKeyId: newId(),
      testMode: false,
      key: `key ${at}`,
      now,
      fingerprint: Buffer.from(String(at)),
    }));
    return (await recordStatements(() => write(team, batch, claims))).length;
  };

  expect(await count(12)).toBeLessThanOrEqual((await count(2)) + 2);
});
