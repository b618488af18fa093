/**
 * Expected values that the server chooses, and the comparison of answers with them.
 */

/** An id or timestamp that the server generates. The first answer sets it, and later answers must agree. */
export class Generated {
  value: string | undefined;
  private readonly rule: { after?: Generated; notBefore?: Generated };

  /** `after`, `notBefore`: timestamps that it must be later than, or not earlier than. */
  constructor(rule: { after?: Generated; notBefore?: Generated } = {}) {
    this.rule = rule;
  }

  accepts(given: unknown): boolean {
    if (typeof given !== "string") return false;
    if (this.value !== undefined) return given === this.value;
    const { after, notBefore } = this.rule;
    if (after?.value !== undefined && given <= after.value) return false;
    if (notBefore?.value !== undefined && given < notBefore.value) return false;
    this.value = given;
    return true;
  }
}

/** The status of a text. The carrier moves it forward, never back. */
export class ExpectedStatus {
  private at = 0;
  private readonly statuses: string[];

  constructor(statuses: string[]) {
    this.statuses = statuses;
  }

  get isUndelivered(): boolean {
    return this.statuses[this.at] === "undelivered";
  }

  accepts(given: unknown): boolean {
    const at = this.statuses.indexOf(String(given));
    if (at < this.at) return false;
    this.at = at;
    return true;
  }
}

/** Any nonempty text. */
export class AnyText {
  accepts(given: unknown): boolean {
    return typeof given === "string" && given !== "";
  }
}

/** The error code of a text, or its meaning: null until the text is undelivered. */
export class ExpectedErrorCode {
  private readonly status: ExpectedStatus;

  constructor(status: ExpectedStatus) {
    this.status = status;
  }

  accepts(given: unknown): boolean {
    return this.status.isUndelivered ? typeof given === "string" : given === null;
  }
}

/** All of these items, ordered by ascending rank. */
export class RankedItems<T> {
  private readonly items: T[];
  private readonly rankOf: (item: T) => number;

  constructor(items: T[], rankOf: (item: T) => number) {
    this.items = items;
    this.rankOf = rankOf;
  }

  accepts(given: unknown): boolean {
    if (!Array.isArray(given) || given.length !== this.items.length) return false;
    const left = new Set(this.items);
    const ranks = given.map((each) => {
      const item = [...left].find((one) => compareValues(one, each) === undefined);
      if (item === undefined) return Number.NaN;
      left.delete(item);
      return this.rankOf(item);
    });
    return ranks.every((rank, at) => rank >= (ranks[at - 1] ?? 0));
  }
}

/** Describes how a value differs from the expected value; undefined if it does not. */
export function compareValues(expected: unknown, given: unknown, path = ""): string | undefined {
  if (
    expected instanceof Generated ||
    expected instanceof ExpectedStatus ||
    expected instanceof AnyText ||
    expected instanceof ExpectedErrorCode ||
    expected instanceof RankedItems
  ) {
    return expected.accepts(given) ? undefined : `${path}: ${describeValue(expected)} is not ${describeValue(given)}`;
  }
  if (typeof expected !== "object" || expected === null || typeof given !== "object" || given === null) {
    return Object.is(expected, given)
      ? undefined
      : `${path}: ${describeValue(expected)} is not ${describeValue(given)}`;
  }
  const names = new Set([...Object.keys(expected), ...Object.keys(given)]);
  if (Array.isArray(expected) !== Array.isArray(given))
    return `${path}: ${describeValue(expected)} is not ${describeValue(given)}`;
  for (const name of names) {
    const [wanted, found] = [expected, given].map((value) => (value as Record<string, unknown>)[name]);
    const difference = compareValues(wanted, found, `${path}.${name}`);
    if (difference) return difference;
  }
  return undefined;
}

/** A value for a report, long texts shortened. */
export const describeValue = (value: unknown) => (JSON.stringify(value) ?? "nothing").replaceAll(/(.)\1{20,}/gu, "$1…");
