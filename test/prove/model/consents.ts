/**
 * A model of the consents of one phone: what its entries are, and what follows from them. Times are numbers: days of January
 * 2026 are below 100, and recorded times are above it, in their order.
 */
import fc from "fast-check";

type Consent = "opted_out" | "opted_in";

/** A consent as a request tells it. */
export interface Told {
  consent: Consent;
  /** The day of January 2026; undefined if the request does not say it. */
  day: number | undefined;
}

/** A step of a history. A number chooses one of the earlier callbacks. */
export type Step =
  | { kind: "keyword" | "receive"; consent: Consent }
  | { kind: "repeat" | "process"; which: number }
  | ({ kind: "declare" } & Told)
  | { kind: "import"; vendor: string; list: Told[] }
  | { kind: "refuse" };

const consent = fc.constantFrom<Consent>("opted_out", "opted_in");
const told = fc.record({ consent, day: fc.option(fc.integer({ min: 1, max: 5 }), { nil: undefined }) });
const which = fc.nat({ max: 9 });

/** Histories of up to ten steps. */
export const histories: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    fc.record({ kind: fc.constantFrom("keyword" as const, "receive" as const), consent }),
    fc.record({ kind: fc.constantFrom("repeat" as const, "process" as const), which }),
    told.map((each) => ({ kind: "declare" as const, ...each })),
    fc.record({
      kind: fc.constant("import" as const),
      vendor: fc.constantFrom("A", "B"),
      list: fc.array(told, { minLength: 1, maxLength: 3 }),
    }),
    fc.constant({ kind: "refuse" as const }),
  ),
  { minLength: 1, maxLength: 10 },
);

interface Entry {
  sequence: number;
  consent: Consent;
  /** When it was given or withdrawn. */
  at: number;
  isEffective: boolean;
}

/** The entries of a phone. The newest effective one in the order of receipt decides. */
export class ConsentModel {
  readonly entries: Entry[] = [];
  readonly #imported = new Set<string>();
  #positions = 0;

  /** The next position in the order of receipt, which is also a time after all earlier ones. */
  receive(): number {
    this.#positions += 1;
    return 100 + this.#positions;
  }

  get state(): Consent | "unknown" {
    const effective = this.entries.filter(({ isEffective }) => isEffective);
    return effective.toSorted((a, b) => b.sequence - a.sequence)[0]?.consent ?? "unknown";
  }

  add(consent: Consent, sequence: number, { at = sequence, isEffective = true } = {}): void {
    this.entries.push({ sequence, consent, at, isEffective });
  }

  /** Whether a told consent counts: an old opt-in never undoes a newer opt-out. */
  #counts(consent: Consent, at: number | undefined): boolean {
    const optOuts = this.entries.filter((entry) => entry.isEffective && entry.consent === "opted_out");
    if (consent === "opted_out" || this.state !== "opted_out") return true;
    return at !== undefined && optOuts.every((entry) => at > entry.at);
  }

  /** Returns whether the state changes; undefined if the request is refused, and nothing is stored. */
  declare({ consent, day }: Told): boolean | undefined {
    const now = this.receive();
    const before = this.state;
    if (!this.#counts(consent, day ?? now)) return undefined;
    this.add(consent, now, { at: day ?? now });
    return before !== this.state;
  }

  import(vendor: string, list: Told[]): { applied: number; unchanged: number; notEffective: number } {
    const result = { applied: 0, unchanged: 0, notEffective: 0 };
    for (const { consent, day } of list) {
      const now = this.receive();
      const key = `${vendor} ${consent} ${day}`;
      const isEffective = this.#counts(consent, day);
      const holds = day !== undefined || !isEffective || this.state === consent;
      const isKnown = this.#imported.has(key) && holds;
      result[!isEffective ? "notEffective" : isKnown ? "unchanged" : "applied"] += 1;
      this.#imported.add(key);
      if (!isKnown) this.add(consent, now, { at: day ?? now, isEffective });
    }
    return result;
  }
}
