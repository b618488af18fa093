import { chromium } from "playwright-core";
import type { TestProject } from "vitest/node";
import { findChromium } from "./find-chromium.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** The address at which the tests reach the browser. */
    browser: string;
  }
}

/**
 * Features that are off. The first two are documents of the address bar, with a process for each window, which took much of the
 * processor. This list replaces playwright's, so it repeats what matters of that.
 */
const withoutFeatures = [
  ...["WebUIOmniboxPopup", "WebUIOmniboxAimPopup", "AimEnabled", "LensOverlay", "MediaRouter", "PaintHolding"],
  ...["DestroyProfileOnBrowserClose", "AvoidUnnecessaryBeforeUnloadCheckSync", "HttpsUpgrades"],
  ...["HttpsFirstBalancedModeAutoEnable", "OptimizationHints", "NetworkTimeServiceQuerying", "PreconnectToSearch"],
];

/** The browser asks nobody for anything: no updates, no lists, no names of hosts. */
const args = [
  `--disable-features=${withoutFeatures.join(",")}`,
  ...["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"],
  ...["--disable-component-update", "--disable-sync", "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"],
];

/** Starts the browser that all tests of the page share. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const executablePath = findChromium();
  if (executablePath === undefined) throw new Error("absent: chromium. Install it, or name its path in CHROMIUM.");
  const server = await chromium.launchServer({ executablePath, args });
  project.provide("browser", server.wsEndpoint());
  return () => server.close();
}
