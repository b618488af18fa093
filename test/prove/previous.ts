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
 * Unpacks an earlier version from the Git history: the commit of `PROVE_PREVIOUS`, else the last version without the
 * newest migration. The version runs with the libraries of this one; those that it alone needs are development
 * dependencies. Undefined if none is found.
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
    const configured = process.env.PROVE_PREVIOUS;
    if (configured) return git("rev-parse", "--verify", `${configured}^{commit}`);
    // A migration that replaces others looks like a renamed file.
    const added = ["--diff-filter=A", "--no-renames", "--", "server/db/schema/migrations"];
    const newest = git("log", "--first-parent", "-1", "--format=%H", ...added);
    return git("rev-parse", "--verify", `${newest}^1^{commit}`);
  } catch {
    return undefined;
  }
}

const git = (...argv: string[]) =>
  execFileSync("git", argv, { cwd: root, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim();
