/** The settings of an account at a carrier. All values are texts. */

/** What a setting may be. */
export interface SettingRule {
  /** What it is, for people. */
  about: string;
  /** Set if it is never shown. */
  isSecret?: true;
  /** Makes the value of a new account that is given none. A setting without this must be given. */
  make?(): string;
  /** What a value must be instead; undefined for a right value. It never repeats the value. */
  fault(value: string): string | undefined;
}

export type SettingRules<Settings> = { readonly [Name in keyof Settings]: SettingRule };

/** The settings of an account, complete and right; or what is wrong, a line for each field, without any value. */
export type ReadSettings = { settings: Record<string, string>; faults?: undefined } | { faults: string[] };

/** Reads the settings of an account, and adds those that can be made. */
export function readSettings(
  rules: SettingRules<Record<string, string>>,
  given: Record<string, unknown>,
): ReadSettings {
  const unknown = Object.keys(given).filter((name) => !Object.hasOwn(rules, name));
  const known = Object.entries(rules).map(([name, rule]) => {
    const value = given[name] ?? rule.make?.();
    return { name, value, fault: faultOf(rule, value) };
  });
  const faults = [
    ...unknown.map((name) => `${name}: is no setting of this kind, which has ${Object.keys(rules).join(", ")}`),
    ...known.flatMap(({ name, fault }) => (fault === undefined ? [] : `${name}: ${fault}`)),
  ];
  if (faults.length > 0) return { faults };
  return { settings: Object.fromEntries(known.map(({ name, value }) => [name, value as string])) };
}

const maxCharacters = 2_048;

function faultOf(rule: SettingRule, value: unknown): string | undefined {
  if (value === undefined) return `must be given (${rule.about})`;
  if (typeof value !== "string") return "must be a text";
  if (value.length > maxCharacters) return `must have at most ${maxCharacters} characters`;
  return rule.fault(value);
}

/** What an address must be: http or https, without credentials and fragment. */
export function addressFault(value: string): string | undefined {
  const url = URL.parse(value);
  const isRight = url && /^https?:$/.test(url.protocol) && `${url.username}${url.password}${url.hash}` === "";
  return isRight ? undefined : "must be an http or https address without credentials";
}

/** What a text in a header or a path must be: printable ASCII characters. */
export const wordFault = (value: string): string | undefined =>
  /^[\x21-\x7e]+$/.test(value) ? undefined : "must have printable ASCII characters without spaces";

/** What a password must be: anything but nothing. */
export const emptyFault = (value: string): string | undefined => (value === "" ? "must not be empty" : undefined);
