import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "..", "..");

test("rows() makes all arrays that are computed from rows for SQL", () => {
  const sources = globSync("server/**/*.ts", { cwd: root }).filter((file) => !file.includes("/migrations/"));
  const found = sources.flatMap((file) => {
    const source = readFileSync(join(root, file), "utf8");
    return [...source.matchAll(/\$\{[^`]*?\.map\([^`]*?\)\}::\w+\[\]/g)].map(([text]) => `${file}: ${text}`);
  });

  expect(found).toEqual([]);
});
