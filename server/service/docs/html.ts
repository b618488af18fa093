/** Text that is already HTML, and is not escaped. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** A value in a template. All values except Html are escaped; `undefined` and `false` become an empty text. */
export type Part = Html | string | number | false | undefined | Part[];

/** Makes HTML from a template literal, and escapes its values. */
export function html(literals: TemplateStringsArray, ...parts: Part[]): Html {
  return new Html(String.raw({ raw: literals }, ...parts.map(toText)));
}

function toText(part: Part): string {
  if (part instanceof Html) return part.text;
  if (Array.isArray(part)) return part.map(toText).join("");
  return part === undefined || part === false ? "" : escapeHtml(String(part));
}

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => entities[character]!);

/** The contract's prose as HTML: paragraphs, with code between backticks. */
export function prose(text = ""): Html[] {
  return text
    .split(/\n\s*\n/)
    .filter((paragraph) => paragraph.trim() !== "")
    .map((paragraph) => html`<p>${inline(paragraph)}</p>`);
}

/** Prose without paragraphs, with code between backticks. */
export function inline(text = ""): Part[] {
  return text.split("`").map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part));
}
