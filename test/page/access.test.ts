import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { useApp } from "../support/app.ts";
import { findViolations } from "./support/axe.ts";
import { openTab } from "./support/tab.ts";
import { useWorker } from "./support/worker.ts";

const app = useApp({ simulated: true, phone: true });
useWorker(app);

/** Fills the screen of a handset with every kind of line. */
async function playOn(page: Page): Promise<void> {
  const { key, client } = await app.signIn();
  await page.goto(`${app.url}/phone#key=${key}`);
  await page.getByRole("status").getByText("Live").waitFor();
  const phone = "+15005550005";
  await client.sendText({ body: { phone_number: phone, message: "See https://example.com/order" } });
  await client.generateOtp({ body: { phone, recipient_id: "user", message: "$OTP is your code." } });
  await page.getByRole("button", { name: phone }).click();
  await page.getByRole("button", { name: "STOP" }).click();
  await page.getByText("Opted out of texts").waitFor();
  await page.getByRole("button", { name: "Fail" }).first().click();
  await page.getByText("failed (30008)").waitFor();
}

test.each(["light", "dark"] as const)(
  "%s: the phone and the sign-in have no violation of accessibility",
  async (scheme) => {
    const { page } = await openTab(`${app.url}/phone`, { colorScheme: scheme, expectedFaults: /status of 4/ });
    await page.getByRole("button", { name: "Sign in" }).click();
    expect(await findViolations(page)).toEqual([]);

    await playOn(page);
    await page.getByRole("button", { name: "Send text" }).click();
    await page.getByRole("alert").waitFor();
    await page.locator("summary").first().click();

    expect(await findViolations(page)).toEqual([]);
  },
);

test.each([320, 390])("at %d px, nothing is wider than the page", async (width) => {
  const { page } = await openTab(`${app.url}/phone`, { viewport: { width, height: 700 } });

  await playOn(page);

  expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(width);
});
