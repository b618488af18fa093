import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { makeShrinkwrap, root } from "./shrinkwrap.ts";

/**
 * Joins the licenses of all packages of the server: the name of each, and the texts that it has. Packages of other platforms
 * are not installed, so they have a name only.
 */
export function joinLicenses(): string {
  const parts = Object.entries(makeShrinkwrap().packages).flatMap(([folder, { name, version, license }]) => {
    if (folder === "") return [];
    const title = `${name ?? folder.split("node_modules/").at(-1)} ${version}: ${license}`;
    return [[`${title}\n${"=".repeat(title.length)}`, ...textsOf(join(root, folder))].join("\n\n")];
  });
  return `The packages that this one installs, with their licenses.\n\n${parts.join("\n\n\n")}\n`;
}

/** The texts of the files in a folder that are about rights. */
function textsOf(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && /^(licen[sc]e|copying|copyright|notice)/i.test(entry.name))
    .map(({ name }) => readFileSync(join(folder, name), "utf8").trim());
}
