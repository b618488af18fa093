import fc from "fast-check";

/** What a random contact has. Its phones are positions in a pool that contacts share. */
export interface Person {
  name: string;
  company?: string;
  role?: string;
  externalId?: string;
  tags: string[];
  notes: string[];
  metadata: Record<string, unknown>;
  phones: { at: number; label?: string }[];
  /** The position of the primary phone among the phones. */
  primary: number;
}

export const poolSize = 6;

const word = fc.constantFrom("ada", "Ada", "grace", "engines", "navy", "\"'\\{},", "null", "ünï 👍");
const json = fc.letrec<{ value: unknown; object: Record<string, unknown> }>((tie) => ({
  value: fc.oneof({ depthSize: "small" }, fc.constantFrom(null, true, 0, -1.5, "a", [], [1, { b: 2 }]), tie("object")),
  object: fc.dictionary(fc.constantFrom("a", "b", "c", "__proto__x"), tie("value"), {
    maxKeys: 3,
    noNullPrototype: true,
  }),
})).object;

export const people: fc.Arbitrary<Person> = fc.record(
  {
    name: word,
    company: word,
    role: word,
    externalId: fc.constantFrom("crm-1", "crm-2"),
    tags: fc.uniqueArray(word, { maxLength: 3 }),
    notes: fc.array(word, { maxLength: 3 }),
    metadata: json,
    phones: fc.uniqueArray(fc.record({ at: fc.nat(poolSize - 1), label: word }, { requiredKeys: ["at"] }), {
      minLength: 1,
      maxLength: 3,
      selector: ({ at }) => at,
    }),
    primary: fc.nat(2),
  },
  { requiredKeys: ["name", "tags", "notes", "metadata", "phones", "primary"] },
);

const strategy = fc.constantFrom("prefer_target", "prefer_source", "prefer_non_null", "append" as const);

/** Strategies for a merge, for all fields and for single ones. */
export const strategies = fc.record(
  {
    strategy,
    fields: fc.record(
      {
        name: strategy,
        company: strategy,
        role: strategy,
        externalId: strategy,
        metadata: strategy,
        tags: strategy,
        notes: strategy,
      },
      { requiredKeys: [] },
    ),
  },
  { requiredKeys: [] },
);

/** The body that creates a contact, with the phones of the pool. */
export const bodyOf = ({ phones, primary, ...rest }: Person, pool: string[]) => ({
  ...rest,
  phones: phones.map(({ at, ...phone }, index) => ({
    ...phone,
    phoneNumber: pool[at]!,
    isPrimary: index === primary % phones.length,
  })),
});
