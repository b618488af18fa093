import { all, element } from "./dom.ts";
import { openMenu } from "./menu.ts";

/** An operation or webhook with its link in the menu. */
interface Entry {
  section: HTMLElement;
  link: HTMLElement;
  /** What the filter searches, in lower case. */
  text: string;
}

/** Adds a box that filters the operations of the menu and of the page by words. The key `/` focuses it. */
export function addFilter(): void {
  const box = element("input", {
    type: "search",
    placeholder: "Filter operations  ( / )",
    "aria-label": "Filter operations",
    "aria-keyshortcuts": "/",
    autocomplete: "off",
    spellcheck: "false",
  });
  const count = element("p", { class: "count", role: "status" });
  all(".menu summary")[0]!.after(box, count);
  const entries = all(".operation").map(entryOf);
  function apply(): void {
    count.textContent = filter(entries, box.value);
  }
  box.addEventListener("input", apply);
  addEventListener("keydown", (event) => {
    if (event.key === "Escape" && event.target === box) {
      box.value = "";
      apply();
    }
    if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    event.preventDefault();
    openMenu();
    box.focus();
    box.select();
  });
  // A link may lead to an operation that is filtered out.
  addEventListener("hashchange", () => {
    const target = document.getElementById(location.hash.slice(1));
    if (!target?.closest("[hidden]")) return;
    box.value = "";
    apply();
    target.scrollIntoView();
  });
}

function entryOf(section: HTMLElement): Entry {
  const [title, route] = [all("h3", section)[0]!, all(".route", section)[0]!];
  const prose = all(":scope > p", section).map(({ textContent }) => textContent);
  return {
    section,
    link: all(`.menu a[href="#${CSS.escape(section.id)}"]`)[0]!,
    text: [section.id, title.textContent, route.textContent, ...prose].join(" ").toLowerCase(),
  };
}

/** Shows what has all words, and the areas and groups that have some of it. Returns how much that is. */
function filter(entries: Entry[], typed: string): string {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  const found = entries.filter(({ section, link, text }) => {
    const isFound = words.every((word) => text.includes(word));
    section.hidden = !isFound;
    link.parentElement!.hidden = !isFound;
    return isFound;
  });
  for (const area of all(".area")) area.hidden = !all(".operation", area).some(({ hidden }) => !hidden);
  for (const group of all(".menu .group")) {
    const items = all("li", group);
    group.hidden = items.length > 0 && items.every(({ hidden }) => hidden);
  }
  return words.length > 0 ? `${found.length} of ${entries.length}` : "";
}

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.matches("input, textarea, select, [contenteditable]");
