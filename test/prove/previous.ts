import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { root } from "../support/process.ts";

/** An earlier version of the service. */
export interface Previous {
  /** The abbreviated commit. */
  commit: string;
  /** The arguments of Node that start its server. */
  argv: string[];
}

/**
 * The migration that widened columns which prepared statements return. PostgreSQL refuses the statements that an earlier
 * version has prepared by then, so such a version must stop before a later one starts.
 */
const widening = "server/db/migrations/20261123130000-callback-signatures.ts";

/**
 * Unpacks an earlier version from the Git history: the commit of `PROVE_PREVIOUS`, else the last version with another schema
 * that can run beside this version. It runs with the libraries of this version. Undefined if none is found.
 */
export function unpackPrevious(directory: string): Previous | undefined {
  const commit = findCommit();
  if (commit === undefined) return undefined;
  mkdirSync(directory);
  const archive = join(directory, "archive.tar");
  git("archive", "--output", archive, commit, "server", "generated", "package.json");
  execFileSync("tar", ["-xf", archive, "-C", directory]);
  symlinkSync(join(root, "node_modules"), join(directory, "node_modules"));
  return { commit: commit.slice(0, 9), argv: [join(directory, "server", "main.ts")] };
}

function findCommit(): string | undefined {
  try {
    const named = process.env.PROVE_PREVIOUS;
    if (named) return git("rev-parse", "--verify", `${named}^{commit}`);
    const migrations = ["--diff-filter=A", "--", "server/db/migrations"];
    const newest = git("log", "--first-parent", "-1", "--format=%H", ...migrations);
    const previous = git("rev-parse", "--verify", `${newest}^1^{commit}`);
    git("cat-file", "-e", `${previous}:${widening}`);
    return previous;
  } catch {
    return undefined;
  }
}

const git = (...argv: string[]) =>
  execFileSync("git", argv, { cwd: root, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim();
