import { expect, test } from "vitest";
import { useApp } from "../support/app.ts";
import { openTab } from "./support/tab.ts";
import { useWorker } from "./support/worker.ts";

const app = useApp({ simulated: true, phone: true });
useWorker(app);

test("the whole story works without a mouse, and keys act only outside of fields and while they are on", async () => {
  const { key } = await app.signIn();
  const { page } = await openTab(`${app.url}/phone`);
  const press = async (...keys: string[]) => {
    for (const each of keys) await page.keyboard.press(each);
  };
  await page.keyboard.type(key);
  await press("Enter");
  await page.getByRole("status").getByText("Live").waitFor();

  await press("s", "ControlOrMeta+a");
  await page.keyboard.type("rs?njk from the keyboard");
  await press("Tab", "Enter");
  const bubbles = page.getByRole("list", { name: "Texts" }).locator(".bubble");
  await bubbles.getByText("rs?njk from the keyboard").waitFor();
  await press("Escape", "r");
  await page.keyboard.type("Thanks!");
  await press("Enter");
  await bubbles.getByText("Thanks!").waitFor();

  await press("Escape", "n");
  await page.getByRole("heading", { name: "+12025550101" }).waitFor();
  await press("k");
  await page.getByRole("heading", { name: "+12025550123" }).waitFor();
  await press("?");
  await page.getByRole("dialog").getByText("Next handset").waitFor();
  await press("Escape");
  await page.getByRole("dialog").waitFor({ state: "hidden" });

  await page.locator("summary").first().focus();
  await press("Enter");
  await page.getByLabel("Keyboard shortcuts").focus();
  await press("Space");
  await page.getByLabel("Keyboard shortcuts").blur();
  await press("j");
  expect(await page.getByRole("heading", { name: "+12025550123" }).count()).toBe(1);
});
