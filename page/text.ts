/** The characters that turn the direction of all that follows. A stranger's text could make a line read as another. */
const directions = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069";

const directionNames = ["LRE", "RLE", "PDF", "LRO", "RLO", "LRI", "RLI", "FSI", "PDI"];

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that are removed.
const controls = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\ufff9-\ufffb]/g;

/**
 * A text of a stranger as it is shown: without control characters except line breaks and tabs, and with a visible mark in
 * the place of each character that overrides the direction.
 */
export function cleanText(text: string): string {
  return text
    .replaceAll("\r\n", "\n")
    .replaceAll(controls, "")
    .replaceAll(/[\u202a-\u202e\u2066-\u2069]/g, (each) => `⟦${directionNames[directions.indexOf(each)]}⟧`);
}

/** A text of a stranger in one line, for titles and labels. */
export const cleanLine = (text: string) => cleanText(text).replaceAll(/\s+/g, " ").trim();

/** A part of a text. A part with an address is a link to it. */
export interface TextPart {
  text: string;
  href?: string;
}

/**
 * Divides a text into words that are addresses of the web and all that is between them. An address is one only if it is
 * `http` or `https`, has no user name, and is shown as it is opened.
 */
export function divideAtLinks(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  for (const match of text.matchAll(/\bhttps?:\/\/[^\s<>"'⟦⟧]+/gi)) {
    const shown = match[0].replace(/[.,;:!?)\]}]+$/, "");
    const url = URL.parse(shown);
    if (!url || !/^https?:$/.test(url.protocol) || url.username !== "" || url.password !== "") continue;
    if (match.index > end) parts.push({ text: text.slice(end, match.index) });
    parts.push({ text: shown, href: url.href });
    end = match.index + shown.length;
  }
  if (end < text.length) parts.push({ text: text.slice(end) });
  return parts;
}
