import { expect, test } from "vitest";
import { useApp } from "../support/app.ts";
import { expectAccessible } from "./support/axe.ts";
import { openTab } from "./support/tab.ts";

const app = useApp();

test("the reference filters its operations, and copies one of them with the address and in the language of the reader", async () => {
  const { page } = await openTab(`${app.url}/`, { permissions: ["clipboard-read", "clipboard-write"] });
  const operations = page.locator(".operation:visible h3");
  const clipboard = () => page.evaluate("navigator.clipboard.readText()");

  await page.keyboard.press("/");
  await page.keyboard.type("merge TWO contacts");
  expect(page.url()).toBe(`${app.url}/docs`);
  expect(await operations.allTextContents()).toEqual(["Merge two contacts"]);
  expect(await page.locator(".menu li:visible").allTextContents()).toEqual(["Start", "Merge two contacts"]);
  await page.locator("#mergeContacts .tabs").getByRole("button", { name: "Copy" }).click();
  expect(await clipboard()).toContain(`curl -X POST "${app.url}/api/contacts/merge"`);

  await page.locator("#mergeContacts").getByRole("tab", { name: "Python" }).click();
  await page.reload();
  await page.locator("#sendText").getByRole("button", { name: "Copy as Markdown" }).click();
  expect(await clipboard()).toMatch(
    /^### Send a text\n.*```py\n.*api\.send_text\(.*\| 409 \| `recipient_opted_out` \|/s,
  );
  const shown = page.locator("[role=tab][aria-selected=true]");
  expect(await page.locator("#sendText [role=tab][aria-selected=true]").textContent()).toBe("Python");
  expect(await shown.count()).toBe(await page.locator(".example").count());
});

test("on a phone the menu of the reference folds, a link in it folds it again, and the section that is read is marked", async () => {
  const { page } = await openTab(`${app.url}/docs`, { viewport: { width: 390, height: 800 } });
  const link = page.locator(".menu").getByRole("link", { name: "List threads" });

  expect(await link.isVisible()).toBe(false);
  await page.getByText("Operations", { exact: true }).click();
  await link.click();

  await page.locator('.menu a[href="#listThreads"][aria-current=location]').waitFor({ state: "attached" });
  expect(await link.isVisible()).toBe(false);
  expect(await page.locator("#listThreads h3").isVisible()).toBe(true);
  expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(390);
});

test("without a script the reference shows each example for curl, and each other language where it is opened", async () => {
  const { page } = await openTab(`${app.url}/docs`, { javaScriptEnabled: false });
  const example = page.locator("#sendText .example");

  expect(await example.getByText("curl -X POST").isVisible()).toBe(true);
  await example.getByText("TypeScript").click();
  expect(await example.getByText("client.POST").isVisible()).toBe(true);
  const link = page.locator(".menu").getByRole("link", { name: "Send a text", exact: true });
  expect(await link.isVisible()).toBe(true);
});

test("the reference has no fault that axe finds, light or dark", async () => {
  const { page } = await openTab(`${app.url}/docs`);
  // All operations have the same markup, so one of each kind is enough. axe needs 14 s for all.
  const repeated = ".operation:not(#sendText, #messageReceived), .catalogue tr:nth-child(n + 4)";
  await page.evaluate(`for (const each of document.querySelectorAll("${repeated}")) each.remove()`);

  await expectAccessible(page, "the reference");
});
