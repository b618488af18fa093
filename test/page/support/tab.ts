import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { expect, inject, onTestFinished } from "vitest";

export interface TabOptions extends BrowserContextOptions {
  /** The faults in the console that the test brings about. */
  expectedFaults?: RegExp;
  /** Whether the test moves the time of the page. */
  hasClock?: boolean;
}

/** A tab in a profile of its own. */
export interface Tab {
  page: Page;
  /** What must not happen: errors in the console, dialogs, and requests to other places than this machine. */
  faults: string[];
}

let connection: Promise<Browser> | undefined;

/** Opens an address in a tab of its own profile. After the test, the tab is closed and must have no faults. */
export async function openTab(
  url: string,
  { expectedFaults, hasClock = false, ...options }: TabOptions = {},
): Promise<Tab> {
  connection ??= chromium.connect(inject("browser"));
  const browser = await connection;
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
  const faults: string[] = [];
  const report = (fault: string) => {
    if (!expectedFaults?.test(fault)) faults.push(fault);
  };
  // The browser knows no other host, so the request itself reaches nobody. A blob of the page is in its memory.
  context.on("request", (request) => {
    const { hostname } = new URL(request.url().replace(/^blob:/, ""));
    if (hostname !== "127.0.0.1") report(`a request to ${request.url()}`);
  });
  context.on("weberror", (error) => report(`an error: ${error.error().message}`));
  context.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) report(`in the console: ${message.text()}`);
  });
  context.on("dialog", (dialog) => {
    report(`a dialog: ${dialog.message()}`);
    return dialog.dismiss();
  });
  onTestFinished(async () => {
    await context.close();
    expect(faults).toEqual([]);
  });
  if (hasClock) await context.clock.install();
  const page = await context.newPage();
  await page.goto(url);
  return { page, faults };
}
