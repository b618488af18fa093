import { expect, test } from "vitest";
import { useApp } from "../support/app.ts";
import { uniquePhone } from "../support/factories.ts";
import { openTab } from "./support/tab.ts";
import { useWorker } from "./support/worker.ts";

const app = useApp({ simulated: true, phone: true });
useWorker(app);

test("the whole story works without a mouse, on the phone and in the inbox, and keys act only outside of fields and while they are on", async () => {
  const { key, number, client } = await app.signIn();
  const { page } = await openTab(`${app.url}/phone`);
  const press = async (...keys: string[]) => {
    for (const each of keys) await page.keyboard.press(each);
  };
  /** The conversation that has the focus. Without any, it is on the body, which has the text of all. */
  const focused = () => page.evaluate("document.activeElement.closest('.thread')?.textContent ?? ''");
  await expect.poll(() => page.evaluate("document.activeElement.id")).toBe("key");
  await page.keyboard.type(key);
  await press("Enter");
  await page.getByRole("status").getByText("Live").waitFor();

  await press("s", "ControlOrMeta+a");
  await page.keyboard.type("rs?njk from the keyboard");
  await press("Tab", "Enter");
  const onHandset = page.getByRole("list", { name: "Texts" }).locator(".bubble");
  await onHandset.getByText("rs?njk from the keyboard").waitFor();
  await press("Escape", "r");
  await page.keyboard.type("Thanks!");
  await press("Enter");
  await onHandset.getByText("Thanks!").waitFor();
  await press("Escape", "n");
  await page.getByRole("heading", { name: "+12025550101" }).waitFor();
  await press("k");
  await page.getByRole("heading", { name: "+12025550123" }).waitFor();
  await press("?");
  await page.getByRole("dialog").getByText("Next handset").waitFor();
  await press("Escape");
  await page.getByRole("dialog").waitFor({ state: "hidden" });

  const newer = uniquePhone();
  await client.receiveSimulatedReply({ body: { from: newer, to: number, text: "newer" } });
  await page.goto(`${app.url}/inbox`);
  const rows = page.locator(".thread");
  await expect.poll(() => rows.count()).toBe(2);
  await press("j", "j");
  expect(await focused()).toContain("+12025550123");
  await press("Enter");
  await page.getByRole("heading", { name: "+12025550123" }).first().waitFor();
  await press("r");
  await page.keyboard.type("by keyboard");
  await press("Enter");
  await page.getByRole("list", { name: "Messages" }).getByText("by keyboard", { exact: true }).waitFor();
  await press("Escape");
  await expect.poll(focused).toContain("+12025550123");
  await press("/");
  await page.keyboard.type(newer);
  await expect.poll(() => rows.count()).toBe(1);
  await press("Escape", "?");
  await page.getByRole("dialog", { name: "Keyboard" }).waitFor();
  await press("Escape");
  await expect.poll(() => rows.count()).toBe(2);
  expect((await client.listThreads()).threads[0]).toMatchObject({
    contactPhone: "+12025550123",
    lastBody: "by keyboard",
  });

  await page.locator("summary").first().focus();
  await press("Enter");
  await page.getByLabel("Keyboard shortcuts").focus();
  await press("Space");
  await page.getByLabel("Keyboard shortcuts").blur();
  await press("j");
  expect(await page.evaluate("document.activeElement === document.body")).toBe(true);
});
