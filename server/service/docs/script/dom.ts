/** Creates an element with attributes and children. Texts become text nodes, never markup. */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Record<string, string> = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

/** All elements of the page, or within `parent`, that match. */
export const all = (selector: string, parent: ParentNode = document) => [
  ...parent.querySelectorAll<HTMLElement>(selector),
];
