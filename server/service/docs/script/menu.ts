import { all } from "./dom.ts";

/** Where the menu is beside the text, as in `style.css`. */
const wide = matchMedia("(min-width: 64rem)");

const menu = () => all(".menu")[0] as HTMLDetailsElement;

/** Folds the menu where it would stand above the text. A link in it folds it again. */
export function foldMenu(): void {
  const fold = () => {
    menu().open = wide.matches;
  };
  fold();
  wide.addEventListener("change", fold);
  menu().addEventListener("click", ({ target }) => {
    if (!wide.matches && (target as Element).closest("a")) menu().open = false;
  });
}

/** Opens the menu, which may be folded. */
export function openMenu(): void {
  menu().open = true;
}

/** Marks the link of the section that is read, and scrolls the menu to it. */
export function markCurrentSection(): void {
  const links = new Map(all(".menu a").map((link) => [link.getAttribute("href")!.slice(1), link]));
  const sections = all("section[id]").filter(({ id }) => links.has(id));
  const visible = new Set<Element>();
  let current: HTMLElement | undefined;
  function mark(): void {
    // Sections are nested, so the last of those that are read is the innermost.
    const section = sections.findLast((each) => visible.has(each));
    const link = section && links.get(section.id);
    if (!link || link === current) return;
    current?.removeAttribute("aria-current");
    link.setAttribute("aria-current", "location");
    current = link;
    if (wide.matches) link.scrollIntoView({ block: "nearest" });
  }
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) visible[isIntersecting ? "add" : "delete"](target);
      mark();
    },
    // A thin line at a fifth of the window's height: what crosses it is read.
    { rootMargin: "-20% 0px -80% 0px" },
  );
  for (const section of sections) observer.observe(section);
}
