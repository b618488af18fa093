/** Converts a part of the page to Markdown: headings, paragraphs, tables, and code in the language that is shown. */
export function markdownOf(part: Element): string {
  return `${blocksOf(part).join("\n\n")}\n`;
}

function blocksOf(parent: Element): string[] {
  return [...parent.children].flatMap((child) => {
    // The caption of a table says what its summary says.
    if (child.matches("button, summary, .tabs, [hidden]")) return [];
    if (child instanceof HTMLPreElement)
      return `${fence}${languageOf(child)}\n${child.textContent.trimEnd()}\n${fence}`;
    if (child instanceof HTMLTableElement) return tableOf(child);
    const level = /^H([1-6])$/.exec(child.tagName)?.[1];
    if (level !== undefined) return `${"#".repeat(Number(level))} ${inline(child)}`;
    if (child instanceof HTMLParagraphElement) return inline(child);
    return blocksOf(child);
  });
}

const fence = "```";

const fenceNames: Record<string, string> = { curl: "sh", typescript: "ts", python: "py", commandLine: "sh" };

/** The language of a block of code: that of its tab, else of its content. */
function languageOf(code: HTMLElement): string {
  const tab = code.closest<HTMLElement>("[data-language]");
  if (tab) return fenceNames[tab.dataset.language!] ?? "";
  return /^[{[]/.test(code.textContent) ? "json" : "";
}

/** A table with its caption. The cells have no heads of columns, so the first line of Markdown's table is empty. */
function tableOf(table: HTMLTableElement): string {
  const rows = [...table.rows].map((row) => [...row.cells].map((cell) => inline(cell).replaceAll("|", "\\|")));
  const width = Math.max(...rows.map((cells) => cells.length));
  const lines = [Array(width).fill(""), Array(width).fill("---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`);
  const caption = table.caption ? `${table.caption.textContent}:\n\n` : "";
  return caption + lines.join("\n");
}

/** The text of an element on one line. Code gets backticks, and parts with lines of their own a blank. */
function inline(part: Node): string {
  const text = [...part.childNodes].map((child) => {
    if (child instanceof HTMLBRElement) return " ";
    if (child instanceof HTMLButtonElement) return "";
    if (!(child instanceof Element)) return child.textContent ?? "";
    if (child.tagName === "CODE") return `\`${child.textContent}\``;
    return child.matches("p, .type, .remark") ? ` ${inline(child)} ` : inline(child);
  });
  return text.join("").replaceAll(/\s+/g, " ").trim();
}
