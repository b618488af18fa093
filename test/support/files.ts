/**
 * Files of rows for the commands that read them.
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";
import { uniquePhone } from "./factories.ts";

export interface TestFiles {
  /** Writes a new file, and returns its path. */
  write(content: string | Uint8Array, extension?: string): string;
  /** A path without a file. */
  nowhere: string;
  /** Writes a CSV file of `Person 1`, `Person 2` and so on, with their phones. */
  writePeople(count: number): { people: { name: string; phone: string }[]; file: string };
}

/** Creates files for the tests of one file, and removes them afterwards. */
export function useFiles(): TestFiles {
  const directory = mkdtempSync(join(tmpdir(), "messaging-rows-"));
  afterAll(() => rmSync(directory, { recursive: true }));
  let serial = 0;
  function write(content: string | Uint8Array, extension = "csv"): string {
    serial += 1;
    const file = join(directory, `${serial}.${extension}`);
    writeFileSync(file, content);
    return file;
  }
  return {
    write,
    nowhere: join(directory, "nowhere.csv"),
    writePeople(count) {
      const people = Array.from({ length: count }, (_, at) => ({ name: `Person ${at + 1}`, phone: uniquePhone() }));
      return { people, file: write(`name,phone\n${people.map(({ name, phone }) => `${name},${phone}\n`).join("")}`) };
    },
  };
}
