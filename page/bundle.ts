import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { rolldown } from "rolldown";

const folder = import.meta.dirname;

/** The files of the page by their names: its script, its style and its icon. Equal sources give equal bytes. */
export async function bundlePage(): Promise<Record<"page.js" | "page.css" | "page.svg", string>> {
  return { "page.js": await bundleScript(folder, "main.tsx"), "page.css": joinStyles(), "page.svg": read("icon.svg") };
}

/**
 * Bundles the modules of a folder into one, which is not minified, so that a change of it can be read. The folder has a
 * `tsconfig.json` for browsers.
 */
export async function bundleScript(folder: string, main: string): Promise<string> {
  const bundle = await rolldown({
    cwd: join(import.meta.dirname, ".."),
    input: join(folder, main),
    platform: "browser",
    tsconfig: join(folder, "tsconfig.json"),
  });
  const { output } = await bundle.generate({ format: "esm", minify: false });
  await bundle.close();
  return output[0].code;
}

/** The common style, and then that of each view. */
function joinStyles(): string {
  const views = globSync("*/style.css", { cwd: folder }).toSorted();
  return ["style.css", ...views].map(read).join("\n");
}

const read = (name: string) => readFileSync(join(folder, name), "utf8");
