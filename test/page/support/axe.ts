import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";

const source = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** The violations of the rules of accessibility on a page, each with its first element. */
export async function findViolations(page: Page): Promise<string[]> {
  await page.evaluate(source);
  return page.evaluate(
    `axe.run().then(({ violations }) => violations.map(({ id, help, nodes }) => id + ": " + help + ": " + nodes[0].html + " " + (nodes[0].failureSummary ?? "")))`,
  );
}
