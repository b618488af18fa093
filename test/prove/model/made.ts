/**
 * What an answer must be where the server decides a part of it, and whether one is.
 */

/** An id or a moment that the server makes: the first answer that has it tells it, and all later ones must agree. */
export class Made {
  value: string | undefined;
  private readonly rule: { after?: Made; notBefore?: Made };

  /** `after`, `notBefore`: moments that it must be later than, or not earlier than. */
  constructor(rule: { after?: Made; notBefore?: Made } = {}) {
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

/** Where a text is on its way: the carrier moves it on by itself, and never back. */
export class Moving {
  private at = 0;
  private readonly way: string[];

  constructor(way: string[]) {
    this.way = way;
  }

  get isUndelivered(): boolean {
    return this.way[this.at] === "undelivered";
  }

  accepts(given: unknown): boolean {
    const at = this.way.indexOf(String(given));
    if (at < this.at) return false;
    this.at = at;
    return true;
  }
}

/** Any text at all. */
export class Some {
  accepts(given: unknown): boolean {
    return typeof given === "string" && given !== "";
  }
}

/** Why a text was not delivered, once it was not. */
export class Cause {
  private readonly status: Moving;

  constructor(status: Moving) {
    this.status = status;
  }

  accepts(given: unknown): boolean {
    return this.status.isUndelivered ? typeof given === "string" : given === null;
  }
}

/** All of these, in an order in which their ranks do not fall. */
export class Ranked<T> {
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
      const item = [...left].find((one) => differ(one, each) === undefined);
      if (item === undefined) return Number.NaN;
      left.delete(item);
      return this.rankOf(item);
    });
    return ranks.every((rank, at) => rank >= (ranks[at - 1] ?? 0));
  }
}

/** Where an answer is not what it must be; undefined when it is. */
export function differ(expected: unknown, given: unknown, path = ""): string | undefined {
  if (
    expected instanceof Made ||
    expected instanceof Moving ||
    expected instanceof Some ||
    expected instanceof Cause ||
    expected instanceof Ranked
  ) {
    return expected.accepts(given) ? undefined : `${path}: ${tell(expected)} is not ${tell(given)}`;
  }
  if (typeof expected !== "object" || expected === null || typeof given !== "object" || given === null) {
    return Object.is(expected, given) ? undefined : `${path}: ${tell(expected)} is not ${tell(given)}`;
  }
  const names = new Set([...Object.keys(expected), ...Object.keys(given)]);
  if (Array.isArray(expected) !== Array.isArray(given)) return `${path}: ${tell(expected)} is not ${tell(given)}`;
  for (const name of names) {
    const [wanted, found] = [expected, given].map((value) => (value as Record<string, unknown>)[name]);
    const difference = differ(wanted, found, `${path}.${name}`);
    if (difference) return difference;
  }
  return undefined;
}

/** A value for a report, long texts shortened. */
export const tell = (value: unknown) => (JSON.stringify(value) ?? "nothing").replaceAll(/(.)\1{20,}/gu, "$1…");
