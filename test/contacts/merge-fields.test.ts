import fc from "fast-check";
import { expect, test } from "vitest";
import type { MergeContacts, MergeStrategy } from "../../generated/api.ts";
import { useApp } from "../support/app.ts";
import type { Client } from "../support/client.ts";
import { buildContact } from "../support/factories.ts";
import { refusalOf } from "../support/refusals.ts";

const app = useApp();

type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

/** What a merge decides by strategy. */
interface Fields {
  name: string;
  company: string | null;
  role: string | null;
  externalId: string | null;
  metadata: { [name: string]: Json };
  tags: string[];
  notes: string[];
}

const strategies = ["prefer_target", "prefer_source", "prefer_non_null", "append"] as const;

/** What the decisions say, value by value. */
function merged(target: Json, source: Json, strategy: MergeStrategy | undefined): Json {
  if (strategy === "append") return united(target, source);
  if (strategy === "prefer_non_null") return target === null ? source : target;
  const [first, second] = strategy === "prefer_source" ? [source, target] : [target, source];
  return saysNothing(first) ? second : first;
}

function united(target: Json, source: Json): Json {
  if (Array.isArray(target) && Array.isArray(source)) {
    return [...Map.groupBy([...target, ...source], exact).values()].map(([first]) => first!);
  }
  if (kindOf(target) === "object" && kindOf(source) === "object") {
    const [ours, theirs] = [entriesOf(target), entriesOf(source)];
    return Object.fromEntries([
      ...ours.map(([name, value]) => {
        const other = theirs.find(([theirName]) => theirName === name);
        return [name, other ? united(value, other[1]) : value];
      }),
      ...theirs.filter(([name]) => !ours.some(([ourName]) => ourName === name)),
    ]);
  }
  return target === null ? source : target;
}

const kindOf = (value: Json) => (Array.isArray(value) ? "array" : value === null ? "null" : typeof value);
const entriesOf = (value: Json) => Object.entries(value as { [name: string]: Json });
const saysNothing = (value: Json) =>
  value === null || value === "" || (typeof value === "string" && !/\S/.test(value)) || exact(value).length === 2;

/** Serializes a value. Two values have the same text if and only if they are equal. */
function exact(value: Json): string {
  if (kindOf(value) === "array") return `[${(value as Json[]).map(exact).join()}]`;
  if (kindOf(value) !== "object") return JSON.stringify(value);
  const members = entriesOf(value).map(([name, member]) => `${JSON.stringify(name)}:${exact(member)}`);
  return `{${members.sort().join()}}`;
}

const text = fc.constantFrom(null, " \t", "Engines", "engines", "Navy");
const someOf = <T>(...values: T[]) => fc.uniqueArray(fc.constantFrom(...values), { maxLength: 3 });
const nameOfMember = fc.constantFrom("a", "b", "", "0", "__proto__", "constructor", "toString", "hasOwnProperty");
const { object } = fc.letrec<{ value: Json; object: { [name: string]: Json } }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, depthSize: "small" },
    fc.constantFrom<Json>(null, false, 0, 1.5, "", "x", [], ["x", 1], [{ a: 1 }], {}),
    fc.array(tie("value"), { maxLength: 2 }),
    tie("object"),
  ),
  // Defines own members of any name. A literal or an assignment would set the prototype by `__proto__`.
  object: fc
    .uniqueArray(fc.tuple(nameOfMember, tie("value")), { maxLength: 4, selector: ([name]) => name })
    .map((members) => Object.fromEntries(members)),
}));
const fields: fc.Arbitrary<Fields> = fc.record({
  name: fc.constantFrom("Ada", "Grace"),
  company: text,
  role: text,
  externalId: fc.constantFrom(null, null, "crm-1", "crm-2"),
  metadata: object,
  tags: someOf("a", "b", "A", "__proto__"),
  notes: someOf("one", "two", "", " "),
});
const strategy = fc.constantFrom(undefined, ...strategies);
const overrides = fc.record(
  Object.fromEntries(
    ["name", "company", "role", "externalId", "metadata", "tags", "notes"].map((name) => [
      name,
      fc.constantFrom(...strategies),
    ]),
  ),
  { requiredKeys: [] },
) as fc.Arbitrary<NonNullable<MergeContacts["fields"]>>;

const build = (client: Client, { company, role, externalId, ...given }: Fields) =>
  buildContact(client, {
    ...given,
    ...(company !== null && { company }),
    ...(role !== null && { role }),
    ...(externalId !== null && { externalId }),
  });

function fieldsOf({ name, company, role, externalId, metadata, tags, notes }: Fields): Fields {
  return { name, company, role, externalId, metadata, tags, notes };
}

test("each field of the merged contact is what its strategy makes of both values, blank or not", async () => {
  const { client } = await app.signIn({ withNumber: false });
  await fc.assert(
    fc.asyncProperty(fields, fields, strategy, overrides, async (ofTarget, ofSource, overall, single) => {
      const [target, source] = [await build(client, ofTarget), await build(client, ofSource)];
      // Checks that the values are stored unchanged before the merge.
      expect(exact(fieldsOf(target as Fields) as unknown as Json)).toBe(exact(ofTarget as unknown as Json));

      const answer = await client.raw("mergeContacts", {
        body: {
          sourceContactId: source.id,
          targetContactId: target.id,
          ...(overall && { strategy: overall }),
          ...(Object.keys(single).length > 0 && { fields: single }),
        },
      });

      const both = [ofTarget.externalId, ofSource.externalId];
      const decisive = single.externalId ?? overall ?? "";
      if (!both.includes(null) && both[0] !== both[1] && !decisive.startsWith("prefer_target")) {
        if (decisive !== "prefer_source") {
          expect(refusalOf(answer)).toBe("409 external_id_conflict");
          expect(await client.getContact({ path: { id: source.id } })).toEqual(source);
          expect(await client.getContact({ path: { id: target.id } })).toEqual(target);
          return;
        }
      }
      expect(answer.status).toBe(200);
      const stored = (await client.getContact({ path: { id: target.id } })) as Fields;
      expect(exact(answer.body.contact)).toBe(exact(stored as unknown as Json));
      for (const name of Object.keys(ofTarget) as (keyof Fields)[]) {
        const expected = merged(ofTarget[name], ofSource[name], single[name] ?? overall);
        expect(exact(stored[name]), name).toBe(exact(expected));
      }
    }),
    { numRuns: 40 },
  );
});

test("two different external ids are an external_id_conflict unless a strategy prefers one side", async () => {
  const { client } = await app.signIn({ withNumber: false });
  const pair = () =>
    Promise.all(["of the target", "of the source"].map((externalId) => buildContact(client, { externalId })));
  const choices = [undefined, ...strategies];
  const untouched = await pair();
  await Promise.all(
    choices.flatMap((overall) =>
      choices.map(async (single) => {
        const decisive = single ?? overall;
        const prefers = decisive === "prefer_target" || decisive === "prefer_source";
        const [target, source] = prefers ? await pair() : untouched;
        const answer = await client.raw("mergeContacts", {
          body: {
            sourceContactId: source!.id,
            targetContactId: target!.id,
            ...(overall && { strategy: overall }),
            ...(single && { fields: { externalId: single } }),
          },
        });
        const outcome = answer.status === 200 ? answer.body.contact.externalId : refusalOf(answer);
        const kept = decisive === "prefer_source" ? "of the source" : "of the target";
        expect(outcome, `${overall}, ${single}`).toBe(prefers ? kept : "409 external_id_conflict");
      }),
    ),
  );
  for (const contact of untouched) {
    expect(await client.getContact({ path: { id: contact.id } })).toEqual(contact);
  }
});

test("equal external ids, or an external id on one side, are no conflict with any strategy", async () => {
  const { client } = await app.signIn({ withNumber: false });
  for (const strategy of strategies) {
    for (const [ofTarget, ofSource] of [[strategy, strategy], [strategy], [undefined, strategy]]) {
      const target = await buildContact(client, ofTarget ? { externalId: ofTarget } : {});
      const source = await buildContact(client, ofSource ? { externalId: ofSource } : {});
      const body = { sourceContactId: source.id, targetContactId: target.id, strategy };
      expect((await client.mergeContacts({ body })).contact.externalId).toBe(strategy);
    }
  }
});

test("a deep merge keeps values under names that are special in JavaScript", async () => {
  const { client } = await app.signIn({ withNumber: false });
  const [target, source] = [
    '{"empty": null, "__proto__": {"a": 1}, "toString": null, "own": {"__proto__": {"b": [1]}}}',
    '{"__proto__": {"b": 2}, "toString": "text", "constructor": {"prototype": {"c": 3}}, "own": {"__proto__": {"b": [2]}}}',
  ];
  const add = async (metadata: string) => {
    const { id } = await buildContact(client);
    const { status } = await client.request("PATCH", `/api/contacts/${id}`, {
      headers: { "content-type": "application/json" },
      body: `{"metadata": ${metadata}}`,
    });
    expect(status).toBe(200);
    return id;
  };
  const body = { targetContactId: await add(target), sourceContactId: await add(source), strategy: "append" as const };

  const { metadata } = (await client.mergeContacts({ body })).contact;

  const expected =
    '{"empty": null, "__proto__": {"a": 1, "b": 2}, "toString": "text", "constructor": {"prototype": {"c": 3}}, "own": {"__proto__": {"b": [1, 2]}}}';
  expect(exact(metadata as Json)).toBe(exact(JSON.parse(expected)));
  expect(exact((await client.getContact({ path: { id: body.targetContactId } })).metadata as Json)).toBe(
    exact(JSON.parse(expected)),
  );
  expect(({} as { a?: number; c?: number }).a ?? ({} as { c?: number }).c).toBeUndefined();
});
