/** The maximum length of the provider's words, in characters. */
const maxLength = 300;

/** What stands in the place of masked characters. */
const mask = "…";

/**
 * Phone numbers, in which digits may be separated, and other long numbers. The variant for passcodes matches runs of six
 * digits, too, because the provider may repeat the text with the code.
 */
const longNumbers = { text: runsOf(7), otp: runsOf(6) };

function runsOf(digits: number): RegExp {
  return new RegExp(String.raw`\+?\p{Nd}(?:[\s.()/-]{0,2}\p{Nd}){${digits - 1},}`, "gu");
}

/** Ids of accounts, keys and texts: two letters and 32 hexadecimal digits. */
const sids = /[A-Za-z]{2}[0-9A-Fa-f]{32}/g;

/**
 * Quotes what a provider says about a text. Long numbers and ids are masked before the words are cut, so that no part of
 * them remains. Returns null for anything but words.
 *
 * @param secrets the account id, which may have another form, and what signs requests; none is empty
 */
export function quoteMessage(said: unknown, kind: "text" | "otp", secrets: readonly string[]): string | null {
  if (typeof said !== "string") return null;
  const line = said
    .toWellFormed()
    .replaceAll(/[\p{Cc}\s]+/gu, " ")
    .trim();
  const characters = [...maskSecrets(line, secrets).replaceAll(longNumbers[kind], mask)];
  if (characters.length === 0) return null;
  return characters.length > maxLength ? `${characters.slice(0, maxLength - 1).join("")}${mask}` : characters.join("");
}

/** Quotes a provider's link. Returns null unless it is an http or https address in which nothing would be masked. */
export function quoteLink(said: unknown, kind: "text" | "otp", secrets: readonly string[]): string | null {
  if (typeof said !== "string" || !/^https?:\/\/[\x21-\x7e]+$/i.test(said) || !URL.canParse(said)) return null;
  const { username, password } = new URL(said);
  const isOpen = username === "" && password === "" && quoteMessage(said, kind, secrets) === said;
  return isOpen ? said : null;
}

const maskSecrets = (line: string, secrets: readonly string[]): string =>
  secrets.reduce((masked, secret) => masked.replaceAll(secret, mask), line).replaceAll(sids, mask);
