import { readFileSync } from "node:fs";
import { join } from "node:path";

export const root = join(import.meta.dirname, "..", "..");

/** A package as a lock file has it. */
export interface LockedPackage {
  name?: string;
  version: string;
  license?: string;
  dev?: boolean;
  devDependencies?: unknown;
}

interface Lock {
  packages: Record<string, LockedPackage>;
}

/**
 * The lock file of the packages that the server needs, by their folders; the empty one is its own. The optional packages of every
 * platform stay, because the package is the same for all.
 */
export function makeShrinkwrap(): Lock {
  const lock = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")) as Lock;
  const packages = Object.entries(lock.packages).filter(([, { dev }]) => !dev);
  const { devDependencies: _, ...own } = lock.packages[""]!;
  return { ...lock, packages: { ...Object.fromEntries(packages), "": own } };
}
