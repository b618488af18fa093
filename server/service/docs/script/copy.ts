import { all, element } from "./dom.ts";
import { markdownOf } from "./markdown.ts";

/** How long a button says what became of its copy, in milliseconds. */
const noticeTime = 2_000;

/** Adds a button to each example and each block of code, and one that copies as Markdown to each operation and the page. */
export function addCopyButtons(): void {
  for (const example of all(".example")) {
    const shown = () => all("[role=tabpanel]:not([hidden]) pre", example)[0]!;
    all(".tabs", example)[0]!.append(copyButton("Copy", () => shown().textContent));
  }
  for (const code of all("pre").filter((each) => !each.closest(".example"))) {
    const frame = element("div", { class: "code" });
    code.replaceWith(frame);
    frame.append(
      copyButton("Copy", () => code.textContent),
      code,
    );
  }
  for (const section of all(".operation")) {
    all(".route", section)[0]!.append(copyButton("Copy as Markdown", () => markdownOf(section)));
  }
  const main = all("main")[0]!;
  all("h1")[0]!.after(copyButton("Copy all as Markdown", () => markdownOf(main)));
}

function copyButton(label: string, read: () => string): HTMLButtonElement {
  const button = element("button", { type: "button", class: "copy", "aria-live": "polite" }, label);
  let reset = 0;
  button.addEventListener("click", async () => {
    const isCopied = await copy(read());
    button.textContent = isCopied ? "Copied" : "Not copied";
    clearTimeout(reset);
    reset = setTimeout(() => {
      button.textContent = label;
    }, noticeTime);
  });
  return button;
}

/** Copies a text. Browsers offer the clipboard only on https and localhost; elsewhere a selection is copied. */
async function copy(text: string): Promise<boolean> {
  if (isSecureContext) {
    return navigator.clipboard.writeText(text).then(
      () => true,
      () => false,
    );
  }
  const field = element("textarea", { class: "offscreen", readonly: "" });
  field.value = text;
  const focused = document.activeElement as HTMLElement | null;
  document.body.append(field);
  field.select();
  const isCopied = document.execCommand("copy");
  field.remove();
  focused?.focus({ preventScroll: true });
  return isCopied;
}
