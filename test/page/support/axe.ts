import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";
import { expect } from "vitest";

const source = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** The violations of the rules of accessibility on a page, each with its first element. In dark colours, only colours count. */
async function findViolations(page: Page, colorScheme: "light" | "dark"): Promise<string[]> {
  await page.emulateMedia({ colorScheme });
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(source);
  const options = colorScheme === "dark" ? `{ runOnly: ["color-contrast"] }` : "{}";
  return page.evaluate(
    `axe.run(${options}).then(({ violations }) => violations.map(({ id, help, nodes }) => id + ": " + help + ": " + nodes[0].html + " " + (nodes[0].failureSummary ?? "")))`,
  );
}

/** Expects that a view has no violation in either colours, in a wide window. */
export async function expectAccessible(page: Page, view: string): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const)
    expect(await findViolations(page, colorScheme), `${view}, ${colorScheme}`).toEqual([]);
}

/** The sizes of a small window, of a phone, and of a window of 1280 by 800 pixels that is enlarged to 200 %. */
const sizes = [
  { width: 320, height: 640, deviceScaleFactor: 1 },
  { width: 390, height: 844, deviceScaleFactor: 1 },
  { width: 640, height: 400, deviceScaleFactor: 2 },
];

/** Expects that nothing of a view is wider than the page, at each size. */
export async function expectToFit(page: Page, view: string): Promise<void> {
  const browser = await page.context().newCDPSession(page);
  for (const size of sizes) {
    await browser.send("Emulation.setDeviceMetricsOverride", { ...size, mobile: false });
    await expect
      .poll(() => page.evaluate("[innerWidth, devicePixelRatio]"))
      .toEqual([size.width, size.deviceScaleFactor]);
    expect(await page.evaluate("document.documentElement.scrollWidth"), `${view}, ${size.width}`).toBe(size.width);
  }
  await browser.send("Emulation.setDeviceMetricsOverride", {
    width: 1280,
    height: 800,
    deviceScaleFactor: 1,
    mobile: false,
  });
  await browser.detach();
}
