import { mkdirSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { ConfigError } from "./config-error.ts";

/**
 * Makes a directory that only its owner can open, with those above it. The recursive `mkdir` of Node is no use here: it never
 * ends where a file system takes no directories, as in `/proc`.
 *
 * @throws ConfigError
 */
export function makeDirectory(path: string): void {
  try {
    make(path);
  } catch (error) {
    throw new ConfigError(`The directory ${path} cannot be made: ${(error as Error).message}`);
  }
}

const isDirectory = (path: string) => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;

function make(path: string): void {
  if (isDirectory(path)) return;
  if (dirname(path) !== path) make(dirname(path));
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    // Another process may have made it since.
    if (!isDirectory(path)) throw error;
  }
}
