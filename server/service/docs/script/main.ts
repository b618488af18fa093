/**
 * The script of the API reference. The page is readable without it: examples are folded by language, the menu is open,
 * and the address is the configured one. The script sends no request.
 */
import { fillAddress } from "./address.ts";
import { addCopyButtons } from "./copy.ts";
import { addFilter } from "./filter.ts";
import { foldMenu, markCurrentSection } from "./menu.ts";
import { makeTabs } from "./tabs.ts";

document.documentElement.classList.add("scripted");
fillAddress();
makeTabs();
addCopyButtons();
foldMenu();
addFilter();
markCurrentSection();
