import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "../support/process.ts";

const files = globSync("page/**/*.{ts,tsx}", { cwd: root });

test("the page never turns text into markup", () => {
  const forbidden =
    /dangerouslySetInnerHTML|innerHTML|outerHTML|insertAdjacentHTML|document\.write|DOMParser|\beval\b|new Function/;

  expect(files.length).toBeGreaterThan(10);
  expect(files.filter((file) => forbidden.test(readFileSync(join(root, file), "utf8")))).toEqual([]);
});
