import { all, element } from "./dom.ts";

/** Where the chosen language is kept. */
const choice = "messaging.docs.language";

interface Tab {
  language: string;
  button: HTMLButtonElement;
  panel: HTMLElement;
}

/** Makes tabs of the languages of each example. A choice applies to all examples, and is kept for the next visit. */
export function makeTabs(): void {
  const examples = all(".example").map(makeTabsOf);
  function show(language: string): void {
    for (const tabs of examples) select(tabs, language);
  }
  for (const { button, language } of examples.flat()) {
    button.addEventListener("click", () => {
      keep(language);
      holdInPlace(button, () => show(language));
    });
  }
  addEventListener("storage", ({ key, newValue }) => {
    if (key === choice && newValue) show(newValue);
  });
  show(kept() ?? "curl");
}

function makeTabsOf(example: HTMLElement, index: number): Tab[] {
  const tabs = all("details", example).map((details): Tab => {
    const language = details.dataset.language!;
    const [label, code] = [all("summary", details)[0]!, all("pre", details)[0]!];
    const id = `example-${index}-${language}`;
    const button = element("button", { type: "button", role: "tab", id: `${id}-tab`, "aria-controls": id });
    button.textContent = label.textContent;
    const panel = element(
      "div",
      { role: "tabpanel", id, "aria-labelledby": button.id, "data-language": language },
      code,
    );
    return { language, button, panel };
  });
  const list = element("div", { role: "tablist", "aria-label": "Language" }, ...tabs.map(({ button }) => button));
  list.addEventListener("keydown", (event) => moveFocus(event, tabs));
  example.replaceChildren(element("div", { class: "tabs" }, list), ...tabs.map(({ panel }) => panel));
  return tabs;
}

/** Selects a language. An example without it shows its first one. */
function select(tabs: Tab[], language: string): void {
  const selected = tabs.find((tab) => tab.language === language) ?? tabs[0]!;
  for (const tab of tabs) {
    tab.button.setAttribute("aria-selected", String(tab === selected));
    tab.button.tabIndex = tab === selected ? 0 : -1;
    tab.panel.hidden = tab !== selected;
  }
}

/** Moves to a neighbour by the arrow keys, to the first by Home and to the last by End. */
function moveFocus(event: KeyboardEvent, tabs: Tab[]): void {
  const at = tabs.findIndex(({ button }) => button === document.activeElement);
  const targets: Record<string, number> = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: tabs.length - 1 };
  const target = targets[event.key];
  if (at < 0 || target === undefined) return;
  event.preventDefault();
  const { button } = tabs.at(target % tabs.length)!;
  button.click();
  button.focus();
}

/** Keeps an element at its place of the window while the examples above it change their heights. */
function holdInPlace(held: Element, change: () => void): void {
  const before = held.getBoundingClientRect().top;
  change();
  scrollBy({ top: held.getBoundingClientRect().top - before, behavior: "instant" });
}

/** A browser that keeps no data for this site refuses the access itself. The choice then lasts until the page is left. */
function kept(): string | null {
  try {
    return localStorage.getItem(choice);
  } catch {
    return null;
  }
}

function keep(language: string): void {
  try {
    localStorage.setItem(choice, language);
  } catch {
    // Nothing is lost but the choice.
  }
}
