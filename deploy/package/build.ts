/**
 * Makes what the package has beside the files of the repository, before `npm pack` and only for it: `dist/`, because Node
 * strips no types below node_modules, and npm-shrinkwrap.json, which pins the versions of all packages.
 */
import { spawnSync } from "node:child_process";
import { cpSync, globSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

interface Lock {
  packages: Record<string, { dev?: boolean; devDependencies?: unknown }>;
}

const root = join(import.meta.dirname, "..", "..");

rmSync(join(root, "dist"), { recursive: true, force: true });
const { status } = spawnSync("tsc", ["-p", import.meta.dirname], { stdio: "inherit" });
if (status !== 0) process.exit(1);

// What modules read beside themselves. The compiler copies package.json, because a module imports it.
const read = ["generated/*.{js,css,svg,json,yaml}", "server/**/*.css"];
for (const file of globSync(read, { cwd: root })) cpSync(join(root, file), join(root, "dist", file));

// The optional packages of every platform stay, because the package is the same for all.
const lock = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")) as Lock;
const packages = Object.entries(lock.packages).filter(([, { dev }]) => !dev);
const { devDependencies: _, ...own } = lock.packages[""]!;
const shrinkwrap = { ...lock, packages: { ...Object.fromEntries(packages), "": own } };
writeFileSync(join(root, "npm-shrinkwrap.json"), `${JSON.stringify(shrinkwrap, null, 2)}\n`);
