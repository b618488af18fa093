// server/service/docs/script/dom.ts
/** Creates an element with attributes and children. Texts become text nodes, never markup. */
function element(tag, attributes = {}, ...children) {
	const made = document.createElement(tag);
	for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
	made.append(...children);
	return made;
}
/** All elements of the page, or within `parent`, that match. */
const all = (selector, parent = document) => [...parent.querySelectorAll(selector)];

// server/service/docs/script/address.ts
/** Shows in the examples the address at which the browser reaches the server, with the prefix of a proxy. */
function fillAddress() {
	const address = new URL(".", location.href).href.replace(/\/$/, "");
	for (const place of all(".address")) place.textContent = address;
}

// server/service/docs/script/markdown.ts
/** Converts a part of the page to Markdown: headings, paragraphs, tables, and code in the language that is shown. */
function markdownOf(part) {
	return `${blocksOf(part).join("\n\n")}\n`;
}
function blocksOf(parent) {
	return [...parent.children].flatMap((child) => {
		if (child.matches("button, summary, .tabs, [hidden]")) return [];
		if (child instanceof HTMLPreElement) return `${fence}${languageOf(child)}\n${child.textContent.trimEnd()}\n${fence}`;
		if (child instanceof HTMLTableElement) return tableOf(child);
		const level = /^H([1-6])$/.exec(child.tagName)?.[1];
		if (level !== void 0) return `${"#".repeat(Number(level))} ${inline(child)}`;
		if (child instanceof HTMLParagraphElement) return inline(child);
		return blocksOf(child);
	});
}
const fence = "```";
const fenceNames = {
	curl: "sh",
	typescript: "ts",
	python: "py",
	commandLine: "sh"
};
/** The language of a block of code: that of its tab, else of its content. */
function languageOf(code) {
	const tab = code.closest("[data-language]");
	if (tab) return fenceNames[tab.dataset.language] ?? "";
	return /^[{[]/.test(code.textContent) ? "json" : "";
}
/** A table with its caption. The cells have no heads of columns, so the first line of Markdown's table is empty. */
function tableOf(table) {
	const rows = [...table.rows].map((row) => [...row.cells].map((cell) => inline(cell).replaceAll("|", "\\|")));
	const width = Math.max(...rows.map((cells) => cells.length));
	const lines = [
		Array(width).fill(""),
		Array(width).fill("---"),
		...rows
	].map((cells) => `| ${cells.join(" | ")} |`);
	return (table.caption ? `${table.caption.textContent}:\n\n` : "") + lines.join("\n");
}
/** The text of an element on one line. Code gets backticks, and parts with lines of their own a blank. */
function inline(part) {
	return [...part.childNodes].map((child) => {
		if (child instanceof HTMLBRElement) return " ";
		if (child instanceof HTMLButtonElement) return "";
		if (!(child instanceof Element)) return child.textContent ?? "";
		if (child.tagName === "CODE") return `\`${child.textContent}\``;
		return child.matches("p, .type, .remark") ? ` ${inline(child)} ` : inline(child);
	}).join("").replaceAll(/\s+/g, " ").trim();
}

// server/service/docs/script/copy.ts
/** How long a button says what became of its copy, in milliseconds. */
const noticeTime = 2e3;
/** Adds a button to each example and each block of code, and one that copies as Markdown to each operation and the page. */
function addCopyButtons() {
	for (const example of all(".example")) {
		const shown = () => all("[role=tabpanel]:not([hidden]) pre", example)[0];
		all(".tabs", example)[0].append(copyButton("Copy", () => shown().textContent));
	}
	for (const code of all("pre").filter((each) => !each.closest(".example"))) {
		const frame = element("div", { class: "code" });
		code.replaceWith(frame);
		frame.append(copyButton("Copy", () => code.textContent), code);
	}
	for (const section of all(".operation")) all(".route", section)[0].append(copyButton("Copy as Markdown", () => markdownOf(section)));
	const main = all("main")[0];
	all("h1")[0].after(copyButton("Copy all as Markdown", () => markdownOf(main)));
}
function copyButton(label, read) {
	const button = element("button", {
		type: "button",
		class: "copy",
		"aria-live": "polite"
	}, label);
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
async function copy(text) {
	if (isSecureContext) return navigator.clipboard.writeText(text).then(() => true, () => false);
	const field = element("textarea", {
		class: "offscreen",
		readonly: ""
	});
	field.value = text;
	const focused = document.activeElement;
	document.body.append(field);
	field.select();
	const isCopied = document.execCommand("copy");
	field.remove();
	focused?.focus({ preventScroll: true });
	return isCopied;
}

// server/service/docs/script/menu.ts
/** Where the menu is beside the text, as in `style.css`. */
const wide = matchMedia("(min-width: 64rem)");
const menu = () => all(".menu")[0];
/** Folds the menu where it would stand above the text. A link in it folds it again. */
function foldMenu() {
	const fold = () => {
		menu().open = wide.matches;
	};
	fold();
	wide.addEventListener("change", fold);
	menu().addEventListener("click", ({ target }) => {
		if (!wide.matches && target.closest("a")) menu().open = false;
	});
}
/** Opens the menu, which may be folded. */
function openMenu() {
	menu().open = true;
}
/** Marks the link of the section that is read, and scrolls the menu to it. */
function markCurrentSection() {
	const links = new Map(all(".menu a").map((link) => [link.getAttribute("href").slice(1), link]));
	const sections = all("section[id]").filter(({ id }) => links.has(id));
	const visible = /* @__PURE__ */ new Set();
	let current;
	function mark() {
		const section = sections.findLast((each) => visible.has(each));
		const link = section && links.get(section.id);
		if (!link || link === current) return;
		current?.removeAttribute("aria-current");
		link.setAttribute("aria-current", "location");
		current = link;
		if (wide.matches) link.scrollIntoView({ block: "nearest" });
	}
	const observer = new IntersectionObserver((entries) => {
		for (const { target, isIntersecting } of entries) visible[isIntersecting ? "add" : "delete"](target);
		mark();
	}, { rootMargin: "-20% 0px -80% 0px" });
	for (const section of sections) observer.observe(section);
}

// server/service/docs/script/filter.ts
/** Adds a box that filters the operations of the menu and of the page by words. The key `/` focuses it. */
function addFilter() {
	const box = element("input", {
		type: "search",
		placeholder: "Filter operations  ( / )",
		"aria-label": "Filter operations",
		"aria-keyshortcuts": "/",
		autocomplete: "off",
		spellcheck: "false"
	});
	const count = element("p", {
		class: "count",
		role: "status"
	});
	all(".menu summary")[0].after(box, count);
	const entries = all(".operation").map(entryOf);
	function apply() {
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
	addEventListener("hashchange", () => {
		const target = document.getElementById(location.hash.slice(1));
		if (!target?.closest("[hidden]")) return;
		box.value = "";
		apply();
		target.scrollIntoView();
	});
}
function entryOf(section) {
	const [title, route] = [all("h3", section)[0], all(".route", section)[0]];
	const prose = all(":scope > p", section).map(({ textContent }) => textContent);
	return {
		section,
		link: all(`.menu a[href="#${CSS.escape(section.id)}"]`)[0],
		text: [
			section.id,
			title.textContent,
			route.textContent,
			...prose
		].join(" ").toLowerCase()
	};
}
/** Shows what has all words, and the areas and groups that have some of it. Returns how much that is. */
function filter(entries, typed) {
	const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
	const found = entries.filter(({ section, link, text }) => {
		const isFound = words.every((word) => text.includes(word));
		section.hidden = !isFound;
		link.parentElement.hidden = !isFound;
		return isFound;
	});
	for (const area of all(".area")) area.hidden = !all(".operation", area).some(({ hidden }) => !hidden);
	for (const group of all(".menu .group")) {
		const items = all("li", group);
		group.hidden = items.length > 0 && items.every(({ hidden }) => hidden);
	}
	return words.length > 0 ? `${found.length} of ${entries.length}` : "";
}
const isTyping = (target) => target instanceof HTMLElement && target.matches("input, textarea, select, [contenteditable]");

// server/service/docs/script/tabs.ts
/** Where the chosen language is kept. */
const choice = "messaging.docs.language";
/** Makes tabs of the languages of each example. A choice applies to all examples, and is kept for the next visit. */
function makeTabs() {
	const examples = all(".example").map(makeTabsOf);
	function show(language) {
		for (const tabs of examples) select(tabs, language);
	}
	for (const { button, language } of examples.flat()) button.addEventListener("click", () => {
		keep(language);
		holdInPlace(button, () => show(language));
	});
	addEventListener("storage", ({ key, newValue }) => {
		if (key === choice && newValue) show(newValue);
	});
	show(kept() ?? "curl");
}
function makeTabsOf(example, index) {
	const tabs = all("details", example).map((details) => {
		const language = details.dataset.language;
		const [label, code] = [all("summary", details)[0], all("pre", details)[0]];
		const id = `example-${index}-${language}`;
		const button = element("button", {
			type: "button",
			role: "tab",
			id: `${id}-tab`,
			"aria-controls": id
		});
		button.textContent = label.textContent;
		return {
			language,
			button,
			panel: element("div", {
				role: "tabpanel",
				id,
				"aria-labelledby": button.id,
				"data-language": language
			}, code)
		};
	});
	const list = element("div", {
		role: "tablist",
		"aria-label": "Language"
	}, ...tabs.map(({ button }) => button));
	list.addEventListener("keydown", (event) => moveFocus(event, tabs));
	example.replaceChildren(element("div", { class: "tabs" }, list), ...tabs.map(({ panel }) => panel));
	return tabs;
}
/** Selects a language. An example without it shows its first one. */
function select(tabs, language) {
	const selected = tabs.find((tab) => tab.language === language) ?? tabs[0];
	for (const tab of tabs) {
		tab.button.setAttribute("aria-selected", String(tab === selected));
		tab.button.tabIndex = tab === selected ? 0 : -1;
		tab.panel.hidden = tab !== selected;
	}
}
/** Moves to a neighbour by the arrow keys, to the first by Home and to the last by End. */
function moveFocus(event, tabs) {
	const at = tabs.findIndex(({ button }) => button === document.activeElement);
	const target = {
		ArrowLeft: at - 1,
		ArrowRight: at + 1,
		Home: 0,
		End: tabs.length - 1
	}[event.key];
	if (at < 0 || target === void 0) return;
	event.preventDefault();
	const { button } = tabs.at(target % tabs.length);
	button.click();
	button.focus();
}
/** Keeps an element at its place of the window while the examples above it change their heights. */
function holdInPlace(held, change) {
	const before = held.getBoundingClientRect().top;
	change();
	scrollBy({
		top: held.getBoundingClientRect().top - before,
		behavior: "instant"
	});
}
/** A browser that keeps no data for this site refuses the access itself. The choice then lasts until the page is left. */
function kept() {
	try {
		return localStorage.getItem(choice);
	} catch {
		return null;
	}
}
function keep(language) {
	try {
		localStorage.setItem(choice, language);
	} catch {}
}

// server/service/docs/script/main.ts
/**
* The script of the API reference. The page is readable without it: examples are folded by language, the menu is open,
* and the address is the configured one. The script sends no request.
*/
document.documentElement.classList.add("scripted");
fillAddress();
makeTabs();
addCopyButtons();
foldMenu();
addFilter();
markCurrentSection();
