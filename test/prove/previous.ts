import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { root } from "../support/process.ts";

/** A version of the service that was there before this one. */
export interface Previous {
  /** Its commit, in short. */
  commit: string;
  /** What starts its server: arguments of Node. */
  argv: string[];
}

/**
 * The migration that widened columns which prepared statements return. PostgreSQL refuses the statements that an earlier
 * version has prepared by then, so such a version must stop before a later one starts.
 */
const widening = "server/db/migrations/20261123130000-callback-signatures.ts";

/**
 * Takes the version before this one out of the history: that of `PROVE_PREVIOUS`, or else the last one with another
 * schema that can run beside this one. It runs with the libraries of this one. Undefined if there is none.
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
