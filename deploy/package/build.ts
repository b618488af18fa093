/**
 * Makes what the package has beside the files of the repository, before `npm pack` and only for it: `dist/`, because Node strips
 * no types below node_modules, and npm-shrinkwrap.json, which pins the versions of all packages.
 */
import { execFileSync } from "node:child_process";
import { cpSync, globSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { makeBill } from "./bill-of-materials.ts";
import { joinLicenses } from "./licenses.ts";
import { makeShrinkwrap, root } from "./shrinkwrap.ts";

rmSync(join(root, "dist"), { recursive: true, force: true });
execFileSync("tsc", ["-p", import.meta.dirname], { stdio: "inherit" });

// What modules read beside themselves. The compiler copies package.json, because a module imports it.
const read = ["generated/*.{js,css,svg,json,yaml}", "server/**/*.css"];
for (const file of globSync(read, { cwd: root })) cpSync(join(root, file), join(root, "dist", file));

writeFileSync(join(root, "npm-shrinkwrap.json"), `${JSON.stringify(makeShrinkwrap(), null, 2)}\n`);
writeFileSync(join(root, "dist", "bom.json"), makeBill());
writeFileSync(join(root, "dist", "licenses.txt"), joinLicenses());
